/* io/view.c -- reads the solution in either precision. */
#include "io/view.h"

void view_element(const struct view *v, int n, int e, double q[NFIELDS][MAX_NP])
{
    const int nq = v->lgl->degree + 1, np = nq * nq * nq;
    const size_t at = (size_t)e * NFIELDS * np;

    for (int k = 0; k < NFIELDS; ++k)
        for (int i = 0; i < np; ++i)
            q[k][i] = v->sizeof_real == sizeof(float)
                          ? (double)((const float *)v->q[n])[at + (size_t)k * np + i]
                          : ((const double *)v->q[n])[at + (size_t)k * np + i];
}
