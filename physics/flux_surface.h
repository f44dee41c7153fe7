#pragma once
/* physics/flux_surface.h -- flux between elements: f* = f_EC - D along the normal n, and walls.
 *
 * Both sides of a face have the same geopotential phi, so the gravity part of f_EC vanishes and D
 * does not depend on phi but for its energy row, D_E(phi) = D_E(0) + phi D_rho. All is therefore
 * computed from states with phi = 0, and phi is added at the end: large terms do not cancel.
 * Written so that exchanging the sides and turning n changes nothing but the sign, to the last bit:
 * what one element loses the other gains.
 */
#include "base/fluxes.h"
#include "physics/flux_ec.h"

/** Matrix dissipation D = R |Lambda| T R^T [[v]] / 2 in the tangent-free form; method paper A.1.
 * f -= D. States with phi = 0, n of unit length. */
HD void dissipate_matrix(const struct node *L, const struct node *R, const struct means *means,
                         const real n[3], real gamma, real f[NFIELDS])
{
    const real rho_log = means->rho_log, p_av = means->p;
    const real u[3] = { avg(L->u[0], R->u[0]), avg(L->u[1], R->u[1]), avg(L->u[2], R->u[2]) };
    const real un = dot(u, n);
    const real ke = (real)0.5 * dot(L->u, R->u); /* (2|{{u}}|^2 - {{|u|^2}})/2 */
    const real gamma_1_inv = inverse(gamma - 1), gamma_inv = inverse(gamma);
    const real h = gamma * means->b_log_inv * ((real)0.5 * gamma_1_inv) + ke;
    const real c = root(quotient(gamma * p_av, rho_log));

    /* jumps of the entropy variables v = ((gamma - s)/(gamma - 1) - b|u|^2, 2 b u, -2 b) */
    const real d1 = means->log_rho_jump + means->log_b_jump * gamma_1_inv
                  - (R->b * dot(R->u, R->u) - L->b * dot(L->u, L->u));
    const real dm[3] = { 2 * (R->b * R->u[0] - L->b * L->u[0]),
                         2 * (R->b * R->u[1] - L->b * L->u[1]),
                         2 * (R->b * R->u[2] - L->b * L->u[2]) };
    const real d5 = -2 * (R->b - L->b);

    const real dmn = dot(dm, n), udm = dot(u, dm);
    const real acoustic = rho_log * ((real)0.5 * gamma_inv);
    const real entropic = rho_log * ((gamma - 1) * gamma_inv);
    const real w1 = fabs(un - c) * acoustic * (d1 + (udm - c * dmn) + (h - c * un) * d5);
    const real w2 = fabs(un) * entropic * (d1 + udm + ke * d5);
    const real w3 = fabs(un + c) * acoustic * (d1 + (udm + c * dmn) + (h + c * un) * d5);
    const real l4 = fabs(un) * p_av;

    const real sum = w2 + (w1 + w3), diff = w3 - w1;
    real shear[3], ut[3];
    for (int m = 0; m < 3; ++m) {
        ut[m] = u[m] - un * n[m];
        shear[m] = l4 * ((dm[m] - dmn * n[m]) + d5 * ut[m]);
    }
    f[RHO] -= (real)0.5 * sum;
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] -= (real)0.5 * ((sum * u[m] + diff * (c * n[m])) + shear[m]);
    f[RHO_E] -= (real)0.5 * ((w2 * ke + (w1 + w3) * h + diff * (c * un))
                             + l4 * (dot(ut, dm) + d5 * dot(ut, ut)));
}

/** Rusanov (local Lax-Friedrichs) dissipation D = max(|u.n| + c) [[q]] / 2; f -= D. */
HD void dissipate_rusanov(const struct node *L, const struct node *R, const real n[3], real gamma,
                          real f[NFIELDS])
{
    const real L_speed = fabs(dot(L->u, n)) + sound_speed(L, gamma);
    const real R_speed = fabs(dot(R->u, n)) + sound_speed(R, gamma);
    const real half = (real)0.5 * (L_speed > R_speed ? L_speed : R_speed);
    const real gamma_1_inv = inverse(gamma - 1);
    const real L_e = L->p * gamma_1_inv + (real)0.5 * L->rho * dot(L->u, L->u);
    const real R_e = R->p * gamma_1_inv + (real)0.5 * R->rho * dot(R->u, R->u);

    f[RHO] -= half * (R->rho - L->rho);
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] -= half * (R->rho * R->u[m] - L->rho * L->u[m]);
    f[RHO_E] -= half * (R_e - L_e);
}

/** f* from L to R along the unit normal n out of L's element.
 *
 * @param[in]  kind  FLUX_MATRIX, FLUX_RUSANOV or FLUX_CONSERVATIVE (D = 0)
 * @param[in]  means of L and R
 * @param[in]  phi   geopotential of the face node, m^2/s^2; L and R themselves have phi = 0
 * @param[out] f     [NFIELDS]
 */
HD void flux_surface(int kind, const struct node *L, const struct node *R,
                     const struct means *means, const real n[3], real phi, real gamma,
                     real f[NFIELDS])
{
    flux_ec(L, R, means, n, gamma, f);
    if (kind == FLUX_MATRIX) dissipate_matrix(L, R, means, n, gamma, f);
    else if (kind == FLUX_RUSANOV) dissipate_rusanov(L, R, n, gamma, f);
    f[RHO_E] += phi * f[RHO];
}

/** The state beyond a reflecting (free-slip, adiabatic) wall: the same, with u.n turned. */
HD struct node beyond_wall(const struct node *s, const real n[3])
{
    struct node mirrored = *s;
    const real un = dot(s->u, n);
    for (int m = 0; m < 3; ++m)
        mirrored.u[m] -= 2 * un * n[m];
    return mirrored;
}
