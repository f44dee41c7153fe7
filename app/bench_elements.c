/* app/bench_elements.c -- updraft bench elements: kernels over ever more elements in one launch. */
#include <stdio.h>
#include "app/bench.h"

/* Levels below the case's that the sweep begins at. */
enum { LEVELS = 3 };

static enum status measure(struct session *s, const struct bench *b, json_t *out)
{
    static const enum bench_kernel kernels[] = { KERNEL_VOLUME, KERNEL_ADVANCE };
    const double nodes = (double)s->plan.num_nodes;
    json_t *line = json_pack("{s:I}", "elements", (json_int_t)s->plan.num_elements);
    json_array_append_new(out, line);
    printf("%10lld", (long long)s->plan.num_elements);
    for (int i = 0; i < 2; ++i) {
        struct bench_times t;
        char key[64];
        TRY(bench_time_kernel(s, b, kernels[i], &t));
        printf(" %14.1f %10.4g", 1e6 * t.best, nodes / t.best);
        snprintf(key, sizeof key, "%s_nodes_per_s", bench_kernel_names[kernels[i]]);
        json_object_set_new(line, key, json_real(nodes / t.best));
        snprintf(key, sizeof key, "%s_seconds", bench_kernel_names[kernels[i]]);
        json_object_set_new(line, key, json_real(t.best));
    }
    printf("\n");
    fflush(stdout);
    return OK;
}

/* Meshes of 8^level elements, and between them of twice and four times as many. */
static enum status sweep(struct session *s, const struct bench *b, const struct options *o,
                         json_t *list)
{
    for (int level = o->mesh_level > LEVELS ? o->mesh_level - LEVELS : 0; level <= o->mesh_level;
         ++level)
        for (int times = 1; times <= (level < o->mesh_level ? 4 : 1); times *= 2) {
            struct options at = *o;
            at.mesh_level = level;
            at.mesh_partitions = 1;
            at.mesh_base.at[0] *= times > 1 ? 2 : 1;
            at.mesh_base.at[1] *= times > 2 ? 2 : 1;
            TRY(bench_in(s, b, &at, measure, list));
        }
    return OK;
}

enum status bench_elements(const struct bench *b, const struct options *o, json_t *out)
{
    const struct options alone = bench_alone(b, o);
    struct session s = { .o = &alone, .wanted_workers = bench_alone_workers(b) };
    json_t *list = json_array();
    json_object_set_new(out, "launches", list);
    TRY(session_start_starpu(&s, &alone));
    printf("%10s %14s %10s %14s %10s\n", "elements", "volume us", "nodes/s", "advance us",
           "nodes/s");
    const enum status status = sweep(&s, b, &alone, list);
    session_stop_starpu(&s);
    return status;
}
