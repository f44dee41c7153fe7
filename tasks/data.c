/* tasks/data.c -- makes the arrays of a run and registers them with StarPU. */
#include "tasks/data.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/memory.h"
#include "codelets/diagnosed.h"
#include "codelets/geometry_record.h"
#include "mesh/lgl.h"

/* Arrays come from StarPU's allocator: pinned where there are GPUs. */
static void *array_new(starpu_data_handle_t *handle, size_t n, size_t size)
{
    void *p = NULL;
    const size_t bytes = n * size;
    if (starpu_malloc_flags(&p, bytes ? bytes : size, STARPU_MALLOC_PINNED) != 0 || !p)
        memory_give_up(n, size);
    memset(p, 0, bytes);
    starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)p, n, size);
    return p;
}

static void array_free(starpu_data_handle_t handle)
{
    void *p = starpu_data_get_local_ptr(handle);
    const size_t bytes = starpu_data_get_size(handle);
    starpu_data_unregister(handle);
    starpu_free_flags(p, bytes, STARPU_MALLOC_PINNED);
}

static void set(void *array, size_t sizeof_real, size_t i, double value)
{
    if (sizeof_real == sizeof(float)) ((float *)array)[i] = (float)value;
    else ((double *)array)[i] = value;
}

/* The geometry record of an affine element: codelets/geometry.h. */
static void fill_geometry(const struct run *r, const struct partition *p,
                          const struct physics *physics, void *records)
{
    const size_t real = r->codelets->sizeof_real;
    const double middle = 0.5 * (r->mesh.spec.lower[1] + r->mesh.spec.upper[1]);

    for (int e = 0; e < p->num_elements; ++e) {
        const struct element *el = &p->elements[e];
        double g[GEOMETRY_SIZE] = { 0 };
        const double (*dx)[3] = el->dx;
        for (int d = 0; d < 3; ++d) /* Ja^d = dx_{d+1} x dx_{d+2} */
            for (int m = 0; m < 3; ++m) {
                const double *a = dx[(d + 1) % 3], *b = dx[(d + 2) % 3];
                const int m1 = (m + 1) % 3, m2 = (m + 2) % 3;
                g[GEOMETRY_JA + 3 * d + m] = a[m1] * b[m2] - a[m2] * b[m1];
            }
        double J = 0;
        for (int m = 0; m < 3; ++m)
            J += dx[0][m] * g[GEOMETRY_JA + m];
        g[GEOMETRY_J_INV] = 1 / J;
        g[GEOMETRY_PHI] = physics->gravity * el->center[2];
        g[GEOMETRY_CORIOLIS] = physics->coriolis_f
                             + physics->coriolis_beta * (el->center[1] - middle);
        for (int d = 0; d < 3; ++d) {
            g[GEOMETRY_PHI + 1 + d] = physics->gravity * dx[d][2];
            g[GEOMETRY_CORIOLIS + 1 + d] = physics->coriolis_beta * dx[d][1];
        }
        for (int i = 0; i < GEOMETRY_SIZE; ++i)
            set(records, real, (size_t)e * GEOMETRY_SIZE + i, g[i]);
    }
}

static void fill_lists(const struct partition *p, int32_t *list)
{
    for_each (const int32_t, e, p->interior) *list++ = *e;
    for_each (const int32_t, e, p->border) *list++ = *e;
    for_each (const struct link, l, p->links)
        for_each (const struct shown_face, s, l->shown) *list++ = NFACES * s->element + s->face;
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

static void part_new(struct run *r, struct part *p, const struct partition *mesh,
                     const struct physics *physics)
{
    const size_t real = r->codelets->sizeof_real, nq = (size_t)r->d.degree + 1;
    const size_t elements = (size_t)mesh->num_elements, nodes = NFIELDS * nq * nq * nq;
    size_t shown = 0;

    *p = (struct part){ .mesh = mesh, .worker = -1 };
    p->fault = fault_new();
    p->shown_counts = NEW(int, mesh->links.n + 1);
    p->states[0].traces = NEW(starpu_data_handle_t, mesh->links.n + 1);
    p->states[0].incoming = NEW(starpu_data_handle_t, mesh->links.n + 1);

    array_new(&p->states[0].q, elements * nodes, real);
    array_new(&p->k, elements * nodes, real);
    fill_geometry(r, mesh, physics, array_new(&p->geometry, elements * GEOMETRY_SIZE, real));
    memcpy(array_new(&p->neighbors, elements * NFACES, sizeof(struct neighbor)), mesh->neighbors,
           elements * sizeof *mesh->neighbors);
    array_new(&p->diagnosed, elements * NDIAGNOSED, sizeof(double));
    for (int l = 0; l < mesh->links.n; ++l) {
        p->shown_counts[l] = mesh->links.at[l].shown.n;
        shown += (size_t)p->shown_counts[l];
        array_new(&p->states[0].traces[l], (size_t)p->shown_counts[l] * NFIELDS * nq * nq, real);
    }
    fill_lists(mesh, array_new(&p->lists, elements + shown, sizeof(int32_t)));
}

/* The partitions of a rank are consecutive. */
static struct part *part_find(const struct run *r, int64_t number)
{
    const int64_t at = number - r->parts.at[0].mesh->number;
    REQUIRE(0 <= at && at < r->parts.n, "no partition %lld on this rank", (long long)number);
    return &r->parts.at[at];
}

/* What one partition shows is what the other one sees: the same handle, no copy. */
static void connect_traces(struct run *r)
{
    for_each (struct part, p, r->parts)
        for (int l = 0; l < p->mesh->links.n; ++l) {
            const struct part *other = part_find(r, p->mesh->links.at[l].partition);
            int back = 0;
            while (other->mesh->links.at[back].partition != p->mesh->number) ++back;
            p->states[0].incoming[l] = other->states[0].traces[back];
        }
}

/* Contiguous ranges of partitions, as equal in elements as they come. */
static void pin(struct run *r)
{
    int workers[STARPU_NMAXWORKERS];
    const int n = starpu_worker_get_ids_by_type(STARPU_CPU_WORKER, workers, STARPU_NMAXWORKERS);
    int64_t total = 0, before = 0;
    for_each (struct part, p, r->parts) total += p->mesh->num_elements;
    for_each (struct part, p, r->parts) {
        p->worker = workers[(2 * before + p->mesh->num_elements) * n / (2 * total)];
        before += p->mesh->num_elements;
    }
}

enum status data_new(struct run *r, int degree, size_t sizeof_real, const struct physics *physics,
                     int pinned)
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
    r->parts.n = r->mesh.partitions.n;
    r->parts.at = NEW(struct part, r->parts.n + 1);
    for (int n = 0; n < r->parts.n; ++n)
        part_new(r, &r->parts.at[n], &r->mesh.partitions.at[n], physics);
    connect_traces(r);
    if (pinned) pin(r);
    return OK;
}

