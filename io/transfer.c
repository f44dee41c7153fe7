/* io/transfer.c -- interpolation upwards, L2 projection downwards; integrals stay. */
#include "io/transfer.h"
#include <string.h>
#include "base/sum.h"
#include "mesh/metrics.h"

/* p[k] = P_k(x), k = 0 .. n */
static void legendre(int n, double x, double p[MAX_NQ])
{
    p[0] = 1, p[1] = x;
    for (int k = 2; k <= n; ++k) p[k] = ((2 * k - 1) * x * p[k - 1] - (k - 1) * p[k - 2]) / k;
}

/* The projection of l_j onto P_0 .. P_n, with coefficients (2k + 1)/2 int P_k l_j. The quadrature of
 * the m + 1 nodes of l_j is exact for the integrand, of degree n + m <= 2m - 1: it has one term. */
static void project(struct transfer *t)
{
    const int n = t->to.degree, m = t->from.degree;
    double at[MAX_NQ], of[MAX_NQ];
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= m; ++j) {
            double sum = 0;
            legendre(n, t->to.x[i], at);
            legendre(n, t->from.x[j], of);
            for (int k = 0; k <= n; ++k) sum += (2 * k + 1) / 2.0 * at[k] * of[k];
            t->T[i][j] = t->from.w[j] * sum;
        }
}

void transfer_new(struct transfer *t, int from, int to)
{
    memset(t, 0, sizeof *t);
    lgl_new(&t->from, from);
    lgl_new(&t->to, to);
    if (to < from)
        project(t);
    else
        for (int i = 0; i <= to; ++i) lgl_interpolate(&t->from, t->to.x[i], t->T[i]);
}

/* b = T along the slowest direction of a[from][columns], which becomes the fastest of b: after three
 * times all directions stand as before. */
static void apply(const struct transfer *t, int columns, const double *a, double *b)
{
    const int from = t->from.degree + 1, to = t->to.degree + 1;
    for (int c = 0; c < columns; ++c)
        for (int i = 0; i < to; ++i) {
            double sum = 0;
            for (int j = 0; j < from; ++j) sum += t->T[i][j] * a[j * columns + c];
            b[c * to + i] = sum;
        }
}

/* w[n] = weight times J of each node; the sum is the volume, m^3. */
static double weigh(const struct mesh *m, const struct element *e, const struct lgl *lgl,
                    double w[MAX_NP])
{
    const int nq = lgl->degree + 1;
    double X[MAX_NP][3];
    struct metrics metrics;
    struct sum volume = { 0, 0 };
    mesh_nodes(m, e, lgl, X);
    metrics_new(lgl, X, &metrics);
    for (int n = 0; n < nq * nq * nq; ++n) {
        w[n] = lgl->w[n % nq] * lgl->w[n / nq % nq] * lgl->w[n / (nq * nq)] * metrics.J[n];
        sum_add(&volume, w[n]);
    }
    return sum_value(&volume);
}

/* Adds sign * sum w q. */
static void integrate(struct sum *sum, double sign, const double *w, const double *q, int np)
{
    for (int n = 0; n < np; ++n) sum_add(sum, sign * w[n] * q[n]);
}

void transfer_element(const struct transfer *t, const struct mesh *m, const struct element *e,
                      double (*q)[MAX_NP], double (*r)[MAX_NP])
{
    const int from = t->from.degree + 1, to = t->to.degree + 1;
    const int np_from = from * from * from, np_to = to * to * to;
    double a[MAX_NP], b[MAX_NP], w_from[MAX_NP], w_to[MAX_NP];
    weigh(m, e, &t->from, w_from);
    const double volume = weigh(m, e, &t->to, w_to);
    for (int k = 0; k < NFIELDS; ++k) {
        struct sum lost = { 0, 0 };
        apply(t, from * from, q[k], a);
        apply(t, from * to, a, b);
        apply(t, to * to, b, r[k]);
        integrate(&lost, 1, w_from, q[k], np_from);
        integrate(&lost, -1, w_to, r[k], np_to);
        const double constant = sum_value(&lost) / volume;
        for (int n = 0; n < np_to; ++n) r[k][n] += constant;
    }
}
