#pragma once
/* physics/node.h -- the state of one node, as the formulas want it. */
#include "base/fields.h"
#include "base/real.h"
#include "physics/quotient.h"

/** All that fluxes ask of a node: taken once a node, used once a pair (paper Sec. 4.1). */
struct node {
    real rho, u[3], p;   /* kg/m^3, m/s, Pa                               */
    real b, b_inv;       /* rho/(2p), s^2/m^2, and its inverse            */
    real phi;            /* geopotential, m^2/s^2; 0 in surface fluxes    */
    real log_rho, log_b;
};

HD real avg(real a, real b) { return (real)0.5 * (a + b); }
HD real dot(const real a[3], const real b[3])
{
    return mul_add(a[0], b[0], mul_add(a[1], b[1], a[2] * b[2]));
}

/** Pressure p = (gamma - 1)(E - rho|u|^2/2 - rho phi), Pa; paper, below eq. (1). */
HD real pressure(const real q[NFIELDS], real phi, real gamma)
{
    const real kinetic = (real)0.5 * dot(&q[RHO_U], &q[RHO_U]) / q[RHO];
    return (gamma - 1) * (q[RHO_E] - kinetic - q[RHO] * phi);
}

/** Node state without its logarithms: loops take those apart, so that the rest vectorises.
 * @pre rho > 0 and p > 0: the update codelet checks, kernels do not. */
HD struct node node_but_logs(const real q[NFIELDS], real phi, real gamma)
{
    struct node s;
    const real rho_inv = inverse(q[RHO]);
    s.rho = q[RHO];
    for (int m = 0; m < 3; ++m)
        s.u[m] = q[RHO_U + m] * rho_inv;
    s.p = (gamma - 1) * (q[RHO_E] - (real)0.5 * dot(&q[RHO_U], s.u) - s.rho * phi);
    s.b = quotient(s.rho, 2 * s.p);
    s.b_inv = 2 * s.p * rho_inv;
    s.phi = phi;
    s.log_rho = s.log_b = 0;
    return s;
}

HD struct node node_from(const real q[NFIELDS], real phi, real gamma)
{
    struct node s = node_but_logs(q, phi, gamma);
    s.log_rho = log(s.rho);
    s.log_b = log(s.b);
    return s;
}

/** Speed of sound sqrt(gamma p / rho), m/s. */
HD real sound_speed(const struct node *s, real gamma)
{
    return root(quotient(gamma * s->p, s->rho));
}
