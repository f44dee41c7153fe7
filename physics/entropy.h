#pragma once
/* physics/entropy.h -- entropy and entropy variables; numerics of the diagnostics and tests. */
#include "physics/node.h"

/** eta = -rho s/(gamma - 1), s = ln(p/rho^gamma) in SI numbers. */
HD real entropy(const struct node *s, real gamma)
{
    return -s->rho * (log(s->p) - gamma * log(s->rho)) / (gamma - 1);
}

/** v = d eta/d q at fixed phi. */
HD void entropy_variables(const struct node *s, real gamma, real v[NFIELDS])
{
    const real physical = log(s->p) - gamma * log(s->rho);
    v[RHO] = (gamma - physical) / (gamma - 1) - s->b * (dot(s->u, s->u) - 2 * s->phi);
    for (int m = 0; m < 3; ++m)
        v[RHO_U + m] = 2 * s->b * s->u[m];
    v[RHO_E] = -2 * s->b;
}
