#pragma once
/* physics/logmean.h -- the logarithmic mean {{a}}_log = (b - a)/(ln b - ln a), paper eq. (3).
 *
 * Logarithms come ready-made: they are taken once a node, not once a pair (paper Sec. 4.1). Near
 * a = b the quotient is 0/0; there we use the series of Ismail & Roe (2009), App. B, in
 * u = f^2, f = (b - a)/(b + a): ln b - ln a = 2 atanh f = f (2 + 2/3 u + 2/5 u^2 + ...).
 * The branch point balances the truncated series against the cancellation in ln b - ln a, which is
 * large for the SI values of b = rho/(2p), about 6e-6. Both branches are evaluated and one is
 * selected, so that loops over pairs vectorise. All functions want a, b > 0 and are symmetric to
 * the last bit.
 */
#include "base/real.h"

#if REAL_BITS == 64
#define LOGMEAN_SERIES_BELOW ((real)1e-2) /* truncation u^8/17 = 6e-18 */
#else
#define LOGMEAN_SERIES_BELOW ((real)4e-2) /* truncation u^5/11 = 9e-9  */
#endif

/** 2 atanh(f)/f as a series in u = f^2. */
HD real logmean_series(real u)
{
#if REAL_BITS == 64
    return 2 + u * ((real)2 / 3 + u * ((real)2 / 5 + u * ((real)2 / 7 + u * ((real)2 / 9
             + u * ((real)2 / 11 + u * ((real)2 / 13 + u * ((real)2 / 15)))))));
#else
    return 2 + u * ((real)2 / 3 + u * ((real)2 / 5 + u * ((real)2 / 7 + u * ((real)2 / 9))));
#endif
}

/** {{a}}_log. */
HD real logmean(real a, real b, real log_a, real log_b)
{
    const real sum = a + b, diff = b - a, f = diff / sum, u = f * f;
    const real series = logmean_series(u), log_diff = log_b - log_a;
    const int far = u >= LOGMEAN_SERIES_BELOW;
    return (far ? diff : sum) / (far ? log_diff : series);
}

/** 1/{{a}}_log. */
HD real logmean_inverse(real a, real b, real log_a, real log_b)
{
    const real sum = a + b, diff = b - a, f = diff / sum, u = f * f;
    const real series = logmean_series(u), log_diff = log_b - log_a;
    const int far = u >= LOGMEAN_SERIES_BELOW;
    return (far ? log_diff : series) / (far ? diff : sum);
}

/* Without logarithms at all: minimax polynomials in u for ratios b/a up to MEANS_NEAR_RATIO, that
 * is u <= 1/9, with the value at u = 0 held exact. Largest relative errors 5e-17 and 9e-18 in
 * double, 4e-9 and 1e-9 in single. docs/decisions/2026-11-30-means-without-logarithms.md says how
 * they were made. */
#define MEANS_NEAR_RATIO ((real)2)
#define MEANS_WIDE_RATIO ((real)4)

/** 2 atanh(f)/f, u = f^2: {{a}}_log = (a + b)/logmean_near(u). */
HD real logmean_near(real u)
{
#if REAL_BITS == 64
    real s = (real)0.177397889174477031;
    s = mul_add(s, u, (real)0.0990280685170674216);
    s = mul_add(s, u, (real)0.1358631694925624);
    s = mul_add(s, u, (real)0.153642952566442129);
    s = mul_add(s, u, (real)0.181828140871720267);
    s = mul_add(s, u, (real)0.222221929042255);
    s = mul_add(s, u, (real)0.285714290580030781);
    s = mul_add(s, u, (real)0.399999999960496782);
    s = mul_add(s, u, (real)0.666666666666776944);
    return mul_add(s, u, 2);
#else
    real s = 0.280119530739311243f;
    s = mul_add(s, u, 0.280018134110688911f);
    s = mul_add(s, u, 0.40021526646906457f);
    s = mul_add(s, u, 0.666664162978928235f);
    return mul_add(s, u, 2);
#endif
}

/** Its inverse: {{a}}_log = (a + b) logmean_near_inverse(u). */
HD real logmean_near_inverse(real u)
{
#if REAL_BITS == 64
    real s = (real)-0.00784286573803834143;
    s = mul_add(s, u, (real)-0.00480667700109198104);
    s = mul_add(s, u, (real)-0.00685950190177274572);
    s = mul_add(s, u, (real)-0.00838507725155610187);
    s = mul_add(s, u, (real)-0.0108988293434744161);
    s = mul_add(s, u, (real)-0.0150969891456838255);
    s = mul_add(s, u, (real)-0.0232804234906146466);
    s = mul_add(s, u, (real)-0.0444444444427302392);
    s = mul_add(s, u, (real)-0.166666666666671479);
    return mul_add(s, u, (real)0.5);
#else
    real s = -0.0185299005271162027f;
    s = mul_add(s, u, -0.0229426204340826058f);
    s = mul_add(s, u, -0.0444572608771820548f);
    s = mul_add(s, u, -0.166666516515325775f);
    return mul_add(s, u, (real)0.5);
#endif
}
