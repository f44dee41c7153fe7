#pragma once
/* physics/coriolis.h -- the Coriolis force -omega x rho u; it does no work: no source of energy. */
#include "physics/node.h"

/** The force on a node, kg/(m^2 s^2); omega: horizontal parts of 2 Omega, f: its vertical one. */
HD void coriolis(const struct node *n, const real omega[2], real f, real force[3])
{
    force[0] = -n->rho * (omega[1] * n->u[2] - f * n->u[1]);
    force[1] = -n->rho * (f * n->u[0] - omega[0] * n->u[2]);
    force[2] = -n->rho * (omega[0] * n->u[1] - omega[1] * n->u[0]);
}
