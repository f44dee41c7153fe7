/* io/points.c -- finds points in the mesh and writes what the fields are there. */
#include "io/points.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/cell.h"
#include "io/csv.h"
#include "mesh/agree.h"
#include "mesh/metrics.h"

/* -- where points are -------------------------------------------------------------------------- */

/* Looks for the points that nobody has found yet. */
static int find_points_in(point_list *points, const struct mesh *m, const struct lgl *lgl,
                          const struct cell_nodes *nodes, int n, int e)
{
    double X[MAX_NP][3];
    int found = 0;

    mesh_nodes(m, &m->partitions.at[n].elements[e], lgl, X);
    const struct cell cell = cell_new(nodes, (const double (*)[3])X);
    for_each (struct point, p, *points)
        if (p->element < 0 && cell_find(&cell, p->x, p->l))
            p->partition = n, p->element = e, ++found;
    return found;
}

/* Ranks own elements in ascending order: of those that hold a point, the first keeps it. */
static void share_out(point_list *points, const struct mesh *m)
{
    char *mine = NEW(char, points->n);
    for (int i = 0; i < points->n; ++i) mine[i] = points->at[i].element >= 0;
    char *held = mesh_gather_ranks(m, mine, (size_t)points->n);
    for (int i = 0; i < points->n; ++i) {
        struct point *p = &points->at[i];
        for (p->rank = 0; p->rank < m->num_ranks && !held[p->rank * points->n + i];) ++p->rank;
        if (p->rank != m->rank) p->partition = p->element = -1;
    }
    free(held);
    free(mine);
}

enum status points_find(point_list *points, const char *key, const struct mesh *m,
                        const struct lgl *lgl)
{
    const struct cell_nodes nodes = cell_nodes_new(lgl->degree + 1, lgl->x);
    int left = points->n;

    for_each (struct point, p, *points) p->element = -1;
    for (int n = 0; n < m->partitions.n && left > 0; ++n)
        for (int e = 0; e < m->partitions.at[n].num_elements && left > 0; ++e)
            left -= find_points_in(points, m, lgl, &nodes, n, e);
    if (points->n > 0) share_out(points, m);
    for_each (const struct point, p, *points)
        if (p->rank == m->num_ranks)
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
    return cell_value(v->lgl->degree + 1, p->l, values, 1);
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

enum status points_check(const char *folder, const struct points_table *t)
{
    char path[4096];
    char *header = header_new(t);
    snprintf(path, sizeof path, "%s/points.csv", folder);
    const enum status status = csv_check(path, header);
    free(header);
    return status;
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

/* [points][names] on rank 0, what this rank has of it on others; the caller frees. */
static double *collect(const struct view *v, const struct points_table *t)
{
    double *values = NEW(double, (size_t)t->points->n * (size_t)t->num_names), *x = values;
    for_each (const struct point, p, *t->points) {
        for (int i = 0; i < t->num_names && p->rank == v->mesh->rank; ++i)
            x[i] = point_value(v, quantity_find(t->names[i]), p);
        if (p->rank > 0) {
            int n = t->num_names;
            double *fetched = mesh_fetch(v->mesh, p->rank, x, &n, sizeof *x);
            for (int i = 0; fetched && i < n; ++i) x[i] = fetched[i];
            free(fetched);
        }
        x += t->num_names;
    }
    return values;
}

static enum status write_line(FILE *f, int64_t step, const struct view *v, const double *values,
                              int n)
{
    const int digits = v->sizeof_real == sizeof(float) ? 9 : 15;
    fprintf(f, "%" PRId64 ",%.9g", step, v->time);
    for (int i = 0; i < n; ++i) fprintf(f, ",%.*g", digits, values[i]);
    putc('\n', f);
    return csv_flush(f, "points.csv");
}

enum status points_write(FILE *f, int64_t step, const struct view *v, const struct points_table *t)
{
    double *values = collect(v, t);
    const int n = t->points->n * t->num_names;
    const enum status s = v->mesh->rank == 0 ? write_line(f, step, v, values, n) : OK;
    free(values);
    return agree(v->mesh->comm, s);
}

enum status points_close(FILE *f) { return csv_close(f, "points.csv"); }