void data_free(struct run *r)
{
    for_each (struct part, p, r->parts) {
        array_free(p->states[0].q);
        array_free(p->k);
        array_free(p->geometry);
        array_free(p->neighbors);
        array_free(p->lists);
        array_free(p->diagnosed);
        for (int l = 0; l < p->mesh->links.n; ++l)
            array_free(p->states[0].traces[l]);
        free(p->states[0].traces);
        free(p->states[0].incoming);
        free(p->shown_counts);
        starpu_free_flags(p->fault, sizeof *p->fault, STARPU_MALLOC_PINNED);
    }
    free(r->parts.at);
    r->parts.at = NULL;
    r->parts.n = 0;
}

void data_acquire(const struct run *r, enum starpu_data_access_mode mode, void **q)
{
    for_each (struct part, p, r->parts) {
        starpu_data_acquire(p->states[0].q, mode);
        *q++ = (void *)starpu_vector_get_local_ptr(p->states[0].q);
    }
}

void data_release(const struct run *r)
{
    for_each (struct part, p, r->parts) starpu_data_release(p->states[0].q);
}

void data_fill(const struct run *r, data_initial *initial, void *data)
{
    const int nq = r->d.degree + 1, np = nq * nq * nq;
    void **q = NEW(void *, r->parts.n + 1);

    data_acquire(r, STARPU_W, q);
    for (int n = 0; n < r->parts.n; ++n) {
        const struct partition *p = r->parts.at[n].mesh;
        for (int e = 0; e < p->num_elements; ++e)
            for (int i = 0; i < np; ++i) {
                const double xi[3] = { r->d.x[i % nq], r->d.x[i / nq % nq], r->d.x[i / (nq * nq)] };
                double x[3], node[NFIELDS];
                mesh_position(&p->elements[e], xi, x);
                initial(data, &p->elements[e], x, node);
                for (int v = 0; v < NFIELDS; ++v)
                    set(q[n], r->codelets->sizeof_real, ((size_t)e * NFIELDS + v) * np + i,
                        node[v]);
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

size_t data_bytes(const struct partition *p, int degree, size_t sizeof_real)
{
    const size_t nq = (size_t)degree + 1, elements = (size_t)p->num_elements;
    size_t shown = 0;
    for_each (const struct link, l, p->links) shown += (size_t)l->shown.n;
    return elements * (2 * NFIELDS * nq * nq * nq + GEOMETRY_SIZE) * sizeof_real
         + elements * (NFACES * sizeof(struct neighbor) + NDIAGNOSED * sizeof(double))
         + (elements + shown) * sizeof(int32_t) + 2 * shown * NFIELDS * nq * nq * sizeof_real;
}

uint64_t data_checksum(const struct run *r)
{
    const size_t nq = (size_t)r->d.degree + 1;
    const size_t bytes = NFIELDS * nq * nq * nq * r->codelets->sizeof_real;
    void **q = NEW(void *, r->parts.n + 1);
    XXH64_state_t *all = XXH64_createState();

    XXH64_reset(all, 0);
    data_acquire(r, STARPU_R, q);
    for (int n = 0; n < r->parts.n; ++n)
        for (int e = 0; e < r->parts.at[n].mesh->num_elements; ++e) {
            const uint64_t element = XXH64((const char *)q[n] + (size_t)e * bytes, bytes, 0);
            XXH64_update(all, &element, sizeof element);
        }
    data_release(r);
    const uint64_t sum = XXH64_digest(all);
    XXH64_freeState(all);
    free(q);
    return sum;
}

int data_tasks_a_stage(const struct run *r)
{
    int tasks = 0;
    for_each (const struct part, p, r->parts)
        tasks += 2 + (p->mesh->links.n > 0) + (p->mesh->interior.n > 0) + (p->mesh->border.n > 0);
    return tasks;
}
