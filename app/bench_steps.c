/* app/bench_steps.c -- updraft bench steps: whole time steps as tasks against a plain loop. */
#include <math.h>
#include <stdio.h>
#include "app/bench.h"

/* Rates of work, node-stages/s. */
static void report(const struct session *s, double burst, double all, double plain, json_t *list)
{
    const int gpus = s->num_gpus, workers = s->num_workers;
    json_t *line = json_pack("{s:i, s:i, s:f, s:f}", "workers", workers, "gpus", gpus,
                             "node_stages_per_s", all, "node_stages_per_s_burst", burst);
    json_array_append_new(list, line);
    printf("%d worker%s %9.4g node-stages/s, first half second %.4g", workers,
           workers == 1 ? ", " : "s,", all, burst);
    if (plain > 0) {
        const double overhead = plain * (gpus > 0 ? 1 : workers) / all - 1;
        printf("; plain loop on one %s %.4g; overhead %.1f %%", gpus > 0 ? "GPU" : "core", plain,
               100 * overhead);
        json_object_set_new(line, "plain_loop_node_stages_per_s", json_real(plain));
        json_object_set_new(line, "overhead", json_real(overhead));
    }
    printf("\n");
    fflush(stdout);
}

/* Tasks and plain loop in turns, so that a machine that changes its mind disturbs both. */
static enum status measure(struct session *s, const struct bench *b, json_t *list)
{
    const double work = (double)s->plan.num_nodes * s->plan.rk->num_stages;
    double burst = 0, all = 0, plain = 0;
    struct bench_steps_times t;
    for (int n = 0; n < b->repeats; ++n) {
        TRY(bench_time_steps(s, b, 0, &t));
        burst = fmax(burst, work / t.burst);
        all = fmax(all, work / t.all);
        if (!bench_has_plain_loop(s)) continue;
        TRY(bench_time_steps(s, b, 1, &t));
        plain = fmax(plain, work / t.all);
    }
    report(s, burst, all, plain, list);
    return OK;
}

/* On cores: one, then all, with the same partitions. */
enum status bench_steps(const struct bench *b, const struct options *o, json_t *out)
{
    struct options same = *o;
    json_t *list = json_array();
    json_object_set_new(out, "whole_steps", list);
    if (b->gpus > 0) return bench_session(b, o, 0, measure, list);
    same.mesh_partitions = b->partitions;
    TRY(bench_session(b, &same, 1, measure, list));
    return b->cores > 1 ? bench_session(b, &same, b->cores, measure, list) : OK;
}
