/* app/bench_draw.c -- updraft bench --plot: pictures of results that stand in a file. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "app/bench.h"
#include "io/chart.h"

static double number(const json_t *of, const char *key)
{
    return json_number_value(json_object_get(of, key));
}

static const char *word(const json_t *of, const char *key)
{
    const char *text = json_string_value(json_object_get(of, key));
    return text ? text : "";
}

static struct chart_series *series(struct chart *c, const char *name)
{
    struct chart_series *s = &c->series[c->num_series];
    if (c->num_series < CHART_MOST_SERIES - 1) ++c->num_series; /* more overwrite each other */
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    return s;
}

/* GPUs do billions, cores millions: the unit that suits the largest number of a list. */
static double unit_of(const json_t *list, const char *key, struct chart *c, const char *what)
{
    const json_t *line;
    double most = 0;
    size_t i;
    json_array_foreach(list, i, line) most = fmax(most, number(line, key));
    const double unit = most > 2e8 ? 1e9 : 1e6;
    snprintf(c->y_label, sizeof c->y_label, "%s %s", unit > 1e6 ? "1e9" : "1e6", what);
    return unit;
}

/* What is not a positive number has no place on a logarithmic axis. */
static void point(struct chart_series *s, double x, double y)
{
    if (!(x > 0 && y > 0) || isinf(x) || isinf(y) || s->n == CHART_MOST_POINTS) return;
    s->x[s->n] = x;
    s->y[s->n++] = y;
}

/* Kernels between the two ceilings, over flops a byte. */
static void roofline(const json_t *all, const json_t *list, struct chart *c)
{
    const json_t *ceilings = json_object_get(all, "kernel_ceilings"), *k;
    const double peak = number(ceilings, "flops_per_s") * 1e-9;
    const double bandwidth = number(ceilings, "update_bytes_per_s") * 1e-9;
    const double ridge = peak / bandwidth;
    double least = ridge / 4, most = ridge * 4;
    size_t i;
    snprintf(c->title, sizeof c->title, "Kernels against the ceilings of %.60s, %s",
             word(all, "device"), word(all, "precision"));
    snprintf(c->x_label, sizeof c->x_label, "counted flop a byte");
    snprintf(c->y_label, sizeof c->y_label, "Gflop/s");
    c->is_log_x = c->is_log_y = 1;
    json_array_foreach(list, i, k) {
        const double intensity = number(k, "flops_per_node") / number(k, "bytes_per_node");
        if (!(intensity > 0)) continue;
        least = fmin(least, intensity / 2);
        most = fmax(most, intensity * 2);
    }
    char name[64];
    snprintf(name, sizeof name, "%.4g Gflop/s, %.4g GB/s", peak, bandwidth);
    struct chart_series *roof = series(c, name);
    roof->has_line = roof->is_ceiling = 1;
    point(roof, least, least * bandwidth);
    point(roof, ridge, peak);
    point(roof, most, peak);
    json_array_foreach(list, i, k) {
        if (!(number(k, "flops_per_node") > 0)) continue;
        struct chart_series *s = series(c, word(k, "kernel"));
        s->has_points = 1;
        point(s, number(k, "flops_per_node") / number(k, "bytes_per_node"),
              number(k, "gflops_per_s"));
    }
}

/* A line a name: rates, NAME_RATE in the results, over a size on a logarithmic axis. */
static void rates(const json_t *list, const char *const names[2], const char *rate,
                  const char *unit_key, const char *size, const char *what, struct chart *c)
{
    const double unit = unit_of(list, unit_key, c, what);
    snprintf(c->x_label, sizeof c->x_label, "%s", size);
    c->is_log_x = 1;
    for (int n = 0; n < 2; ++n) {
        struct chart_series *s = series(c, names[n]);
        const json_t *line;
        size_t i;
        char key[40];
        snprintf(key, sizeof key, "%s_%s", names[n], rate);
        s->has_line = s->has_points = 1;
        json_array_foreach(list, i, line)
            point(s, number(line, size), number(line, key) / unit);
    }
}

static void launches(const json_t *all, const json_t *list, struct chart *c)
{
    static const char *const kernels[] = { "volume", "advance" };
    snprintf(c->title, sizeof c->title, "Elements in one launch, %.60s, %s", word(all, "device"),
             word(all, "precision"));
    rates(list, kernels, "nodes_per_s", "volume_nodes_per_s", "elements", "nodes/s", c);
}

static void steps(const json_t *all, const json_t *list, struct chart *c)
{
    const json_t *line;
    size_t i;
    snprintf(c->title, sizeof c->title, "The volume kernel, step by step, %.60s, %s",
             word(all, "device"), word(all, "precision"));
    snprintf(c->x_label, sizeof c->x_label, "step");
    const double unit = unit_of(list, "nodes_per_s", c, "nodes/s");
    json_array_foreach(list, i, line) {
        char name[64];
        snprintf(name, sizeof name, "%d %.44s, %.1f times", (int)number(line, "step"),
                 word(line, "name"), number(line, "gain"));
        struct chart_series *s = series(c, name);
        s->has_points = 1;
        point(s, number(line, "step"), number(line, "nodes_per_s") / unit);
    }
}

static void precisions(const json_t *all, const json_t *list, struct chart *c)
{
    static const char *const kinds[] = { "double", "single" };
    snprintf(c->title, sizeof c->title, "Whole steps in both precisions, %.60s",
             word(all, "device"));
    rates(list, kinds, "node_stages_per_s", "single_node_stages_per_s", "nodes", "node-stages/s",
          c);
}

/* Parts that have a picture, and where their results stand. */
static const struct {
    const char *part, *key;
    void (*fill)(const json_t *all, const json_t *list, struct chart *c);
} pictures[] = {
    { "kernels", "kernels", roofline },
    { "elements", "launches", launches },
    { "cumulative", "volume_steps", steps },
    { "precisions", "precisions", precisions },
};

static enum status draw(const json_t *all, const char *file, const char *part, const char *path)
{
    for (size_t p = 0; p < sizeof pictures / sizeof *pictures; ++p) {
        const json_t *list = json_object_get(all, pictures[p].key);
        struct chart c = { .num_series = 0 };
        if (json_array_size(list) == 0 || (part && strcmp(part, pictures[p].part))) continue;
        pictures[p].fill(all, list, &c);
        return chart_write(path, &c);
    }
    FAIL(BAD_INPUT, "%s: has no results of %s to draw", file,
         part ? part : "kernels, elements, cumulative or precisions");
}

enum status bench_draw(const char *file, const char *part, const char *path)
{
    json_error_t error;
    json_t *all = json_load_file(file, 0, &error);
    if (!all) FAIL(BAD_INPUT, "%s: is no file of results: %s", file, error.text);
    const enum status status = draw(all, file, part, path);
    json_decref(all);
    return status;
}
