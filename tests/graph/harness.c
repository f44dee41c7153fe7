/* tests/graph/harness.c -- makes a run without case file and options. */
#include "tests/graph/harness.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/memory.h"
#include "mesh/metrics.h"
#include "tasks/exchange.h"

static device_list all, devices; /* of StarPU as it runs now; those of the present run */
static int is_for_one;           /* StarPU runs for the present run alone */

/* The environment would win over what the test asks for, and StarPU knows no -1 there. */
static void force(const char *variable, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    setenv(variable, text, 1);
}

void harness_start(int workers, int gpus, const char *scheduler)
{
    int is_running;
    struct starpu_conf conf;
    const char *before = getenv("STARPU_NCUDA");
    char *kept = before ? memory_copy(before) : NULL;
    MPI_Initialized(&is_running);
    int provided; /* StarPU's thread for messages is at it as well */
    if (!is_running) MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    setenv("STARPU_SILENT", "1", 0);
    if (gpus > 0) { /* as the program has it: several streams, each with a thread */
        setenv("STARPU_NWORKER_PER_CUDA", "4", 0);
        if (!getenv("STARPU_CUDA_THREAD_PER_DEV")) setenv("STARPU_CUDA_THREAD_PER_WORKER", "1", 0);
    }
    force("STARPU_NCUDA", gpus);
    starpu_conf_init(&conf);
    conf.catch_signals = 0;
    conf.ncpus = workers;
    conf.ncuda = gpus;
    if (scheduler) conf.sched_policy_name = scheduler;
    REQUIRE(exchange_start(&conf) == 0, "StarPU does not start");
    if (kept) setenv("STARPU_NCUDA", kept, 1);
    else unsetenv("STARPU_NCUDA");
    free(kept);
    all = place_devices(STARPU_NMAXWORKERS, 0, 0);
    REQUIRE(place_gpus(&all) == gpus, "StarPU drives %d GPUs, not %d", place_gpus(&all), gpus);
}

void harness_stop(void)
{
    place_free(&all);
    exchange_stop();
}

/* GPUs come first. */
static device_list pick(const struct setup *s)
{
    const int gpus = place_gpus(&all);
    if (s->gpus > 0) return (device_list){ all.at, s->gpus };
    return (device_list){ all.at + gpus, all.n - gpus };
}

void harness_new(struct run *r, const struct setup *s)
{
    struct mesh_spec mesh = s->mesh;
    struct physics physics = s->physics;
    if (mesh.partitions == 0) mesh.partitions = 1;
    if (physics.gamma == 0) physics.gamma = 1.4;
    is_for_one = !starpu_is_initialized();
    if (is_for_one)
        harness_start(s->gpus ? 0 : s->workers ? s->workers : 1, s->gpus, s->scheduler);
    REQUIRE(s->gpus <= place_gpus(&all), "StarPU drives no %d GPUs", s->gpus);
    devices = pick(s);
    *r = (struct run){ .inline_tasks = s->workers == 0 && s->gpus == 0, .fusion = s->fusion };
    REQUIRE(mesh_new(&r->mesh, &mesh, s->is_alone ? MPI_COMM_SELF : MPI_COMM_WORLD) == OK, "%s", error_text());
    if (s->rewire) s->rewire(&r->mesh);
    REQUIRE(data_check(&r->mesh, s->degree) == OK, "%s", error_text());
    data_new(r, s->degree, s->sizeof_real ? s->sizeof_real : sizeof(double), &physics,
             s->is_pinned || s->gpus ? &devices : NULL);
    if (s->initial) data_fill(r, s->initial, s->data);
}

void harness_free(struct run *r)
{
    data_free(r);
    mesh_free(&r->mesh);
    if (is_for_one) harness_stop();
}

void harness_steps(struct run *r, const struct rk *rk, double dt, int64_t steps)
{
    for (int64_t n = 1; n <= steps; ++n)
        REQUIRE(graph_step(r, rk, n, dt, 3) == OK, "%s", error_text());
    REQUIRE(graph_wait(r) == OK, "%s", error_text());
}

static void *acquire(starpu_data_handle_t h, size_t *n)
{
    starpu_data_acquire(h, STARPU_R);
    *n = starpu_vector_get_nx(h);
    return (void *)starpu_vector_get_local_ptr(h);
}

static void copy_reals(const struct run *r, const void *from, size_t n, double *to)
{
    for (size_t i = 0; i < n; ++i)
        to[i] = r->codelets->sizeof_real == sizeof(float) ? (double)((const float *)from)[i]
                                                          : ((const double *)from)[i];
}

double *harness_values(const struct run *r, starpu_data_handle_t h, size_t *n)
{
    const void *from = acquire(h, n);
    double *to = NEW(double, *n);
    copy_reals(r, from, *n, to);
    starpu_data_release(h);
    return to;
}

static double *copy(struct run *r, int wants_rhs)
{
    const size_t nq = (size_t)r->d.degree + 1, size = NFIELDS * nq * nq * nq;
    double *out = NEW(double, (size_t)r->mesh.num_elements * size), *to = out;
    for_each (struct part, p, r->parts) {
        starpu_data_handle_t h = wants_rhs ? p->k : p->states[r->now].q;
        size_t n;
        copy_reals(r, acquire(h, &n), (size_t)p->mesh->num_elements * size, to);
        starpu_data_release(h);
        to += (size_t)p->mesh->num_elements * size;
    }
    return out;
}

/* A stage without a step leaves the state as it is and the right-hand side in k. */
double *harness_rhs(struct run *r)
{
    const struct stage stage = { .step = 1 };
    REQUIRE(graph_submit_stages(r, &stage, 1, 3) == OK, "%s", error_text());
    return copy(r, 1);
}

double *harness_state(struct run *r) { return copy(r, 0); }

static const struct element *find(const struct run *r, int64_t element)
{
    for_each (struct part, p, r->parts)
        if (element < p->mesh->first + p->mesh->num_elements)
            return &p->mesh->elements[element - p->mesh->first];
    DIE("no element %lld", (long long)element);
}

const struct element *harness_node(const struct run *r, int64_t element, int node, double x[3])
{
    const int nq = r->d.degree + 1;
    const struct element *e = find(r, element);
    const double xi[3] = { r->d.x[node % nq], r->d.x[node / nq % nq], r->d.x[node / (nq * nq)] };
    mesh_position(&r->mesh, e, xi, x);
    return e;
}

double harness_volume(const struct run *r, int64_t element, int node)
{
    const int nq = r->d.degree + 1;
    double X[MAX_NP][3];
    struct metrics metrics;
    struct lgl lgl;
    lgl_new(&lgl, r->d.degree);
    mesh_nodes(&r->mesh, find(r, element), &lgl, X);
    metrics_new(&lgl, (const double (*)[3])X, &metrics);
    return lgl.w[node % nq] * lgl.w[node / nq % nq] * lgl.w[node / (nq * nq)] * metrics.J[node];
}
