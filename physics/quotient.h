#pragma once
/* physics/quotient.h -- quotients and roots in formulas that run once a pair of nodes.
 *
 * A core divides. A GPU takes its hardware's approximation and, in double precision, one cubic
 * Newton step to full accuracy: no branch, no special cases. Zero and infinity give NaN there,
 * which the look at the new state finds.
 */
#include "base/real.h"

#ifdef __CUDA_ARCH__
#if REAL_BITS == 64
HD real inverse(real x)
{
    real r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    const real e = fma(-x, r, (real)1);
    return fma(r, fma(e, e, e), r);
}

HD real root(real x)
{
    real r;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    const real e = fma(-x * r, r, (real)1), s = x * r;
    return fma(s, e * fma((real)0.375, e, (real)0.5), s);
}
#else
HD real inverse(real x)
{
    real r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

HD real root(real x)
{
    real r;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}
#endif
HD real quotient(real a, real b) { return a * inverse(b); }
#else
HD real inverse(real x) { return 1 / x; }
HD real root(real x) { return sqrt(x); }
HD real quotient(real a, real b) { return a / b; }
#endif
