/* io/cell.c -- Newton's iteration for the reference point of a position. */
#include "io/cell.h"
#include <math.h>
#include <string.h>

/* A point this far outside of an element, in reference coordinates, is still taken for inside. */
static const double SLACK = 1e-9;

/* l[j] = value at x of the Lagrange polynomial of node j. */
static void lagrange(const struct cell_nodes *n, double x, double l[MAX_NQ])
{
    for (int j = 0; j < n->nq; ++j) {
        l[j] = 1;
        for (int m = 0; m < n->nq; ++m)
            if (m != j) l[j] *= (x - n->x[m]) / (n->x[j] - n->x[m]);
    }
}

struct cell_nodes cell_nodes_new(int nq, const double *x)
{
    struct cell_nodes n = { .nq = nq };
    double weight[MAX_NQ]; /* barycentric */
    memcpy(n.x, x, (size_t)nq * sizeof *x);
    for (int j = 0; j < nq; ++j) {
        weight[j] = 1;
        for (int m = 0; m < nq; ++m)
            if (m != j) weight[j] /= x[j] - x[m];
    }
    for (int i = 0; i < nq; ++i)
        for (int j = 0; j < nq; ++j) {
            if (j == i) continue;
            n.D[i][j] = weight[j] / weight[i] / (x[i] - x[j]);
            n.D[i][i] -= n.D[i][j];
        }
    return n;
}

double cell_value(int nq, const double l[3][MAX_NQ], const double *values, int apart)
{
    double sum = 0;
    for (int k = 0; k < nq; ++k)
        for (int j = 0; j < nq; ++j) {
            double line = 0;
            for (int i = 0; i < nq; ++i)
                line += l[0][i] * values[apart * (i + nq * (j + nq * k))];
            sum += line * l[1][j] * l[2][k];
        }
    return sum;
}

/* slope[d] = d X / d xi_d at the point with the Lagrange polynomials l. */
static void slopes_at(const struct cell *c, const double l[3][MAX_NQ], double slope[3][3])
{
    const struct cell_nodes *n = c->nodes;
    for (int d = 0; d < 3; ++d) {
        double with[3][MAX_NQ];
        memcpy(with, l, sizeof with);
        for (int j = 0; j < n->nq; ++j) {
            with[d][j] = 0;
            for (int i = 0; i < n->nq; ++i) with[d][j] += l[d][i] * n->D[i][j];
        }
        for (int m = 0; m < 3; ++m)
            slope[d][m] = cell_value(n->nq, (const double (*)[MAX_NQ])with, &c->X[0][m], 3);
    }
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; ++k)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* Rows of the inverse of the map with these slopes. */
static void invert(double slope[3][3], double inverse[3][3])
{
    for (int d = 0; d < 3; ++d) {
        double normal[3], volume = 0;
        cross(slope[(d + 1) % 3], slope[(d + 2) % 3], normal);
        for (int k = 0; k < 3; ++k) volume += normal[k] * slope[d][k];
        for (int k = 0; k < 3; ++k) inverse[d][k] = normal[k] / volume;
    }
}

static void find_box(struct cell *c)
{
    static const double BEYOND = 0.1;
    const int nq = c->nodes->nq;
    const double margin = c->is_affine || nq == 2 ? SLACK : BEYOND;
    for (int k = 0; k < 3; ++k) {
        double low = c->X[0][k], high = low;
        for (int i = 1; i < nq * nq * nq; ++i) {
            low  = fmin(low, c->X[i][k]);
            high = fmax(high, c->X[i][k]);
        }
        c->low[k]  = low - margin * (high - low);
        c->high[k] = high + margin * (high - low);
    }
}

static int is_affine(const struct cell *c, double slope[3][3])
{
    const struct cell_nodes *n = c->nodes;
    double largest = 0, worst = 0;
    for (int i = 0; i < n->nq * n->nq * n->nq; ++i)
        for (int k = 0; k < 3; ++k) {
            const double x = c->center[k] + n->x[i % n->nq] * slope[0][k]
                           + n->x[i / n->nq % n->nq] * slope[1][k]
                           + n->x[i / (n->nq * n->nq)] * slope[2][k];
            worst   = fmax(worst, fabs(x - c->X[i][k]));
            largest = fmax(largest, fabs(c->X[i][k]));
        }
    return worst <= 1e-12 * largest;
}

struct cell cell_new(const struct cell_nodes *nodes, const double (*X)[3])
{
    struct cell c = { .nodes = nodes, .X = X };
    const int nq = nodes->nq, end[3] = { nq - 1, nq * (nq - 1), nq * nq * (nq - 1) };
    double slope[3][3];
    for (int k = 0; k < 3; ++k) { /* the map through four corners */
        c.center[k] = X[0][k];
        for (int d = 0; d < 3; ++d) {
            slope[d][k] = 0.5 * (X[end[d]][k] - X[0][k]);
            c.center[k] += slope[d][k];
        }
    }
    c.is_affine = is_affine(&c, slope);
    invert(slope, c.inverse);
    find_box(&c);
    return c;
}

/* xi += inverse map of far; returns the largest step. */
static double step_by(double inverse[3][3], const double far[3], double xi[3])
{
    double largest = 0;
    for (int d = 0; d < 3; ++d) {
        double step = 0;
        for (int k = 0; k < 3; ++k) step += inverse[d][k] * far[k];
        xi[d] += step;
        largest = fmax(largest, fabs(step));
    }
    return largest;
}

int cell_find(const struct cell *c, const double x[3], double l[3][MAX_NQ])
{
    enum { MOST = 50 };
    static const double CLOSE = 1e-12, AWAY = 3;
    double xi[3] = { 0 }, far[3], step = INFINITY;

    for (int k = 0; k < 3; ++k) {
        if (!(c->low[k] <= x[k] && x[k] <= c->high[k])) return 0;
        far[k] = x[k] - c->center[k];
    }
    if (c->is_affine) {
        double inverse[3][3];
        memcpy(inverse, c->inverse, sizeof inverse);
        step_by(inverse, far, xi);
        step = 0;
    }
    for (int n = 0; step > CLOSE && n < MOST; ++n) {
        double slope[3][3], inverse[3][3];
        for (int d = 0; d < 3; ++d) {
            if (!(fabs(xi[d]) <= AWAY)) return 0; /* or not a number */
            lagrange(c->nodes, xi[d], l[d]);
        }
        const double (*at)[MAX_NQ] = (const double (*)[MAX_NQ])l;
        slopes_at(c, at, slope);
        invert(slope, inverse);
        for (int k = 0; k < 3; ++k) far[k] = x[k] - cell_value(c->nodes->nq, at, &c->X[0][k], 3);
        step = step_by(inverse, far, xi);
    }
    if (!(step <= SLACK)) return 0;
    for (int d = 0; d < 3; ++d) {
        if (!(fabs(xi[d]) <= 1 + SLACK)) return 0;
        lagrange(c->nodes, fmin(fmax(xi[d], -1), 1), l[d]);
    }
    return 1;
}
