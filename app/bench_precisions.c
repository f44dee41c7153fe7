/* app/bench_precisions.c -- updraft bench precisions: whole steps in double and in single. */
#include <stdio.h>
#include "app/bench.h"

static enum status measure(struct session *s, const struct bench *b, json_t *line)
{
    const double work = (double)s->plan.num_nodes * s->plan.rk->num_stages;
    const char *precision = s->o->top_precision;
    struct bench_steps_times t;
    double burst = 0, all = 0;
    char key[64];
    for (int n = 0; n < b->repeats; ++n) {
        TRY(bench_time_steps(s, b, 0, &t));
        if (work / t.burst > burst) burst = work / t.burst;
        if (work / t.all > all) all = work / t.all;
    }
    json_object_set_new(line, "elements", json_integer(s->plan.num_elements));
    json_object_set_new(line, "nodes", json_integer(s->plan.num_nodes));
    json_object_set_new(line, "partitions", json_integer(s->run.mesh.num_partitions));
    snprintf(key, sizeof key, "%s_node_stages_per_s", precision);
    json_object_set_new(line, key, json_real(all));
    snprintf(key, sizeof key, "%s_node_stages_per_s_burst", precision);
    json_object_set_new(line, key, json_real(burst));
    return OK;
}

/* One mesh in both precisions. */
static enum status compare(struct session *s, const struct bench *b, const struct options *o,
                           json_t *list)
{
    static const char *const precisions[] = { "double", "single" };
    static const char *const keys[] = { "double_node_stages_per_s", "single_node_stages_per_s" };
    json_t *line = json_object();
    double rate[2];
    json_array_append_new(list, line);
    for (int i = 0; i < 2; ++i) {
        struct options in = *o;
        in.top_precision = (char *)precisions[i];
        TRY(bench_in(s, b, &in, measure, line));
        rate[i] = json_real_value(json_object_get(line, keys[i]));
    }
    json_object_set_new(line, "gain", json_real(rate[1] / rate[0]));
    printf("%12lld %14.4g %14.4g %8.3f\n",
           (long long)json_integer_value(json_object_get(line, "nodes")), rate[0], rate[1],
           rate[1] / rate[0]);
    fflush(stdout);
    return OK;
}

/* The case's mesh, one and two levels less, and three of the latter side by side. */
static enum status sweep(struct session *s, const struct bench *b, const struct options *o,
                         json_t *list)
{
    static const struct { int less, times; } meshes[] = { { 2, 1 }, { 2, 3 }, { 1, 1 }, { 0, 1 } };
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        struct options at = *o;
        if (meshes[m].less > o->mesh_level) continue;
        at.mesh_level -= meshes[m].less;
        at.mesh_base.at[0] *= meshes[m].times;
        if (meshes[m].less > 0) at.mesh_partitions = COUNT_UNSET; /* the case's suit its own mesh */
        TRY(compare(s, b, &at, list));
    }
    return OK;
}

enum status bench_precisions(const struct bench *b, const struct options *o, json_t *out)
{
    struct session s = { .o = o };
    json_t *list = json_array();
    json_object_set_new(out, "precisions", list);
    TRY(session_start_starpu(&s, o));
    printf("%12s %14s %14s %8s   node-stages/s of whole steps\n", "nodes", "double", "single",
           "gain");
    const enum status status = sweep(&s, b, o, list);
    session_stop_starpu(&s);
    return status;
}
