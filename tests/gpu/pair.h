#pragma once
/* tests/gpu/pair.h -- the same run twice, on a core and on a GPU, and how far apart they are. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "codelets/diagnosed.h"
#include "tests/graph/harness.h"

enum { ON_CORE, ON_GPU, NSIDES };

struct pair {
    struct run on[NSIDES];
};

/* ---- States ---------------------------------------------------------------------------------- */

/** Smooth; density and pressure over two decades from node to node; the one in half of the elements
 * and the other in the rest; neighbours in a ratio just below 2, where polynomials end, and just
 * below 4, where those of square roots do. */
enum { SMOOTH, ROUGH, MIXED, EDGE, STEEP, NSTATES_TESTED };
static const char *const pair_state_names[] = { "smooth", "rough", "mixed", "edge", "steep" };

struct pair_state {
    int kind;
    unsigned seed;
    double gravity;
};

static double pair_uniform(unsigned *seed) { return rand_r(seed) / (double)RAND_MAX; }

static void pair_state_at(void *data, const struct element *e, const double x[3],
                          double q[NFIELDS])
{
    struct pair_state *s = data;
    const double X = M_PI * x[0], Y = 2. / 3 * M_PI * x[1], Z = 0.8 * M_PI * x[2];
    double rho = 1 + 0.2 * sin(X + 0.3) * cos(Y) + 0.1 * cos(Z), theta = 1 + 0.2 * cos(X - Z);
    double u[3] = { 0.4 * cos(Y), 0.3 * sin(X) + 0.1, 0.2 * sin(X + Y) * cos(Z) };
    double r[NFIELDS];
    for (int v = 0; v < NFIELDS; ++v)
        r[v] = pair_uniform(&s->seed);

    if (s->kind == ROUGH || (s->kind == MIXED && e->center[0] < 1)) {
        rho = pow(10, 2 * r[0] - 1);
        theta = 0.5 * pow(10, r[1]);
        for (int m = 0; m < 3; ++m)
            u[m] = sqrt(1.4 * theta) * (2 * r[2 + m] - 1);
    } else if (s->kind == EDGE || s->kind == STEEP) {
        const double most = s->kind == EDGE ? 1.9999 : 3.9999;
        rho = r[0] < 0.5 ? 1 : most;
        theta = r[1] < 0.5 ? 1 : most;
    }
    q[RHO] = rho;
    for (int m = 0; m < 3; ++m)
        q[RHO_U + m] = rho * u[m];
    q[RHO_E] = rho * (theta / 0.4 + 0.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
                      + s->gravity * x[2]);
}

/** Writes that state into both. */
static void pair_fill(struct pair *p, int kind, double gravity)
{
    for (int o = 0; o < NSIDES; ++o) {
        struct pair_state s = { kind, 7, gravity };
        data_fill(&p->on[o], pair_state_at, &s);
    }
}

static void pair_set(void *array, size_t sizeof_real, size_t i, double value)
{
    if (sizeof_real == sizeof(float)) ((float *)array)[i] = (float)value;
    else ((double *)array)[i] = value;
}

/** Writes the same numbers in [-1, 1] times `size` into both registers k. */
static void pair_fill_k(struct pair *p, double size)
{
    for (int o = 0; o < NSIDES; ++o) {
        unsigned seed = 11;
        for_each (struct part, part, p->on[o].parts) {
            starpu_data_acquire(part->k, STARPU_W);
            void *k = (void *)starpu_vector_get_local_ptr(part->k);
            for (size_t i = 0; i < starpu_vector_get_nx(part->k); ++i)
                pair_set(k, p->on[o].codelets->sizeof_real, i,
                         size * (2 * pair_uniform(&seed) - 1));
            starpu_data_release(part->k);
        }
    }
}

/* ---- The runs -------------------------------------------------------------------------------- */

/** Both are in the full form, which has all data that any task asks for; StarPU runs. */
static void pair_new(struct pair *p, const struct setup *s)
{
    for (int o = 0; o < NSIDES; ++o) {
        struct setup one = *s;
        one.fusion = FUSION_FULL;
        one.workers = o == ON_CORE;
        one.gpus = o == ON_GPU;
        one.is_pinned = 1;
        harness_new(&p->on[o], &one);
        for_each (const struct part, part, p->on[o].parts)
            cr_assert_eq(part->device->is_gpu, o == ON_GPU);
    }
}

