/* app/bench_session.c -- sessions for measurements, and how time is taken in them. */
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "app/bench.h"
#include "codelets/gpu.h"
#include "tasks/submit.h"
#include "tasks/traffic.h"

/* Sweeps of a kernel go on for at least so long between two looks at the clock on a GPU, s. */
static const double LEAST_SWEEPS = 0.03;
enum { MOST_SWEEPS = 5000 };

/* The first part of a run, in which a GPU has not yet met its power limit, s. */
static const double BURST = 0.5;

const char *bench_device(const struct session *s)
{
    return s->num_gpus > 0 ? gpu_name(s->devices.at[0].number) : "cpu";
}

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct bench_times bench_times_of(double *t, int n)
{
    qsort(t, (size_t)n, sizeof *t, ascending);
    return (struct bench_times){ t[0], 0.5 * (t[(n - 1) / 2] + t[n / 2]) };
}

struct options bench_alone(const struct bench *b, const struct options *o)
{
    struct options alone = *o;
    alone.kernels_fusion = (char *)"full";
    if (b->gpus > 0) {
        alone.runtime_gpus = 1;
        alone.runtime_placement = (char *)"pinned";
        alone.runtime_cores = 0;
    } else if (o->mesh_partitions == COUNT_UNSET) {
        alone.mesh_partitions = b->partitions;
    }
    return alone;
}

enum status bench_in(struct session *s, const struct bench *b, const struct options *o,
                     bench_body *body, json_t *out)
{
    const struct bench once = { .steps = 1 };
    struct bench_steps_times warm_up;
    s->run = (struct run){ 0 };
    TRY(session_plan(s, o));
    enum status status = session_new(s);
    if (status != OK) return status;
    status = bench_time_steps(s, &once, 0, &warm_up); /* tasks have written all data once */
    traffic_send(&s->run);                            /* and what only some of them read is there */
    if (status == OK) status = body(s, b, out);
    session_free(s);
    return status;
}

enum status bench_session(const struct bench *b, const struct options *o, int workers,
                          bench_body *body, json_t *out)
{
    struct session s = { .o = o, .wanted_workers = workers };
    TRY(session_start_starpu(&s, o));
    const enum status status = bench_in(&s, b, o, body, out);
    session_stop_starpu(&s);
    return status;
}

static enum status take_steps(struct session *s, int n)
{
    for (int i = 0; i < n; ++i)
        TRY(graph_step(&s->run, s->plan.rk, i + 1, s->plan.dt, s->o->runtime_window));
    return graph_wait(&s->run);
}

/* In chunks of half a second, so that waiting at their ends costs nothing to speak of. */
static enum status steps_for(struct session *s, const struct bench *b,
                             struct bench_steps_times *t)
{
    const double start = bench_now();
    int done = 0, chunk = b->steps;
    *t = (struct bench_steps_times){ 0 };
    do {
        TRY(take_steps(s, chunk));
        done += chunk;
        t->wall = bench_now() - start;
        t->all = t->wall / done;
        if (t->wall <= BURST || t->burst == 0) t->burst = t->all;
        const double left = t->wall < BURST ? fmin(b->seconds, BURST) - t->wall : BURST;
        chunk = (int)fmax(1, ceil(left / t->all));
    } while (t->wall < b->seconds);
    return OK;
}

enum status bench_time_steps(struct session *s, const struct bench *b, int is_inline,
                             struct bench_steps_times *t)
{
    tasks_inline(&s->run, is_inline); /* workers must not stay paused on the way out */
    const enum status status = steps_for(s, b, t);
    tasks_inline(&s->run, 0);
    return status;
}

static enum status sweeps(struct session *s, enum status (*once)(struct session *s, int which),
                          int which, int n, double *seconds)
{
    enum status status = OK;
    const double start = bench_now();
    for (int i = 0; i < n && status == OK; ++i)
        status = once(s, which);
    tasks_wait(&s->run, 0);
    *seconds = (bench_now() - start) / n;
    return status;
}

enum status bench_time(struct session *s, const struct bench *b,
                       enum status (*once)(struct session *s, int which), int which,
                       struct bench_times *t)
{
    double all[BENCH_MAX_REPEATS], first;
    int n = b->steps;
    tasks_inline(&s->run, 1);
    enum status status = sweeps(s, once, which, 1, &first);
    if (status == OK) status = sweeps(s, once, which, n, &first);
    if (s->num_gpus > 0) n = (int)fmin(MOST_SWEEPS, fmax(n, ceil(LEAST_SWEEPS / first)));
    for (int i = 0; i < b->repeats && status == OK; ++i)
        status = sweeps(s, once, which, n, &all[i]);
    tasks_inline(&s->run, 0);
    if (status == OK) *t = bench_times_of(all, b->repeats);
    return status;
}
