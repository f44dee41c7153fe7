#pragma once
/* physics/flux_ec.h -- entropy-conserving two-point flux of the Euler equations with gravity. */
#include "physics/means.h"
#include "physics/node.h"

/** A two-point flux along a direction a in sums instead of means, which spares the halves: four
 * times the flux is (2 mass, mass u + 2 p a, energy). */
struct two_point {
    real mass, u[3], p, energy;
    real gravity; /* 4 K, K = {{b}} {{rho}}_log [[phi]] / 2, with [[phi]] = phi_R - phi_L */
};

/** Two-point flux along a, eqs. (3)-(5), split for the half sweep of Sec. 4.1.
 *
 * The flux is symmetric in (L, R); the gravity part is not. One call serves both nodes: in the
 * momentum equation L receives K/L->b a besides, R receives -K/R->b a.
 *
 * @param[in] L, R   states of the two nodes
 * @param[in] means  theirs
 * @param[in] a      direction, J grad xi averaged over the nodes, m^2; need not have unit length
 * @param[in] gamma  cp/cv
 */
HD struct two_point flux_two_point(const struct node *L, const struct node *R,
                                   const struct means *means, const real a[3], real gamma)
{
    struct two_point f;
    for (int m = 0; m < 3; ++m)
        f.u[m] = L->u[m] + R->u[m];
    const real un = dot(f.u, a);
    f.mass = means->rho_log * un;
    f.p = means->p_sum;
    /* sum_m {{u_m}}^2 - {{|u|^2}}/2 = (u_L . u_R)/2 */
    const real e = mul_add(means->b_log_inv, inverse(gamma - 1),
                           (L->phi + R->phi) + dot(L->u, R->u));
    f.energy = mul_add(f.mass, e, f.p * un);
    f.gravity = (L->b + R->b) * means->rho_log * (R->phi - L->phi);
    return f;
}

/** The same as five components: f[NFIELDS] without the gravity part K, which is returned. */
HD real flux_ec(const struct node *L, const struct node *R, const struct means *means,
                const real a[3], real gamma, real f[NFIELDS])
{
    const struct two_point t = flux_two_point(L, R, means, a, gamma);
    f[RHO] = (real)0.5 * t.mass;
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] = (real)0.25 * (t.mass * t.u[m] + 2 * t.p * a[m]);
    f[RHO_E] = (real)0.25 * t.energy;
    return (real)0.25 * t.gravity;
}
