#pragma once
/* physics/flux_ec.h -- entropy-conserving two-point flux of the Euler equations with gravity. */
#include "physics/logmean.h"
#include "physics/node.h"

/** Two-point flux along a, eqs. (3)-(5), split for the half sweep of Sec. 4.1.
 *
 * f is symmetric in (L, R); the gravity part is not. One call serves both nodes: L receives
 * f + K/L->b a, R receives f - K/R->b a in the momentum equation.
 *
 * @param[in]  L, R   states of the two nodes
 * @param[in]  a      direction, J grad xi averaged over the nodes, m^2; need not have unit length
 * @param[in]  gamma  cp/cv
 * @param[out] f      [NFIELDS] flux of (rho, rho u, rho e) along a
 * @return            K = {{b}} {{rho}}_log [[phi]] / 2, with [[phi]] = phi_R - phi_L
 */
HD real flux_ec(const struct node *L, const struct node *R, const real a[3], real gamma,
                real f[NFIELDS])
{
    const real rho_log = logmean(L->rho, R->rho, L->log_rho, R->log_rho);
    const real b_log_inv = logmean_inverse(L->b, R->b, L->log_b, R->log_b);
    const real b_sum = L->b + R->b;
    const real p_av = (L->rho + R->rho) / (2 * b_sum);
    const real u[3] = { avg(L->u[0], R->u[0]), avg(L->u[1], R->u[1]), avg(L->u[2], R->u[2]) };
    const real un = dot(u, a);

    f[RHO] = rho_log * un;
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] = f[RHO] * u[m] + p_av * a[m];
    /* sum_m {{u_m}}^2 - {{|u|^2}}/2 = (u_L . u_R)/2 */
    const real e = b_log_inv / (2 * (gamma - 1)) + (real)0.5 * dot(L->u, R->u)
                 + avg(L->phi, R->phi);
    f[RHO_E] = f[RHO] * e + p_av * un;

    return (real)0.25 * b_sum * rho_log * (R->phi - L->phi);
}
