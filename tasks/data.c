/* tasks/data.c -- makes the arrays of a run and registers them with StarPU. */
#include "tasks/data.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/memory.h"
#include "codelets/diagnosed.h"
#include "mesh/metrics.h"
#include "tasks/array.h"
#include "tasks/exchange.h"
#include "tasks/outlets.h"
#include "tasks/shape.h"

static void fill_lists(const struct part *p, int32_t *list)
{
    for_each (const int32_t, e, p->mesh->interior) *list++ = *e;
    for_each (const int32_t, e, p->mesh->border) *list++ = *e;
    outlets_list(p, list);
}

/* Pinned, so that a GPU could write it as well. */
static struct fault *fault_new(void)
{
    void *f = NULL;
    if (starpu_malloc_flags(&f, sizeof(struct fault), STARPU_MALLOC_PINNED) != 0 || !f)
        memory_give_up(1, sizeof(struct fault));
    memset(f, 0, sizeof(struct fault));
    return f;
}

static int count_states(const struct run *r) { return r->fusion == FUSION_FULL ? 2 : 1; }

static void part_new(struct run *r, struct part *p, const struct lgl *lgl,
                     const struct physics *physics)
{
    const struct partition *mesh = p->mesh;
    const size_t real = r->codelets->sizeof_real, nq = (size_t)r->d.degree + 1;
    const size_t elements = (size_t)mesh->num_elements, nodes = NFIELDS * nq * nq * nq;
    size_t shown = 0;

    p->fault = fault_new();
    array_new(&r->room, &p->states[0].q, elements * nodes, real);
    if (count_states(r) > 1)
        array_new_unwritten(&r->room, &p->states[1].q, elements * nodes, real, r->inline_tasks);
    array_new_unwritten(&r->room, &p->k, elements * nodes, real, r->inline_tasks);
    shape_fill(r, mesh, lgl, physics,
               array_new(&r->room, &p->geometry, elements * shape_reals(mesh, (int)nq), real));
    memcpy(array_new(&r->room, &p->neighbors, elements * NFACES, sizeof(struct neighbor)),
           mesh->neighbors, elements * sizeof *mesh->neighbors);
    array_new_unwritten(&r->room, &p->diagnosed, elements * NDIAGNOSED, sizeof(double),
                        r->inline_tasks);
    for_each (const struct link, l, mesh->links) shown += (size_t)l->shown.n;
    fill_lists(p, array_new(&r->room, &p->lists, elements + shown, sizeof(int32_t)));
    array_freeze(p->geometry);
    array_freeze(p->neighbors);
    array_freeze(p->lists);
}

static void assign_devices(struct run *r, const device_list *devices)
{
    const struct device **to = NEW(const struct device *, r->parts.n + 1);
    place_assign(devices, &r->mesh, to);
    for (int n = 0; n < r->parts.n; ++n) r->parts.at[n].device = to[n];
    free(to);
}

/* Addresses of neighbours' traces are parameters of a kernel; StarPU counts a vector's items in 32 bits. */
enum status data_check(const struct mesh *m, int degree)
{
    const int nq = degree + 1;
    for_each (const struct partition, p, m->partitions) {
        const size_t state = (size_t)NFIELDS * nq * nq * nq, geometry = shape_reals(p, nq);
        const size_t most = UINT32_MAX / (state > geometry ? state : geometry);
        if (p->links.n > MAX_LINKS)
            FAIL(BAD_INPUT, "mesh.partitions: partition %lld has %d neighbour partitions, a task takes "
                 "%d; fewer partitions have fewer neighbours", (long long)p->number, p->links.n,
                 MAX_LINKS);
        if ((size_t)p->num_elements > most)
            FAIL(BAD_INPUT, "mesh.partitions: partition %lld has %d elements, a task takes %zu of this "
                 "order; more partitions have fewer each", (long long)p->number, p->num_elements,
                 most);
    }
    return OK;
}

void data_new(struct run *r, int degree, size_t sizeof_real, const struct physics *physics,
                     const device_list *devices)
{
    struct lgl lgl;
    lgl_new(&lgl, degree);
    r->codelets = codelets_find(degree, sizeof_real);
    r->d = (struct discretization){ .degree = degree, .flux = physics->flux,
                                    .gamma = physics->gamma,
                                    .rotates = physics->coriolis_f != 0 || physics->coriolis_beta != 0
                                            || physics->omega[0] != 0 || physics->omega[1] != 0,
                                    .omega = { physics->omega[0], physics->omega[1] } };
    for (int i = 0; i <= degree; ++i) {
        r->d.x[i] = lgl.x[i];
        r->d.w[i] = lgl.w[i];
        for (int j = 0; j <= degree; ++j)
            r->d.D2[i][j] = i == j ? 0 : 2 * lgl.D[i][j];
    }
    r->d_curved = r->d;
    r->d_curved.is_curved = 1;
    r->now = r->is_shown = 0;
    r->room = (struct room){ 0 };
    r->parts.n = r->mesh.partitions.n;
    r->parts.at = NEW(struct part, r->parts.n + 1);
    for (int n = 0; n < r->parts.n; ++n)
        r->parts.at[n] = (struct part){
            .mesh = &r->mesh.partitions.at[n],
            .d = r->mesh.partitions.at[n].is_curved ? &r->d_curved : &r->d,
        };
    if (devices) assign_devices(r, devices);
    outlets_new(r, count_states(r));
    for_each (struct part, p, r->parts) part_new(r, p, &lgl, physics);
}

