/* app/converge_report.c -- errors and observed orders as a table, as JSON and as a picture. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "app/converge.h"
#include "app/provenance.h"
#include "io/chart.h"
#include "io/newfile.h"

void converge_elements(const struct converge_run *run, char text[CONVERGE_ELEMENTS])
{
    const int64_t *n = run->elements;
    snprintf(text, CONVERGE_ELEMENTS, "%" PRId64 " x %" PRId64 " x %" PRId64, n[0], n[1], n[2]);
}

void converge_print_head(const struct converge_results *r)
{
    const struct options *o = r->o;
    const char *unit = *r->field->unit ? r->field->unit : "1";
    printf("%s at t = %g s, %s precision: error of %s (%s)\n", o->top_case, o->time_end,
           o->top_precision, r->field->name, unit);
    printf("%2s  %-18s %10s %7s %11s %6s %11s %6s\n", "N", "elements", "width (m)", "steps", "L2",
           "order", "largest", "order");
    fflush(stdout);
}

/* The coarsest mesh has no order. */
static void print_error(double error, double order)
{
    printf(" %11.3e", error);
    if (isnan(order)) printf(" %6s", "-");
    else printf(" %6.2f", order);
}

void converge_print(const struct converge_run *run)
{
    char elements[CONVERGE_ELEMENTS];
    converge_elements(run, elements);
    printf("%2d  %-18s %10.4g %7" PRId64, run->order, elements, run->width, run->steps);
    print_error(run->l2, run->l2_order);
    print_error(run->largest, run->largest_order);
    putchar('\n');
    fflush(stdout);
}

static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *describe(const struct converge_run *run)
{
    const int64_t *n = run->elements;
    return json_pack("{s:i, s:[I, I, I], s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}",
                     "order", run->order,
                     "elements", (json_int_t)n[0], (json_int_t)n[1], (json_int_t)n[2],
                     "width_m", number(run->width), "nodes", (json_int_t)run->nodes,
                     "steps", (json_int_t)run->steps, "dt_s", number(run->dt),
                     "time_s", number(run->end),
                     "l2_error", number(run->l2), "l2_order", number(run->l2_order),
                     "largest_error", number(run->largest),
                     "largest_order", number(run->largest_order));
}

enum status converge_write(const char *path, const struct converge_results *r)
{
    struct newfile file;
    json_t *o = json_object(), *list = json_array();
    json_object_set_new(o, "case", json_string(r->o->top_case));
    json_object_set_new(o, "precision", json_string(r->o->top_precision));
    json_object_set_new(o, "field", json_string(r->field->name));
    json_object_set_new(o, "unit", json_string(r->field->unit));
    json_object_set_new(o, "runs", list);
    for (int n = 0; n < r->num_runs; ++n) json_array_append_new(list, describe(&r->runs[n]));
    for (const struct provenance *f = provenance_of(r->o->top_case, ""); f->key; ++f)
        if (*f->value) json_object_set_new(o, f->key, json_string(f->value));

    newfile_new(&file, path);
    errno = 0;
    const int rc = json_dump_file(o, file.temporary, JSON_INDENT(2));
    const int reason = errno ? errno : EIO;
    json_decref(o);
    if (rc == 0) return newfile_finish(&file);
    newfile_discard(&file);
    FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(reason));
}

static struct chart_series *add_series(struct chart *c)
{
    struct chart_series *s = &c->series[c->num_series++];
    *s = (struct chart_series){ .has_line = 1 };
    return s;
}

static void add_point(struct chart_series *s, double x, double y)
{
    if (!(y > 0) || isinf(y)) return; /* has no place on a logarithmic axis */
    s->x[s->n] = x;
    s->y[s->n++] = y;
}

/* The errors of an order, named by the last order that was observed. */
static void add_errors(struct chart *c, const struct converge_run *runs, int n)
{
    struct chart_series *s = add_series(c);
    const double last = runs[n - 1].l2_order;
    s->has_points = 1;
    snprintf(s->name, sizeof s->name, isnan(last) ? "N = %d" : "N = %d: order %.2f at the end",
             runs[0].order, last);
    for (int i = 0; i < n; ++i) add_point(s, runs[i].width, runs[i].l2);
}

/* What falls with order N + 1 to the error on the finest mesh. */
static void add_guide(struct chart *c, const struct converge_run *runs, int n)
{
    struct chart_series *s = add_series(c);
    const double coarse = runs[0].width, fine = runs[n - 1].width, error = runs[n - 1].l2;
    s->is_ceiling = 1;
    snprintf(s->name, sizeof s->name, "order %d", runs[0].order + 1);
    add_point(s, coarse, error * pow(coarse / fine, runs[0].order + 1));
    add_point(s, fine, error);
}

enum status converge_draw(const char *path, const struct converge_results *r)
{
    struct chart c = { .is_log_x = 1, .is_log_y = 1, .x_label = "width of an element (m)" };
    const char *unit = *r->field->unit ? r->field->unit : "1";
    snprintf(c.title, sizeof c.title, "%.40s at t = %g s, %s precision", r->o->top_case,
             r->o->time_end, r->o->top_precision);
    snprintf(c.y_label, sizeof c.y_label, "L2 error of %s (%s)", r->field->name, unit);
    const int num_orders = (r->num_runs + r->num_meshes - 1) / r->num_meshes;
    const int has_guides = 2 * num_orders <= CHART_MOST_SERIES;
    for (int first = 0; first < r->num_runs; first += r->num_meshes) {
        const int left = r->num_runs - first, n = left < r->num_meshes ? left : r->num_meshes;
        if (n > 1 && has_guides) add_guide(&c, &r->runs[first], n);
        add_errors(&c, &r->runs[first], n);
    }
    return chart_write(path, &c);
}
