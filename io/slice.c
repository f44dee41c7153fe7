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

/* Half the extent of an element along an axis. */
static double half_extent(const struct element *e, int axis)
{
    return fabs(e->dx[0][axis]) + fabs(e->dx[1][axis]) + fabs(e->dx[2][axis]);
}

int slice_meets(const struct slice *s, const struct element *e)
{
    const int axis = s->plane.axis;
    return fabs(s->plane.at - e->center[axis]) <= (1 + SLACK) * half_extent(e, axis);
}

static void cross(const double a[3], const double b[3], double c[3])
{
    for (int k = 0; k < 3; ++k)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* rows of the inverse map: xi_d = inverse[d] . (x - center) */
static void invert(const struct element *e, double inverse[3][3])
{
    for (int d = 0; d < 3; ++d) {
        double normal[3], volume = 0;
        cross(e->dx[(d + 1) % 3], e->dx[(d + 2) % 3], normal);
        for (int k = 0; k < 3; ++k)
            volume += normal[k] * e->dx[d][k];
        for (int k = 0; k < 3; ++k)
            inverse[d][k] = normal[k] / volume;
    }
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

/* The element polynomial at xi. */
static double evaluate(int nq, const double *nodes, const double *values, const double xi[3])
{
    double l[3][MAX_NQ], sum = 0;
    for (int d = 0; d < 3; ++d)
        lagrange(nq, nodes, xi[d], l[d]);
    for (int k = 0; k < nq; ++k)
        for (int j = 0; j < nq; ++j) {
            double line = 0;
            for (int i = 0; i < nq; ++i)
                line += l[0][i] * values[i + nq * (j + nq * k)];
            sum += line * l[1][j] * l[2][k];
        }
    return sum;
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

void slice_add(struct slice *s, const struct element *e, int nq, const double *nodes,
               const double *values)
{
    const double ra = half_extent(e, s->a), rb = half_extent(e, s->b);
    double inverse[3][3];
    int first[2], end[2];

    if (!slice_meets(s, e)) return;
    invert(e, inverse);
    pixels_between(s, 0, e->center[s->a] - ra, e->center[s->a] + ra, &first[0], &end[0]);
    pixels_between(s, 1, e->center[s->b] - rb, e->center[s->b] + rb, &first[1], &end[1]);
    for (int j = first[1]; j < end[1]; ++j)
        for (int i = first[0]; i < end[0]; ++i) {
            double x[3], xi[3];
            int is_inside = 1;
            x[s->plane.axis] = s->plane.at;
            x[s->a] = s->lower[0] + (i + 0.5) / s->width * (s->upper[0] - s->lower[0]);
            x[s->b] = s->lower[1] + (j + 0.5) / s->height * (s->upper[1] - s->lower[1]);
            for (int d = 0; d < 3; ++d) {
                xi[d] = 0;
                for (int k = 0; k < 3; ++k)
                    xi[d] += inverse[d][k] * (x[k] - e->center[k]);
                is_inside = is_inside && fabs(xi[d]) <= 1 + SLACK;
                xi[d] = fmin(fmax(xi[d], -1), 1);
            }
            if (!is_inside) continue;

            const size_t at = (size_t)j * (size_t)s->width + (size_t)i;
            const double value = evaluate(nq, nodes, values, xi);
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
