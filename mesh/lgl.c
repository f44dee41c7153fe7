/* mesh/lgl.c -- Legendre-Gauss-Lobatto nodes by Newton's method in extended precision. */
#include "mesh/lgl.h"
#include <math.h>
#include <stddef.h>
#include "base/error.h"

/* P_N(x), and P_N'(x) where asked. */
static long double legendre(int N, long double x, long double *derivative)
{
    long double p0 = 1, p1 = x;
    for (int n = 2; n <= N; ++n) {
        const long double p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;
        p0 = p1, p1 = p2;
    }
    if (derivative) *derivative = N * (p0 - x * p1) / (1 - x * x);
    return p1;
}

/* Inner nodes are the roots of P_N'. (1 - x^2) P_N'' = 2 x P_N' - N (N + 1) P_N. */
static long double inner_node(int N, int i)
{
    long double x = -cosl(acosl(-1.0L) * i / N);
    for (int iteration = 0; iteration < 50; ++iteration) {
        long double d1;
        const long double p = legendre(N, x, &d1);
        const long double d2 = (2 * x * d1 - N * (N + 1) * p) / (1 - x * x);
        x -= d1 / d2;
        if (fabsl(d1 / d2) < 1e-19L) break;
    }
    return x;
}

void lgl_new(struct lgl *lgl, int degree)
{
    const int N = degree;
    long double x[MAX_NQ], bary[MAX_NQ];
    REQUIRE(MIN_DEGREE <= N && N <= MAX_DEGREE, "no nodes of degree %d", N);

    *lgl = (struct lgl){ .degree = N };
    x[0] = -1, x[N] = 1;
    for (int i = 1; i < N; ++i)
        x[i] = inner_node(N, i);
    for (int i = 0; i <= N / 2; ++i) { /* symmetric to the last bit */
        const long double half = (x[N - i] - x[i]) / 2;
        x[i] = -half, x[N - i] = half;
    }
    for (int i = 0; i <= N; ++i) {
        const long double p = legendre(N, x[i], NULL);
        lgl->x[i] = (double)x[i];
        lgl->w[i] = (double)(2 / (N * (N + 1) * p * p));
        bary[i] = 1;
        for (int j = 0; j <= N; ++j)
            if (j != i) bary[i] /= x[i] - x[j];
    }
    for (int i = 0; i <= N; ++i)
        for (int j = 0; j <= N; ++j)
            if (j != i) lgl->D[i][j] = (double)(bary[j] / bary[i] / (x[i] - x[j]));
    for (int i = 0; i <= N; ++i) { /* antisymmetric under reversal, rows that sum to zero */
        for (int j = 0; j <= N; ++j)
            if (j != i) lgl->D[N - i][N - j] = -lgl->D[i][j];
    }
    for (int i = 0; i <= N; ++i) {
        long double sum = 0;
        for (int j = 0; j <= N; ++j)
            if (j != i) sum += (long double)lgl->D[i][j];
        lgl->D[i][i] = (double)-sum;
    }
    if (N % 2 == 0) lgl->D[N / 2][N / 2] = 0;
}

void lgl_interpolate(const struct lgl *lgl, double x, double l[MAX_NQ])
{
    const int N = lgl->degree;
    for (int j = 0; j <= N; ++j) {
        l[j] = 1;
        for (int m = 0; m <= N; ++m)
            if (m != j) l[j] *= (x - lgl->x[m]) / (lgl->x[j] - lgl->x[m]);
    }
}
