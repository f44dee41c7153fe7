#pragma once
/* physics/logmean.h -- the logarithmic mean {{a}}_log = (b - a)/(ln b - ln a), paper eq. (3).
 *
 * Logarithms come ready-made: they are taken once a node, not once a pair (paper Sec. 4.1). Near
 * a = b the quotient is 0/0; there we use the series of Ismail & Roe (2009), App. B, in
 * u = f^2, f = (b - a)/(b + a): ln b - ln a = 2 atanh f = f (2 + 2/3 u + 2/5 u^2 + ...).
 * The branch point balances the truncated series against the cancellation in ln b - ln a, which is
 * large for the SI values of b = rho/(2p), about 6e-6. Both branches are evaluated and one is
 * selected, so that loops over pairs vectorise. All functions want a, b > 0 and are symmetric (the
 * jump antisymmetric) to the last bit.
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

/** ln b - ln a, without cancellation where a and b are close. */
HD real log_jump(real a, real b, real log_a, real log_b)
{
    const real f = (b - a) / (a + b), u = f * f;
    const real near = f * logmean_series(u), far = log_b - log_a;
    return u >= LOGMEAN_SERIES_BELOW ? far : near;
}
