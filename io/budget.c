/* io/budget.c -- writes, reads and sums the lines of the entropy budget, and shows them. */
#include "io/budget.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/sum.h"
#include "io/chart.h"
#include "io/csv.h"

static const struct {
    const char *key, *title;
} parts[NBUDGET] = {
    [BUDGET_VOLUME] = { "volume", "volume terms" },
    [BUDGET_INTERIOR] = { "interior_surfaces", "interior surfaces" },
    [BUDGET_HALO] = { "halo_surfaces", "halo surfaces" },
    [BUDGET_WALLS] = { "walls", "walls" },
    [BUDGET_CORIOLIS] = { "coriolis", "Coriolis force" },
    [BUDGET_LAYER] = { "absorbing_layer", "absorbing layer" },
    [BUDGET_INTEGRATOR] = { "integrator", "time integrator" },
};

static const char header[] =
    "step,time_s,volume,interior_surfaces,halo_surfaces,walls,coriolis,absorbing_layer,integrator,"
    "measured,residual,terms\n";

const char *budget_key(int part) { return parts[part].key; }

static void append(struct budget_table *t, const struct budget_line *line)
{
    const size_t n = (size_t)t->lines.n + 1;
    struct budget_line *at = realloc(t->lines.at, n * sizeof *at);
    if (!at) memory_give_up(n, sizeof *at);
    t->lines.at = at;
    at[t->lines.n++] = *line;
}

/* A line of the file; 0 where it is none. */
static int parse(const char *text, struct budget_line *line)
{
    double *const to[] = { &line->measured, &line->residual, &line->scale };
    char *end;
    line->step = strtoll(text, &end, 10);
    for (int n = 0; n < 1 + NBUDGET + 3; ++n) {
        if (end == text || *end != ',') return 0;
        double *x = n == 0 ? &line->time : n <= NBUDGET ? &line->part[n - 1] : to[n - 1 - NBUDGET];
        text = end + 1;
        *x = strtod(text, &end);
    }
    return end != text && *end == '\n';
}

/* Lines of an earlier run up to that step; none where the last one is of another step. */
static void read_lines(struct budget_table *t, const char *path, int64_t keep_to)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    while (f && getline(&text, &size, f) > 0) {
        struct budget_line line;
        if (parse(text, &line) && line.step <= keep_to) append(t, &line);
    }
    free(text);
    if (f) fclose(f);
    if (t->lines.n > 0 && t->lines.at[t->lines.n - 1].step != keep_to) t->lines.n = 0;
}

enum status budget_check(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/budget.csv", folder);
    return csv_check(path, header);
}

enum status budget_open(struct budget_table *t, const char *folder, int64_t keep_to)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/budget.csv", folder);
    if (keep_to >= 0) {
        TRY(csv_check(path, header));
        read_lines(t, path, keep_to);
    }
    return csv_open(&t->csv, path, header, t->lines.n > 0 ? keep_to : -1);
}

enum status budget_add(struct budget_table *t, const struct budget_line *l)
{
    append(t, l);
    fprintf(t->csv, "%" PRId64 ",%.9g", l->step, l->time);
    for (int n = 0; n < NBUDGET; ++n) fprintf(t->csv, ",%.17g", l->part[n]);
    fprintf(t->csv, ",%.17g,%.3g,%.9g\n", l->measured, l->residual, l->scale);
    return csv_flush(t->csv, "budget.csv");
}

/* The first n lines. */
static struct budget_line sum_of(const struct budget_table *t, int n)
{
    struct budget_line all = { .step = t->lines.at[n - 1].step, .time = t->lines.at[n - 1].time };
    struct sum part[NBUDGET] = { { 0 } }, measured = { 0 }, scale = { 0 }, gap = { 0 };
    double moduli = 0;
    for (const struct budget_line *l = t->lines.at; l < t->lines.at + n; ++l) {
        for (int i = 0; i < NBUDGET; ++i) sum_add(&part[i], l->part[i]), sum_add(&gap, l->part[i]);
        sum_add(&measured, l->measured), sum_add(&gap, -l->measured);
        sum_add(&scale, l->scale);
    }
    for (int i = 0; i < NBUDGET; ++i) {
        all.part[i] = sum_value(&part[i]);
        moduli += fabs(all.part[i]);
    }
    all.measured = sum_value(&measured);
    all.scale = sum_value(&scale);
    all.residual = moduli > 0 ? sum_value(&gap) / moduli : 0;
    return all;
}

