#pragma once
/* physics/means.h -- the means of a pair of states that every flux begins with.
 *
 * Three ways to the same numbers: by the logarithms of both nodes, for any pair; by polynomials
 * alone, for states whose densities and whose b differ by a factor of 2 at most; and by polynomials
 * of their square roots up to a factor of 4.
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

/** Square roots of a node's rho and b. */
struct roots {
    real rho, b;
};

HD struct roots roots_of(const struct node *s)
{
    const struct roots r = { root(s->rho), root(s->b) };
    return r;
}

/** The same for ratios up to MEANS_WIDE_RATIO, still without a logarithm: {{a}}_log is the mean of
 * the square roots times their logarithmic mean. */
HD struct means means_wide(const struct node *L, const struct node *R, const struct roots *l,
                           const struct roots *r)
{
    struct means m;
    const real rho = l->rho + r->rho, b = l->b + r->b, b_sum = L->b + R->b;
    const real all = inverse(rho * b * b_sum), rho_inv = b * b_sum * all;
    const real b_inv = rho * b_sum * all;
    const real f = (r->rho - l->rho) * rho_inv, g = (r->b - l->b) * b_inv;
    m.rho_log = (real)0.5 * rho * rho * logmean_near_inverse(f * f);
    m.b_log_inv = 2 * b_inv * b_inv * logmean_near(g * g);
    m.p_sum = (L->rho + R->rho) * (rho * b * all);
    return m;
}

/** May means_near be asked? */
HD int means_are_near(const struct node *L, const struct node *R)
{
    return (L->rho <= MEANS_NEAR_RATIO * R->rho) & (R->rho <= MEANS_NEAR_RATIO * L->rho)
         & (L->b <= MEANS_NEAR_RATIO * R->b) & (R->b <= MEANS_NEAR_RATIO * L->b);
}
