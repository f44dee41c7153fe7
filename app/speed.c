/* app/speed.c -- measures GPUs and cores on small meshes of their own, before the mesh is cut. */
#include "app/speed.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "app/ranks.h"
#include "tasks/submit.h"

/* A core's part is beyond its own caches, and a GPU is full; more nodes would take longer to fill
 * than to measure. */
enum { NODES_A_CORE = 40000, NODES_A_GPU = 2000000 };

static const double LEAST_S = 0.02; /* of one measurement */
enum { WARM_UP_STAGES = 3, STAGES_LIMIT = 1000, REPEATS = 5 };

/* Elements to measure on: on a GPU not more than one has in the run. */
static int64_t choose_elements(const struct session *s, const device_list *devices)
{
    const int nq = s->o->top_order + 1, gpus = place_gpus(devices);
    const int64_t nodes = (int64_t)NODES_A_CORE * devices->n;
    const int64_t most = NODES_A_GPU / (nq * nq * nq);
    int64_t n = gpus == 0 && nodes < NODES_A_GPU ? nodes / (nq * nq * nq) : most;
    if (gpus > 0 && n > s->plan.num_elements / s->num_gpus)
        n = s->plan.num_elements / s->num_gpus;
    return n < devices->n ? devices->n : n;
}

/* The box of the case, or of its mesh file, as a pile of trees, about so many elements in all; those of
 * a file are mostly curved, and so are these, though by nothing. */
static void choose_mesh(struct options *o, int64_t elements)
{
    if (o->mesh_file) o->mesh_mapping = (char *)"warp", o->mesh_warp = 0;
    o->mesh_file = NULL;
    o->mesh_level = 0;
    while (elements >> 3 * (o->mesh_level + 2) > 0) ++o->mesh_level;
    o->mesh_base = (option_count3){ { 1, 1, elements >> 3 * o->mesh_level } };
    o->mesh_partitions = COUNT_UNSET;
}

/* Wall time of a stage, from some that leave the state as it is. What is wrong with it is for the run to
 * say, so faults are not looked at. */
static enum status time_stages(struct session *s, int stages, double *a_stage)
{
    const struct rk *rk = s->plan.rk;
    const int at_once = graph_stages_at_once(&s->run, rk);
    struct stage all[MAX_STAGES];
    for (int i = 0; i < rk->num_stages; ++i)
        all[i] = (struct stage){ 1, i, rk->A[i], 0, 0 };
    const double start = starpu_timing_now();
    int n = 0;
    for (; n < stages; n += at_once)
        TRY(graph_submit_stages(&s->run, &all[n % rk->num_stages], at_once,
                                s->o->runtime_window));
    tasks_wait(&s->run, 0);
    *a_stage = (starpu_timing_now() - start) * 1e-6 / n;
    return OK;
}

/* The best of some repeats, each long against the clock and the filling of the pipeline. */
static enum status time_a_stage(struct session *s, double *best)
{
    double t;
    *best = INFINITY;
    TRY(time_stages(s, WARM_UP_STAGES, &t));
    TRY(time_stages(s, WARM_UP_STAGES, &t));
    const double wanted = ceil(LEAST_S / t);
    const int stages = wanted < STAGES_LIMIT ? (int)wanted : STAGES_LIMIT;
    for (int n = 0; n < REPEATS; ++n) {
        TRY(time_stages(s, stages, &t));
        *best = fmin(*best, t);
    }
    return OK;
}

enum status speed_measure(const struct session *s, const device_list *devices, double *speed)
{
    struct options o = *s->o; /* its texts stay those of the session's */
    struct session small = { .devices = *devices, .num_gpus = place_gpus(devices), .is_alone = 1 };
    double t = 0;
    choose_mesh(&o, choose_elements(s, devices));
    o.kernels_fusion = (char *)session_fusion(s);
    o.time_steps = 0;
    o.time_dt = o.time_reference_speed = 1; /* not looked for in the state */
    TRY(session_plan(&small, &o));
    TRY(session_new(&small));
    const enum status status = time_a_stage(&small, &t);
    session_free(&small);
    *speed = (double)small.plan.num_nodes / t / devices->n;
    return status;
}

int speed_is_wanted(const struct session *s)
{
    const int has_both = s->num_gpus > 0 && s->num_gpus < s->devices.n;
    return (has_both || s->has_both_kinds) && s->o->runtime_placement[0] == 'p'
           && (isnan(s->o->runtime_gpu_speed) || isnan(s->o->runtime_core_speed));
}

/* Digits beyond the third are noise. */
static double rounded(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.2e", x);
    return strtod(text, NULL);
}

/* Between two stages a core beside a GPU waits for faces from there, in whatever size its partition
 * has: with elements for a whole stage it would end last. Seen on an H200 with 4 to 12 cores of 1e7
 * node-stages/s. */
static const double WAIT_S = 0.7e-3;

double speed_beside_gpus(double core, int cores, double gpu, int gpus, double nodes)
{
    const double stage = nodes / (cores * core + gpus * gpu);
    return stage > WAIT_S ? core * (1 - WAIT_S / stage) : 1;
}

static enum status settle(const struct session *s, const device_list *devices, double *speed)
{
    if (!isnan(*speed) || devices->n == 0) return OK;
    TRY(speed_measure(s, devices, speed));
    *speed = rounded(*speed);
    return OK;
}

enum status speed_settle(struct session *s)
{
    const device_list gpu = { s->devices.at, s->num_gpus > 0 }; /* they are alike, and come first */
    const device_list cores = { s->devices.at + s->num_gpus, s->devices.n - s->num_gpus };
    s->measured = *s->o;
    double *of_gpu = &s->measured.runtime_gpu_speed, *of_core = &s->measured.runtime_core_speed;
    const char *gpu_from = isnan(*of_gpu) ? "" : " (given)";
    const int is_given = !isnan(*of_core);
    TRY(settle(s, &gpu, of_gpu));
    TRY(settle(s, &cores, of_core));
    if (ranks_count() > 1) fprintf(stderr, "rank %d ", ranks_mine());
    fprintf(stderr, "measured:");
    if (gpu.n > 0) fprintf(stderr, " GPU %.3g%s%s", *of_gpu, gpu_from, cores.n > 0 ? "," : "");
    if (cores.n > 0) fprintf(stderr, " core %.3g%s", *of_core, is_given ? " (given)" : "");
    fprintf(stderr, " node-stages/s");
    if (!is_given && gpu.n > 0 && cores.n > 0) {
        *of_core = rounded(speed_beside_gpus(*of_core, cores.n, *of_gpu, s->num_gpus,
                                             (double)s->plan.num_nodes / ranks_count()));
        fprintf(stderr, ", less what it waits for GPUs %.3g", *of_core);
    }
    fprintf(stderr, "\n");
    for (int d = 0; d < s->devices.n; ++d)
        s->devices.at[d].speed = d < s->num_gpus ? *of_gpu : *of_core;
    s->o = &s->measured;
    return OK;
}
