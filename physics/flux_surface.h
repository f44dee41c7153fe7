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

/** Matrix dissipation D = R |Lambda| T R^T [[v]] / 2; method paper A.1. f -= D.
 *
 * The jumps of the entropy variables v = ((gamma - s)/(gamma - 1) - b|u|^2, 2 b u, -2 b) enter
 * through three products, which the rule [[a b]] = {{a}}[[b]] + {{b}}[[a]] and the logarithmic
 * means' {{a}}_log [[ln a]] = [[a]] reduce to jumps of rho, b and u: no logarithm is left, and no
 * tangent to the face. States with phi = 0, n of unit length. */
HD void dissipate_matrix(const struct node *L, const struct node *R, const struct means *means,
                         const real n[3], real gamma, real f[NFIELDS])
{
    const real gamma_inv = inverse(gamma), half_gamma_inv = (real)0.5 * gamma_inv;
    const real rho_jump = R->rho - L->rho, rho_av = avg(L->rho, R->rho);
    const real b_sum = L->b + R->b;
    real u[3], u_jump[3];
    for (int m = 0; m < 3; ++m) {
        u[m] = avg(L->u[m], R->u[m]);
        u_jump[m] = R->u[m] - L->u[m];
    }
    const real un = dot(u, n), un_jump = dot(u_jump, n);
    const real ke = (real)0.5 * dot(L->u, R->u); /* (2|{{u}}|^2 - {{|u|^2}})/2 */
    const real h = means->b_log_inv * ((real)0.5 * gamma * inverse(gamma - 1)) + ke;
    const real c = root(quotient((real)0.5 * gamma * means->p_sum, means->rho_log));

    const real heat = means->rho_log * means->b_log_inv * (R->b - L->b); /* rho_log [[ln b]] */
    const real push = means->rho_log * c * b_sum * un_jump;
    const real w1 = fabs(un - c) * half_gamma_inv * ((rho_jump - heat) - push);
    const real w2 = fabs(un) * gamma_inv * ((gamma - 1) * rho_jump + heat);
    const real w3 = fabs(un + c) * half_gamma_inv * ((rho_jump - heat) + push);
    const real shear = fabs(un) * rho_av; /* times the part of [[u]] along the face */

    const real acoustic = w1 + w3, sum = w2 + acoustic, diff = c * (w3 - w1);
    const real along = diff - shear * un_jump;
    f[RHO] -= (real)0.5 * sum;
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] -= (real)0.5 * mul_add(sum, u[m], mul_add(shear, u_jump[m], along * n[m]));
    f[RHO_E] -= (real)0.5 * mul_add(w2, ke, mul_add(acoustic, h,
                                                    mul_add(shear, dot(u, u_jump), along * un)));
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
