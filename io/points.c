/* io/points.c -- finds points in the mesh and writes what the fields are there. */
#include "io/points.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "io/csv.h"
#include "mesh/metrics.h"

/* A point this far outside of an element, in reference coordinates, is still taken for inside. */
static const double SLACK = 1e-9;

/* -- where points are -------------------------------------------------------------------------- */

/* The polynomial through values at nodes `apart` doubles from each other. */
static double evaluate(int nq, const double l[3][MAX_NQ], const double *values, int apart)
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

/* Whether x can be in the element: the polynomial of a curved one sticks out beyond its nodes. */
static int is_near(int np, const double (*X)[3], const double x[3])
{
    static const double BEYOND = 0.1;
    for (int c = 0; c < 3; ++c) {
        double low = X[0][c], high = X[0][c];
        for (int i = 1; i < np; ++i) {
            low = fmin(low, X[i][c]);
            high = fmax(high, X[i][c]);
        }
        const double margin = BEYOND * (high - low);
        if (!(low - margin <= x[c] && x[c] <= high + margin)) return 0;
    }
    return 1;
}

/* dl[j] = derivative at the point of the Lagrange polynomial of node j, from its values there. */
static void differentiate(const struct lgl *lgl, const double l[MAX_NQ], double dl[MAX_NQ])
{
    for (int j = 0; j <= lgl->degree; ++j) {
        dl[j] = 0;
        for (int i = 0; i <= lgl->degree; ++i)
            dl[j] += l[i] * lgl->D[i][j];
    }
}

/* slope[d] = d X / d xi_d at the point with the Lagrange polynomials l. */
static void slopes_at(const struct lgl *lgl, const double (*X)[3], const double l[3][MAX_NQ],
                      double slope[3][3])
{
    for (int d = 0; d < 3; ++d) {
        double with[3][MAX_NQ];
        memcpy(with, l, sizeof with);
        differentiate(lgl, l[d], with[d]);
        for (int c = 0; c < 3; ++c)
            slope[d][c] = evaluate(lgl->degree + 1, (const double (*)[MAX_NQ])with, &X[0][c], 3);
    }
}

static double determinant(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
         + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Newton's iteration for the reference point of x, from the middle of the element; 0 where it leads
 * outside. Leaves the Lagrange polynomials at the point in l. */
static int find_in(const struct lgl *lgl, const double (*X)[3], const double x[3],
                   double l[3][MAX_NQ])
{
    enum { MOST = 50 };
    static const double CLOSE = 1e-12;
    double xi[3] = { 0, 0, 0 }, step = INFINITY;

    for (int n = 0; step > CLOSE && n < MOST; ++n) {
        double far[3], slope[3][3];
        for (int d = 0; d < 3; ++d) lgl_interpolate(lgl, xi[d], l[d]);
        slopes_at(lgl, X, (const double (*)[MAX_NQ])l, slope);
        for (int c = 0; c < 3; ++c)
            far[c] = x[c] - evaluate(lgl->degree + 1, (const double (*)[MAX_NQ])l, &X[0][c], 3);
        const double J = determinant(slope[0], slope[1], slope[2]);
        const double change[3] = { determinant(far, slope[1], slope[2]) / J,
                                   determinant(slope[0], far, slope[2]) / J,
                                   determinant(slope[0], slope[1], far) / J };
        step = fmax(fabs(change[0]), fmax(fabs(change[1]), fabs(change[2])));
        for (int d = 0; d < 3; ++d) {
            xi[d] += change[d];
            if (!(fabs(xi[d]) <= 3)) return 0; /* on its way to nowhere, or not a number */
        }
    }
    if (step > SLACK) return 0;
    for (int d = 0; d < 3; ++d) {
        if (fabs(xi[d]) > 1 + SLACK) return 0;
        lgl_interpolate(lgl, fmin(fmax(xi[d], -1), 1), l[d]);
    }
    return 1;
}

/* Looks for the points that nobody has found yet. */
static int find_points_in(point_list *points, const struct mesh *m, const struct lgl *lgl, int n,
                          int e)
{
    const int nq = lgl->degree + 1;
    double X[MAX_NP][3];
    int found = 0;

    mesh_nodes(m, &m->partitions.at[n].elements[e], lgl, X);
    for_each (struct point, p, *points)
        if (p->element < 0 && is_near(nq * nq * nq, (const double (*)[3])X, p->x) &&
            find_in(lgl, (const double (*)[3])X, p->x, p->l))
            p->partition = n, p->element = e, ++found;
    return found;
}

enum status points_find(point_list *points, const char *key, const struct mesh *m,
                        const struct lgl *lgl)
{
    int left = points->n;

    for_each (struct point, p, *points) p->element = -1;
    for (int n = 0; n < m->partitions.n && left > 0; ++n)
        for (int e = 0; e < m->partitions.at[n].num_elements && left > 0; ++e)
            left -= find_points_in(points, m, lgl, n, e);
    for_each (const struct point, p, *points)
        if (p->element < 0)
            FAIL(BAD_INPUT, "%s: point [%.15g, %.15g, %.15g] is outside of the mesh, whose box is "
                 "[%g, %g, %g] to [%g, %g, %g] m", key, p->x[0], p->x[1], p->x[2],
                 m->spec.lower[0], m->spec.lower[1], m->spec.lower[2], m->spec.upper[0],
                 m->spec.upper[1], m->spec.upper[2]);
    return OK;
}

/* -- what fields are there --------------------------------------------------------------------- */

double point_value(const struct view *v, const struct quantity *f, const struct point *p)
{
    double values[MAX_NP];
    quantity_values(v, f, p->partition, p->element, values);
    return evaluate(v->lgl->degree + 1, p->l, values, 1);
}

/* Names hold no comma: "w (m/s) at 0 0 260". */
static char *header_new(const struct points_table *t)
{
    char *header = NULL;
    size_t size;
    FILE *out = open_memstream(&header, &size);

    REQUIRE(out, "no memory for the header of points.csv");
    fputs("step,time_s", out);
    for_each (const struct point, p, *t->points)
        for (int i = 0; i < t->num_names; ++i) {
            const struct quantity *f = quantity_find(t->names[i]);
            const int has_unit = f->unit[0] != '\0';
            fprintf(out, ",%s%s%s%s at %.15g %.15g %.15g", f->name, has_unit ? " (" : "", f->unit,
                    has_unit ? ")" : "", p->x[0], p->x[1], p->x[2]);
        }
    putc('\n', out);
    fclose(out);
    return header;
}

enum status points_open(FILE **f, const char *folder, int64_t keep_to,
                        const struct points_table *t)
{
    char path[4096];
    char *header = header_new(t);
    snprintf(path, sizeof path, "%s/points.csv", folder);
    const enum status status = csv_open(f, path, header, keep_to);
    free(header);
    return status;
}

enum status points_write(FILE *f, int64_t step, const struct view *v, const struct points_table *t)
{
    fprintf(f, "%" PRId64 ",%.9g", step, v->time);
    for_each (const struct point, p, *t->points)
        for (int i = 0; i < t->num_names; ++i)
            fprintf(f, ",%.9g", point_value(v, quantity_find(t->names[i]), p));
    putc('\n', f);
    return csv_flush(f, "points.csv");
}

enum status points_close(FILE *f) { return csv_close(f, "points.csv"); }
