#pragma once
/* codelets/steps_formulas.h -- formulas that only the volume kernel's history knows. */
#include "physics/flux_ec.h"

/** The state as a program would have it that knows divisions and logarithms only. */
HD struct node node_by_divisions(const real q[NFIELDS], real phi, real gamma)
{
    struct node s;
    s.rho = q[RHO];
    for (int m = 0; m < 3; ++m)
        s.u[m] = q[RHO_U + m] / q[RHO];
    s.p = pressure(q, phi, gamma);
    s.b = s.rho / (2 * s.p);
    s.b_inv = 2 * s.p / s.rho;
    s.phi = phi;
    s.log_rho = log(s.rho);
    s.log_b = log(s.b);
    return s;
}

/** Five divisions; 1/{{b}}_log by a sixth. */
HD struct means means_plain(const struct node *L, const struct node *R)
{
    struct means m;
    m.rho_log = logmean(L->rho, R->rho, L->log_rho, R->log_rho);
    m.b_log_inv = 1 / logmean(L->b, R->b, L->log_b, R->log_b);
    m.p_sum = (L->rho + R->rho) / (L->b + R->b);
    return m;
}

/** Two divisions: one for f, g and the pressure, one for both means. */
HD struct means means_two_divisions(const struct node *L, const struct node *R)
{
    struct means m;
    const real rho = L->rho + R->rho, b = L->b + R->b, both = 1 / (rho * b), b_inv = rho * both;
    const real rho_diff = R->rho - L->rho, b_diff = R->b - L->b;
    const real f = rho_diff * (b * both), g = b_diff * b_inv, u = f * f, v = g * g;
    const int far = u >= LOGMEAN_SERIES_BELOW, b_far = v >= LOGMEAN_SERIES_BELOW;
    const real rho_over = far ? rho_diff : rho;
    const real rho_under = far ? R->log_rho - L->log_rho : logmean_series(u);
    const real b_over = b_far ? R->log_b - L->log_b : logmean_series(v);
    const real b_under = b_far ? b_diff : b;
    const real inv = 1 / (rho_under * b_under);
    m.rho_log = rho_over * (b_under * inv);
    m.b_log_inv = b_over * (rho_under * inv);
    m.p_sum = rho * b_inv;
    return m;
}

/** flux_ec by way of the tensor of all three directions. */
HD real flux_by_tensor(const struct node *L, const struct node *R, const struct means *means,
                       const real a[3], real gamma, real f[NFIELDS])
{
    real tensor[3][NFIELDS], K = 0;
    for (int m = 0; m < 3; ++m) {
        const real along[3] = { (real)(m == 0), (real)(m == 1), (real)(m == 2) };
        K = flux_ec(L, R, means, along, gamma, tensor[m]);
    }
    for (int v = 0; v < NFIELDS; ++v)
        f[v] = tensor[0][v] * a[0] + tensor[1][v] * a[1] + tensor[2][v] * a[2];
    return K;
}
