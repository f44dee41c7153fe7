#pragma once
/* physics/means.h -- the means of a pair of states that every flux begins with.
 *
 * Two ways to the same numbers: by the logarithms of both nodes, for any pair; and by polynomials
 * alone, for states whose densities and whose b differ by a factor of 2 at most.
 */
#include "physics/logmean.h"
#include "physics/node.h"
#include "physics/quotient.h"

struct means {
    real rho_log, b_log_inv; /* {{rho}}_log, 1/{{b}}_log                   */
    real p_sum;              /* {{rho}}/{{b}}, twice the mean pressure, Pa */
};

HD struct means means_by_logs(const struct node *L, const struct node *R)
{
    struct means m;
    m.rho_log = logmean(L->rho, R->rho, L->log_rho, R->log_rho);
    m.b_log_inv = logmean_inverse(L->b, R->b, L->log_b, R->log_b);
    m.p_sum = quotient(L->rho + R->rho, L->b + R->b);
    return m;
}

/** The same for ratios up to MEANS_NEAR_RATIO; the nodes' logarithms are not read. One reciprocal
 * serves both quotients f = (R - L)/(R + L). */
HD struct means means_near(const struct node *L, const struct node *R)
{
    struct means m;
    const real rho = L->rho + R->rho, b = L->b + R->b;
    const real both = inverse(rho * b), rho_inv = b * both, b_inv = rho * both;
    const real f = (R->rho - L->rho) * rho_inv, g = (R->b - L->b) * b_inv;
    m.rho_log = rho * logmean_near_inverse(f * f);
    m.b_log_inv = logmean_near(g * g) * b_inv;
    m.p_sum = rho * b_inv;
    return m;
}

/** May means_near be asked? */
HD int means_are_near(const struct node *L, const struct node *R)
{
    return (L->rho <= MEANS_NEAR_RATIO * R->rho) & (R->rho <= MEANS_NEAR_RATIO * L->rho)
         & (L->b <= MEANS_NEAR_RATIO * R->b) & (R->b <= MEANS_NEAR_RATIO * L->b);
}
