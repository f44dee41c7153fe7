/* codelets/absorb_cpu.c -- the absorbing layer on a core. */
#include "codelets/absorb.h"

void EACH(absorb_cpu)(const struct absorb_args *a, real *RESTRICT q, const real *RESTRICT layer,
                      const int32_t *elements)
{
    const int nq = a->d->degree + 1, np = nq * nq * nq;
    const real dt = (real)a->dt;
    real gain[MAX_NP]; /* how far towards q0, 0 to 1 */

    for (int n = 0; n < a->num_elements; ++n) {
        const real *sigma = layer + (size_t)n * (1 + NFIELDS) * np, *q0 = sigma + np;
        real *qe = q + (size_t)elements[n] * NFIELDS * np;
        for (int i = 0; i < np; ++i)
            gain[i] = -expm1(-sigma[i] * dt);
        for (int v = 0; v < NFIELDS; ++v, qe += np, q0 += np)
            for (int i = 0; i < np; ++i)
                if (gain[i] > 0) qe[i] += gain[i] * (q0[i] - qe[i]); /* -0 + 0 would lose its sign */
    }
}
