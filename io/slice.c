/* io/slice.c -- samples elements on a plane. */
#include "io/slice.h"
#include "base/degrees.h"
#include "base/memory.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* A point this far outside of an element, in reference coordinates, is still taken for inside. */
static const double SLACK = 1e-9;

enum status plane_parse(const char *text, struct plane *p)
{
    const int axis = tolower((unsigned char)text[0]) - 'x';
    char *end;

    if (axis < 0 || axis > 2 || text[1] != '=' || isspace((unsigned char)text[2]))
        FAIL(BAD_INPUT, "slice %s is not a plane; write x=, y= or z= and a position in metres, as "
             "y=0", text);
    const double at = strtod(text + 2, &end);
    if (end == text + 2 || *end || !isfinite(at))
        FAIL(BAD_INPUT, "slice %s: %s is not a position in metres", text, text + 2);
    *p = (struct plane){ axis, at };
    return OK;
}

enum status slice_new(struct slice *s, struct plane p, const double lower[3], const double upper[3])
{
    const double slack = SLACK * (upper[p.axis] - lower[p.axis]);

    if (p.at < lower[p.axis] - slack || p.at > upper[p.axis] + slack)
        FAIL(BAD_INPUT, "slice %c=%g is outside of the mesh, where %c goes from %g to %g m",
             "xyz"[p.axis], p.at, "xyz"[p.axis], lower[p.axis], upper[p.axis]);
    *s = (struct slice){ .plane = p, .a = p.axis == 0, .b = p.axis == 2 ? 1 : 2 };
    s->lower[0] = lower[s->a], s->upper[0] = upper[s->a];
    s->lower[1] = lower[s->b], s->upper[1] = upper[s->b];
    return OK;
}

void slice_set_size(struct slice *s, int width, int height)
{
    const size_t n = (size_t)width * (size_t)height;

    slice_free(s);
    s->width  = width;
    s->height = height;
    s->values = NEW(double, n);
    s->counts = NEW(unsigned char, n);
    for (size_t i = 0; i < n; ++i)
        s->values[i] = NAN;
}

void slice_free(struct slice *s)
{
    free(s->values);
    free(s->counts);
    s->values = NULL;
    s->counts = NULL;
}

/* The box around an element: the polynomial of a curved one can stick out beyond its nodes. */
static void find_box(int nq, const double (*X)[3], double low[3], double high[3])
{
    static const double BEYOND = 0.1;
    for (int k = 0; k < 3; ++k) {
        low[k] = high[k] = X[0][k];
        for (int i = 1; i < nq * nq * nq; ++i) {
            low[k]  = fmin(low[k], X[i][k]);
            high[k] = fmax(high[k], X[i][k]);
        }
    }
    const double margin = nq > 2 ? BEYOND : SLACK;
    for (int k = 0; k < 3; ++k) {
        const double more = margin * (high[k] - low[k]);
        low[k] -= more, high[k] += more;
    }
}

int slice_meets(const struct slice *s, int nq, const double (*X)[3])
{
    double low[3], high[3];
    find_box(nq, X, low, high);
    return low[s->plane.axis] <= s->plane.at && s->plane.at <= high[s->plane.axis];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; ++k)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* l[j] = value at x of the Lagrange polynomial of node j. */
static void lagrange(int nq, const double *nodes, double x, double l[MAX_NQ])
{
    for (int j = 0; j < nq; ++j) {
        l[j] = 1;
        for (int m = 0; m < nq; ++m)
            if (m != j) l[j] *= (x - nodes[m]) / (nodes[j] - nodes[m]);
    }
}

/* The element polynomial whose values at the nodes are `apart` doubles from each other, given the
 * Lagrange polynomials of each direction at the point. */
static double evaluate(int nq, double l[3][MAX_NQ], const double *values, int apart)
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

/* An element that is searched for points: its nodes, and the affine map through four corners. */
struct cell {
    int nq, is_affine;
    const double *nodes, (*X)[3];
    double center[3], inverse[3][3]; /* xi_d = inverse[d] . (x - center) */
};

static int is_affine(const struct cell *c, double dx[3][3])
{
    double largest = 0, worst = 0;
    for (int i = 0; i < c->nq * c->nq * c->nq; ++i)
        for (int k = 0; k < 3; ++k) {
            const double x = c->center[k] + c->nodes[i % c->nq] * dx[0][k]
                           + c->nodes[i / c->nq % c->nq] * dx[1][k]
                           + c->nodes[i / (c->nq * c->nq)] * dx[2][k];
            worst   = fmax(worst, fabs(x - c->X[i][k]));
            largest = fmax(largest, fabs(c->X[i][k]));
        }
    return worst <= 1e-12 * largest;
}

