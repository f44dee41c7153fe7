/* tests/graph/harness.c -- makes a run without case file and options. */
#include "tests/graph/harness.h"
#include <mpi.h>
#include <stdlib.h>
#include "base/memory.h"

static device_list devices; /* of StarPU as it runs now */

static void start(const struct setup *s)
{
    int is_running;
    struct starpu_conf conf;
    MPI_Initialized(&is_running);
    if (!is_running) MPI_Init(NULL, NULL);
    setenv("STARPU_SILENT", "1", 0);
    starpu_conf_init(&conf);
    conf.catch_signals = 0;
    conf.ncpus = s->gpus ? 0 : s->workers ? s->workers : 1;
    conf.ncuda = s->gpus;
    if (s->scheduler) conf.sched_policy_name = s->scheduler;
    REQUIRE(starpu_init(&conf) == 0, "StarPU does not start");
}

void harness_new(struct run *r, const struct setup *s)
{
    struct mesh_spec mesh = s->mesh;
    struct physics physics = s->physics;
    if (mesh.partitions == 0) mesh.partitions = 1;
    if (physics.gamma == 0) physics.gamma = 1.4;
    start(s);
    devices = place_devices(STARPU_NMAXWORKERS, 0, 0);
    REQUIRE(place_gpus(&devices) == s->gpus, "StarPU drives no %d GPUs", s->gpus);
    *r = (struct run){ .inline_tasks = s->workers == 0 && s->gpus == 0, .fusion = s->fusion };
    REQUIRE(mesh_new(&r->mesh, &mesh, MPI_COMM_WORLD) == OK, "%s", error_text());
    REQUIRE(data_new(r, s->degree, s->sizeof_real ? s->sizeof_real : sizeof(double), &physics,
                     s->is_pinned || s->gpus ? &devices : NULL) == OK, "%s", error_text());
    data_fill(r, s->initial, s->data);
}

void harness_free(struct run *r)
{
    data_free(r);
    mesh_free(&r->mesh);
    place_free(&devices);
    starpu_shutdown();
}

void harness_steps(struct run *r, const struct rk *rk, double dt, int64_t steps)
{
    for (int64_t n = 1; n <= steps; ++n)
        REQUIRE(graph_step(r, rk, n, dt, 3) == OK, "%s", error_text());
    REQUIRE(graph_wait(r) == OK, "%s", error_text());
}

static double *copy(struct run *r, int wants_rhs)
{
    const size_t nq = (size_t)r->d.degree + 1, size = NFIELDS * nq * nq * nq;
    double *out = NEW(double, (size_t)r->mesh.num_elements * size), *to = out;
    for_each (struct part, p, r->parts) {
        starpu_data_handle_t h = wants_rhs ? p->k : p->states[r->now].q;
        const size_t n = (size_t)p->mesh->num_elements * size;
        starpu_data_acquire(h, STARPU_R);
        const void *from = (void *)starpu_vector_get_local_ptr(h);
        for (size_t i = 0; i < n; ++i)
            *to++ = r->codelets->sizeof_real == sizeof(float) ? (double)((const float *)from)[i]
                                                              : ((const double *)from)[i];
        starpu_data_release(h);
    }
    return out;
}

/* A stage without a step leaves the state as it is and the right-hand side in k. */
double *harness_rhs(struct run *r)
{
    const struct stage stage = { .step = 1 };
    REQUIRE(graph_submit_stage(r, &stage) == OK, "%s", error_text());
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
    mesh_position(e, xi, x);
    return e;
}

double harness_volume(const struct run *r, int64_t element, int node)
{
    const int nq = r->d.degree + 1;
    const struct element *e = find(r, element);
    return r->d.w[node % nq] * r->d.w[node / nq % nq] * r->d.w[node / (nq * nq)]
         * e->dx[0][0] * e->dx[1][1] * e->dx[2][2];
}