void data_free(struct run *r)
{
    exchange_wait(r);
    for_each (struct part, p, r->parts) {
        for (int s = 0; s < count_states(r); ++s) array_free(p->states[s].q);
        array_free(p->k);
        array_free(p->geometry);
        array_free(p->neighbors);
        array_free(p->lists);
        array_free(p->diagnosed);
        if (p->layer.num_elements > 0) {
            array_free(p->layer.values);
            array_free(p->layer.elements);
        }
        if (r->has_budget) {
            array_free(p->budget.values);
            array_free(p->budget.first);
            array_free(p->budget.last);
        }
        outlets_free(r, p, count_states(r));
        starpu_free_flags(p->fault, sizeof *p->fault, STARPU_MALLOC_PINNED);
    }
    room_free(&r->room);
    free(r->parts.at);
    r->parts.at = NULL;
    r->parts.n = 0;
}

static void *acquire(const struct run *r, const struct part *p, enum starpu_data_access_mode mode)
{
    starpu_data_acquire(p->states[r->now].q, mode);
    return (void *)starpu_vector_get_local_ptr(p->states[r->now].q);
}

const void *data_look_part(const struct run *r, const struct part *p)
{
    return acquire(r, p, STARPU_R);
}

void data_release_part(const struct run *r, const struct part *p)
{
    starpu_data_release(p->states[r->now].q);
}

void data_look(const struct run *r, const void **q)
{
    for_each (struct part, p, r->parts) *q++ = data_look_part(r, p);
}

void data_rewrite(struct run *r, void **q)
{
    r->is_shown = 0;
    for_each (struct part, p, r->parts) *q++ = acquire(r, p, STARPU_W);
}

void data_release(const struct run *r)
{
    for_each (struct part, p, r->parts) data_release_part(r, p);
}

void data_fill(struct run *r, data_initial *initial, void *data)
{
    const int nq = r->d.degree + 1, np = nq * nq * nq;
    const size_t real = r->codelets->sizeof_real;
    void **q = NEW(void *, r->parts.n + 1);
    struct lgl lgl;

    lgl_new(&lgl, r->d.degree);
    data_rewrite(r, q);
    for (int n = 0; n < r->parts.n; ++n) {
        const struct partition *p = r->parts.at[n].mesh;
        for (int e = 0; e < p->num_elements; ++e) {
            double x[MAX_NP][3], node[NFIELDS];
            mesh_nodes(&r->mesh, &p->elements[e], &lgl, x);
            for (int i = 0; i < np; ++i) {
                initial(data, &p->elements[e], x[i], node);
                for (int v = 0; v < NFIELDS; ++v)
                    array_set(q[n], real, ((size_t)e * NFIELDS + v) * np + i, node[v]);
            }
        }
    }
    data_release(r);
    free(q);
}

const double *data_diagnosed(const struct part *p)
{
    starpu_data_acquire(p->diagnosed, STARPU_R);
    return (const double *)starpu_vector_get_local_ptr(p->diagnosed);
}

void data_diagnosed_release(const struct part *p) { starpu_data_release(p->diagnosed); }

size_t data_bytes(const struct partition *p, int degree, size_t sizeof_real, enum fusion fusion)
{
    const size_t nq = (size_t)degree + 1, elements = (size_t)p->num_elements;
    const size_t states = fusion == FUSION_FULL ? 2 : 1;
    size_t shown = 0;
    for_each (const struct link, l, p->links) shown += (size_t)l->shown.n;
    return elements * ((states + 1) * NFIELDS * nq * nq * nq + shape_reals(p, (int)nq))
               * sizeof_real
         + elements * (NFACES * sizeof(struct neighbor) + NDIAGNOSED * sizeof(double))
         + (elements + shown) * sizeof(int32_t)
         + 2 * states * shown * NFIELDS * nq * nq * sizeof_real;
}

static void add_sum(void *all, const void *sum) { XXH64_update(all, sum, sizeof(uint64_t)); }

uint64_t data_checksum(const struct run *r)
{
    const size_t nq = (size_t)r->d.degree + 1;
    const size_t bytes = NFIELDS * nq * nq * nq * r->codelets->sizeof_real;
    const void **q = NEW(const void *, r->parts.n + 1);
    uint64_t *sums = NEW(uint64_t, mesh_num_own(&r->mesh) + 1), *next = sums;
    XXH64_state_t *all = XXH64_createState();

    REQUIRE(all, "no memory for a checksum");
    data_look(r, q);
    for (int n = 0; n < r->parts.n; ++n)
        for (int e = 0; e < r->parts.at[n].mesh->num_elements; ++e)
            *next++ = XXH64((const char *)q[n] + (size_t)e * bytes, bytes, 0);
    data_release(r);
    XXH64_reset(all, 0);
    mesh_each(&r->mesh, sums, sizeof *sums, add_sum, all);
    uint64_t sum = XXH64_digest(all);
    mesh_tell(&r->mesh, &sum, sizeof sum);
    XXH64_freeState(all);
    free(sums);
    free((void *)q);
    return sum;
}

int data_tasks_a_stage(const struct run *r)
{
    int tasks = 0;
    if (r->fusion == FUSION_FULL) return r->parts.n * (r->has_budget ? 2 : 1);
    for_each (struct part, p, r->parts) {
        tasks += 2 + (p->mesh->links.n > 0);
        if (r->fusion == FUSION_SPLIT)
            tasks += (p->mesh->interior.n > 0) + (p->mesh->border.n > 0);
    }
    return tasks;
}
