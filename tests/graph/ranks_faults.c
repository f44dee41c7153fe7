/* tests/graph/ranks_faults.c -- a node spoilt at a random step, stage and place, on any rank: all
 * ranks hear of it in that step or the next, with its address and in the same words.
 *
 * What codelets do is wrapped: before the stage that is drawn, the slope of one variable at one
 * node is made NaN, infinite or so large that density or pressure become negative.
 */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#define REAL_BITS 64 /* of the headers, of which the order of buffers is used */
#include "codelets/advance.h"
#include "codelets/update.h"
#include "tests/graph/wavy.h"

/* Two trees of eight elements each. */
enum { DEGREE = 2, NODES = 27, ELEMENTS = 16, PARTITIONS = 5, STEPS = 2 };

static int rank, tests;
static double c[14] = { 1.1, 0.2, 0.3, 0.1, 0.3, 0.1, -0.2, 0.15, 0.25, 0.05, 0.9, 0.15, 0.1,
                        0.08 };

/* What is to be spoilt, and in which run. */
static struct spot {
    int64_t step, element;
    int stage, node, variable;
    double value;
} spot;
static const struct run *running;
static int spoilt; /* by this rank */

static void spoil(const struct fault *of, int64_t step, int stage, void *k, size_t sizeof_real)
{
    if (step != spot.step || stage != spot.stage) return;
    for_each (const struct part, p, running->parts) {
        const int64_t e = spot.element - p->mesh->first;
        if (p->fault != of || e < 0 || e >= p->mesh->num_elements) continue;
        const size_t at = ((size_t)e * NFIELDS + (size_t)spot.variable) * NODES + (size_t)spot.node;
        if (sizeof_real == sizeof(double)) ((double *)k)[at] = spot.value;
        else ((float *)k)[at] = (float)spot.value;
        ++spoilt;
    }
}

#define WRAP(bits, type)                                                                      \
    static starpu_cpu_func_t advance_##bits, update_##bits;                                  \
    static void spoiling_advance_##bits(void *buffers[], void *args)                         \
    {                                                                                        \
        const struct advance_args *a = &((const struct stages_args *)args)->first;           \
        spoil(a->fault, a->step, a->stage, (void *)STARPU_VECTOR_GET_PTR(buffers[ADVANCE_K]), \
              sizeof(type));                                                                 \
        advance_##bits(buffers, args);                                                       \
    }                                                                                        \
    static void spoiling_update_##bits(void *buffers[], void *args)                          \
    {                                                                                        \
        const struct update_args *a = args;                                                  \
        spoil(a->fault, a->step, a->stage, (void *)STARPU_VECTOR_GET_PTR(buffers[UPDATE_K]), \
              sizeof(type));                                                                 \
        update_##bits(buffers, args);                                                        \
    }                                                                                        \
    static void wrap_##bits(void)                                                            \
    {                                                                                        \
        struct codelets *all = (struct codelets *)codelets_find(DEGREE, sizeof(type));       \
        advance_##bits = all->advance.cpu_funcs[0];                                          \
        update_##bits = all->update.cpu_funcs[0];                                            \
        all->advance.cpu_funcs[0] = spoiling_advance_##bits;                                 \
        all->update.cpu_funcs[0] = spoiling_update_##bits;                                   \
    }
WRAP(f64, double)
WRAP(f32, float)

/* The same numbers on all ranks. */
static int draw(int n)
{
    static uint64_t state = 20261130;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)n);
}

/* The full form forgets the slope in the first stage, else multiplies it with A < 0. */
static struct spot draw_spot(enum fusion fusion, const struct rk *rk)
{
    const int is_full = fusion == FUSION_FULL;
    struct spot s = { .step = 1 + draw(STEPS), .element = draw(ELEMENTS), .node = draw(NODES) };
    s.stage = is_full ? 1 + draw(rk->num_stages - 1) : draw(rk->num_stages);
    const double bad[] = { NAN, INFINITY, -INFINITY, is_full && rk->A[s.stage] < 0 ? 1e15 : -1e15 };
    s.value = bad[draw(4)];
    s.variable = draw(NFIELDS);
    return s;
}

static int is_on_all(int is_so)
{
    MPI_Allreduce(MPI_IN_PLACE, &is_so, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return is_so;
}

static int is_text_of_first(const char *text)
{
    char first[2048];
    snprintf(first, sizeof first, "%s", text);
    MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
    return !strcmp(first, text);
}

/* One rank has spoilt something, all get UNPHYSICAL in time, with the address; says what they got
 * where that is not so. */
static int is_found(struct run *r, const struct rk *rk, int window)
{
    char address[128];
    enum status status = OK;
    int64_t step = 0;
    running = r;
    spoilt = 0;
    error_clear();
    while (status == OK && step < spot.step + 1)
        status = graph_step(r, rk, ++step, 0.005, window);
    const int64_t good = status == UNPHYSICAL ? graph_unphysical(r).step - 1 : -1;
    if (status != UNPHYSICAL) graph_wait(r);
    snprintf(address, sizeof address, "in step %" PRId64 ", stage %d: element %" PRId64
             " (tree %" PRId64 "), node %d at", spot.step, spot.stage + 1, spot.element,
             spot.element / 8, spot.node);
    const int is_right = status == UNPHYSICAL && step >= spot.step && good == spot.step - 1
                      && strstr(error_text(), address);
    int sum = spoilt;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const int all = is_on_all(is_right) & is_on_all(is_text_of_first(error_text())) & (sum == 1);
    if (!all)
        printf("# rank %d: spoilt %d, wanted %s: status %d in step %" PRId64 ", last good %" PRId64
               ": %s\n", rank, spoilt, address, status, step, good, error_text());
    return all;
}

static void find(const char *form, enum fusion fusion, size_t sizeof_real, const char *scheme,
                 int n)
{
    const struct rk *rk = rk_find(scheme);
    int found = 0, on_rank[64] = { 0 }, ranks, ranks_hit = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < n; ++i) {
        struct setup s = wavy_setup(c, FLUX_MATRIX, PARTITIONS);
        struct run r;
        s.degree = DEGREE;
        s.mesh.base[0] = 2;
        s.fusion = fusion;
        s.sizeof_real = sizeof_real;
        s.workers = 1;
        harness_new(&r, &s);
        spot = draw_spot(fusion, rk);
        found += is_found(&r, rk, 1 + draw(6));
        on_rank[rank] += spoilt;
        harness_free(&r);
    }
    MPI_Allreduce(MPI_IN_PLACE, on_rank, 64, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int o = 0; o < 64; ++o) ranks_hit += on_rank[o] > 0;
    ++tests;
    if (rank == 0)
        printf("%sok %d - %s, %s, %s: %d of %d spoilt nodes are found, on %d of %d ranks\n",
               found == n && (n < 50 || ranks_hit == ranks) ? "" : "not ", tests, form,
               sizeof_real == sizeof(float) ? "single" : "double", scheme, found, n, ranks_hit,
               ranks);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    wrap_f64();
    wrap_f32();
    harness_start(1, 0, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    find("full", FUSION_FULL, sizeof(double), "lsrk5", 50);
    find("full", FUSION_FULL, sizeof(double), "lsrk14", 5);
    find("full", FUSION_FULL, sizeof(float), "lsrk5", 10);
    find("split", FUSION_SPLIT, sizeof(double), "lsrk5", 10);
    find("surface", FUSION_SURFACE, sizeof(double), "lsrk5", 10);
    if (rank == 0) printf("1..%d\n", tests);
    harness_stop();
    MPI_Finalize();
    return 0;
}