static void pair_free(struct pair *p)
{
    for (int o = 0; o < NSIDES; ++o)
        harness_free(&p->on[o]);
}

/** 4 x 4 x 4 elements whose sides differ. */
static struct setup pair_brick(int degree, size_t sizeof_real, int64_t partitions, int x, int y,
                               int z)
{
    return (struct setup){
        .degree = degree, .sizeof_real = sizeof_real,
        .mesh = { .base = { 1, 1, 1 }, .level = 2, .upper = { 2, 3, 2.5 },
                  .periodic = { x, y, z }, .partitions = partitions },
        .physics = { .gravity = 0.1 },
    };
}

/** A task of any kind. */
typedef enum status pair_task(const struct run *, const struct part *, const struct stage *);

static void pair_do(struct pair *p, pair_task *task, const struct stage *stage)
{
    for (int o = 0; o < NSIDES; ++o)
        for_each (struct part, part, p->on[o].parts)
            cr_assert_eq(task(&p->on[o], part, stage), OK, "%s", error_text());
    starpu_task_wait_for_all();
}

static enum status pair_advance(const struct run *r, const struct part *p, const struct stage *s)
{
    return task_advance(r, p, s, 1);
}

static enum status pair_trace(const struct run *r, const struct part *p, const struct stage *s)
{
    (void)s;
    return task_trace(r, p);
}

/* ---- What they made -------------------------------------------------------------------------- */

enum pair_array { ARRAY_K, ARRAY_Q, ARRAY_Q_NEW, ARRAY_OUTLETS, ARRAY_OUTLETS_NEW };

/* Appends a vector of the run to all[n]. */
static void pair_append(const struct run *r, starpu_data_handle_t h, double **all, size_t *n)
{
    size_t more;
    double *values = harness_values(r, h, &more);
    *all = realloc(*all, (*n + more) * sizeof **all);
    cr_assert(*all);
    memcpy(*all + *n, values, more * sizeof **all);
    *n += more;
    free(values);
}

/* One array of all partitions. */
static double *pair_gather(const struct run *r, enum pair_array which, size_t *n)
{
    double *all = NULL;
    *n = 0;
    for_each (struct part, p, r->parts) {
        const int other = which == ARRAY_Q_NEW || which == ARRAY_OUTLETS_NEW;
        const struct state *s = &p->states[other ? !r->now : r->now];
        if (which == ARRAY_K) pair_append(r, p->k, &all, n);
        else if (which == ARRAY_Q || which == ARRAY_Q_NEW) pair_append(r, s->q, &all, n);
        else for (int o = 0; o < p->ports.num_outlets; ++o) pair_append(r, s->outlets[o], &all, n);
    }
    return all;
}

/** Largest difference of arrays [][NFIELDS][nodes] relative to the variable's largest value; the
 * three momenta are one variable. Infinite where a number is none. */
static double fields_differ(const double *a, const double *b, size_t n, size_t nodes)
{
    double worst[NFIELDS] = { 0 }, largest[NFIELDS] = { 0 }, most = 0;
    for (size_t i = 0; i < n; ++i) {
        const size_t field = i / nodes % NFIELDS;
        const size_t v = field == RHO_E || field == RHO ? field : RHO_U;
        if (!isfinite(a[i]) || !isfinite(b[i])) return INFINITY;
        worst[v] = fmax(worst[v], fabs(a[i] - b[i]));
        largest[v] = fmax(largest[v], fabs(a[i]));
    }
    for (int v = 0; v < NFIELDS; ++v)
        if (worst[v] > 0) most = fmax(most, worst[v] / largest[v]);
    return most;
}

static double pair_differ(const struct pair *p, enum pair_array which)
{
    const size_t nq = (size_t)p->on[0].d.degree + 1;
    const int is_face = which == ARRAY_OUTLETS || which == ARRAY_OUTLETS_NEW;
    double *values[NSIDES];
    size_t n[NSIDES];
    for (int o = 0; o < NSIDES; ++o)
        values[o] = pair_gather(&p->on[o], which, &n[o]);
    cr_assert_eq(n[ON_CORE], n[ON_GPU]);
    const double d = fields_differ(values[ON_CORE], values[ON_GPU], n[ON_CORE],
                                   is_face ? nq * nq : nq * nq * nq);
    for (int o = 0; o < NSIDES; ++o)
        free(values[o]);
    return d;
}