static struct cell cell_new(int nq, const double *nodes, const double (*X)[3])
{
    struct cell c = { .nq = nq, .nodes = nodes, .X = X };
    const int end[3] = { nq - 1, nq * (nq - 1), nq * nq * (nq - 1) };
    double dx[3][3];
    for (int k = 0; k < 3; ++k) {
        c.center[k] = X[0][k];
        for (int d = 0; d < 3; ++d) {
            dx[d][k] = 0.5 * (X[end[d]][k] - X[0][k]);
            c.center[k] += dx[d][k];
        }
    }
    for (int d = 0; d < 3; ++d) {
        double normal[3], volume = 0;
        cross(dx[(d + 1) % 3], dx[(d + 2) % 3], normal);
        for (int k = 0; k < 3; ++k)
            volume += normal[k] * dx[d][k];
        for (int k = 0; k < 3; ++k)
            c.inverse[d][k] = normal[k] / volume;
    }
    c.is_affine = is_affine(&c, dx);
    return c;
}

static void add_affine(const struct cell *c, const double far[3], double xi[3])
{
    for (int d = 0; d < 3; ++d)
        for (int k = 0; k < 3; ++k)
            xi[d] += c->inverse[d][k] * far[k];
}

/* The reference point of x; 0 where x is outside. A curved element is searched by a fixed-slope
 * iteration first and, as it may not contract, at most so many times. */
static int cell_find(const struct cell *c, const double x[3], double xi[3], double l[3][MAX_NQ])
{
    enum { MOST = 60 };
    static const double CLOSE = 1e-11;
    double far[3], step = INFINITY;
    for (int k = 0; k < 3; ++k)
        far[k] = x[k] - c->center[k], xi[k] = 0;
    add_affine(c, far, xi);
    for (int n = 0; !c->is_affine && step > CLOSE; ++n) {
        const double last[3] = { xi[0], xi[1], xi[2] };
        if (n == MOST) return 0;
        for (int d = 0; d < 3; ++d) {
            if (!(fabs(xi[d]) <= 3)) return 0;
            lagrange(c->nq, c->nodes, xi[d], l[d]);
        }
        for (int k = 0; k < 3; ++k)
            far[k] = x[k] - evaluate(c->nq, l, &c->X[0][k], 3);
        add_affine(c, far, xi);
        step = fmax(fabs(xi[0] - last[0]), fmax(fabs(xi[1] - last[1]), fabs(xi[2] - last[2])));
    }
    for (int d = 0; d < 3; ++d) {
        if (!(fabs(xi[d]) <= 1 + SLACK)) return 0;
        lagrange(c->nq, c->nodes, fmin(fmax(xi[d], -1), 1), l[d]);
    }
    return 1;
}

/* The pixels whose centres may lie in [low, high] along direction d of the slice. */
static void pixels_between(const struct slice *s, int d, double low, double high, int *first,
                           int *end)
{
    const int n = d == 0 ? s->width : s->height;
    const double pixel = (s->upper[d] - s->lower[d]) / n;
    *first = (int)fmax(0, floor((low - s->lower[d]) / pixel - 0.5));
    *end   = (int)fmin(n, ceil((high - s->lower[d]) / pixel + 0.5));
}

void slice_add(struct slice *s, int nq, const double *nodes, const double (*X)[3],
               const double *values)
{
    double low[3], high[3];
    int first[2], end[2];

    if (!slice_meets(s, nq, X)) return;
    const struct cell cell = cell_new(nq, nodes, X);
    find_box(nq, X, low, high);
    pixels_between(s, 0, low[s->a], high[s->a], &first[0], &end[0]);
    pixels_between(s, 1, low[s->b], high[s->b], &first[1], &end[1]);
    for (int j = first[1]; j < end[1]; ++j)
        for (int i = first[0]; i < end[0]; ++i) {
            double x[3], xi[3], l[3][MAX_NQ];
            x[s->plane.axis] = s->plane.at;
            x[s->a] = s->lower[0] + (i + 0.5) / s->width * (s->upper[0] - s->lower[0]);
            x[s->b] = s->lower[1] + (j + 0.5) / s->height * (s->upper[1] - s->lower[1]);
            if (!cell_find(&cell, x, xi, l)) continue;

            const size_t at = (size_t)j * (size_t)s->width + (size_t)i;
            const double value = evaluate(nq, l, values, 1);
            s->values[at] = s->counts[at]++
                                ? s->values[at] + (value - s->values[at]) / s->counts[at]
                                : value;
        }
}

void slice_range(const struct slice *s, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; ++i) {
        *low  = fmin(*low, s->values[i]); /* fmin and fmax leave out a NAN */
        *high = fmax(*high, s->values[i]);
    }
}