struct budget_line budget_sum(const struct budget_table *t) { return sum_of(t, t->lines.n); }

void budget_print(const struct budget_table *t, FILE *out)
{
    const struct budget_line all = budget_sum(t), *first = &t->lines.at[0];
    double sum = 0, moduli = 0;
    for (int n = 0; n < NBUDGET; ++n) sum += all.part[n], moduli += fabs(all.part[n]);
    fprintf(out, "entropy budget, steps %" PRId64 " to %" PRId64 ", t = %.6g to %.6g s\n\n"
            "%-26s %16s %11s\n", first->step, all.step, first->time, all.time, "part",
            "change, kg", "of moduli");
    for (int n = 0; n < NBUDGET; ++n)
        fprintf(out, "%-26s %+16.8e %+11.1e\n", parts[n].title, all.part[n],
                moduli > 0 ? all.part[n] / moduli : 0);
    fprintf(out, "%-26s %+16.8e\n%-26s %+16.8e\n%-26s %16s %+11.1e\n", "sum of the parts", sum,
            "measured change", all.measured, "residual", "", all.residual);
    fprintf(out, "%-26s %16s %11.1e\n", "volume terms, of all terms", "",
            all.scale > 0 ? fabs(all.part[BUDGET_VOLUME]) / all.scale : 0);
    fflush(out);
}

/* The sums at as many times as a chart takes, the end among them; returns how many. */
static int sums_in_time(const struct budget_table *t, struct budget_line sums[CHART_MOST_POINTS])
{
    const int apart = t->lines.n / CHART_MOST_POINTS + 1;
    int points = 0;
    for (int n = (t->lines.n - 1) % apart + 1; n <= t->lines.n; n += apart)
        sums[points++] = sum_of(t, n);
    return points;
}

/* One part, or what was measured; a logarithm wants no zeros. */
static void draw_part(const struct budget_line *sums, int n, int part, struct chart *c)
{
    struct chart_series *s = &c->series[c->num_series];
    double last = 0;
    for (int i = 0; i < n; ++i) {
        const double value = part < NBUDGET ? sums[i].part[part] : sums[i].measured;
        last = value;
        if (value == 0 || !isfinite(value)) continue;
        s->x[s->n] = sums[i].time;
        s->y[s->n++] = fabs(value);
    }
    if (s->n == 0) return;
    snprintf(s->name, sizeof s->name, "%s %s 0",
             part < NBUDGET ? parts[part].title : "measured change", last < 0 ? "<" : ">");
    s->has_line = 1;
    s->is_ceiling = part == NBUDGET;
    ++c->num_series;
}

enum status budget_draw(const struct budget_table *t, const char *folder, const char *case_name)
{
    char path[4096];
    struct budget_line sums[CHART_MOST_POINTS];
    struct chart *c = NEW(struct chart, 1);
    const int n = sums_in_time(t, sums);
    snprintf(path, sizeof path, "%s/budget.png", folder);
    snprintf(c->title, sizeof c->title, "Entropy budget of %s", case_name);
    snprintf(c->x_label, sizeof c->x_label, "time (s)");
    snprintf(c->y_label, sizeof c->y_label, "modulus of the change since the start (kg)");
    c->is_log_y = 1;
    for (int part = NBUDGET; part >= 0; --part) draw_part(sums, n, part, c);
    const enum status status = c->num_series > 0 ? chart_write(path, c) : OK;
    free(c);
    return status;
}

enum status budget_close(struct budget_table *t)
{
    free(t->lines.at);
    t->lines.at = NULL;
    t->lines.n = 0;
    return csv_close(t->csv, "budget.csv");
}
