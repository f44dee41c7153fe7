/* tests/graph/ranks.c -- a run over all ranks has the bits of a run on one: states, integrals, extremes
 * and the message of a state that has become unphysical. */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#include "graph/budget.h"
#include "tasks/budget.h"
#include "tasks/layer.h"
#include "tests/graph/wavy.h"

static int rank, tests;

static void expect(int is_so, const char *what)
{
    int all = is_so != 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    ++tests;
    if (rank == 0) printf("%sok %d - %s\n", all ? "" : "not ", tests, what);
}

static const char *const forms[] = { "split", "surface", "full" };
static double c[14] = { 1.1, 0.2, 0.3, 0.1, 0.3, 0.1, -0.2, 0.15, 0.25, 0.05, 0.9, 0.15, 0.1,
                        0.08 };

static struct setup setup_of(enum fusion fusion, int64_t partitions, size_t sizeof_real, int is_bent)
{
    struct setup s = wavy_setup(c, FLUX_MATRIX, partitions);
    s.mesh.level = 2;
    s.physics.coriolis_f = 0.7;
    s.fusion = fusion;
    s.sizeof_real = sizeof_real;
    s.workers = 1;
    if (is_bent) s.mesh.mapping.at = wavy_warp;
    return s;
}

struct result {
    uint64_t checksum;
    struct diagnostics d;
};

static struct result result_of(struct setup s, int is_alone, double layer)
{
    const struct layer l = { .top = layer, .rate = 2 };
    struct result out = { 0 };
    struct run r;
    s.is_alone = is_alone;
    harness_new(&r, &s);
    if (layer > 0) layer_new(&r, &l, s.initial, s.data);
    harness_steps(&r, rk_find("lsrk5"), 0.01, 3);
    out.checksum = data_checksum(&r);
    REQUIRE(graph_diagnose(&r, &out.d) == OK, "%s", error_text());
    harness_free(&r);
    return out;
}

static void compare(enum fusion fusion, int64_t partitions, size_t sizeof_real, int is_bent)
{
    const struct setup s = setup_of(fusion, partitions, sizeof_real, is_bent);
    const struct result alone = result_of(s, 1, 0), together = result_of(s, 0, 0);
    char what[128];
    snprintf(what, sizeof what, "%s, %d partitions, %s%s: one checksum, %016" PRIx64, forms[fusion],
             (int)partitions, sizeof_real == 4 ? "single" : "double", is_bent ? ", curved" : "",
             together.checksum);
    expect(alone.checksum == together.checksum, what);
    snprintf(what, sizeof what, "%s, %d partitions: integrals and extremes are the same",
             forms[fusion], (int)partitions);
    expect(alone.d.mass == together.d.mass && alone.d.energy == together.d.energy
           && alone.d.entropy == together.d.entropy
           && !memcmp(alone.d.extremes, together.d.extremes, sizeof alone.d.extremes), what);
}

/* Only some ranks have a part of it. */
static void compare_layer(enum fusion fusion)
{
    const struct setup s = setup_of(fusion, 5, sizeof(double), 0);
    const struct result alone = result_of(s, 1, 0.3), together = result_of(s, 0, 0.3);
    char what[128];
    snprintf(what, sizeof what, "%s, with an absorbing layer: one checksum", forms[fusion]);
    expect(alone.checksum == together.checksum, what);
}

static struct budget budget_of(struct setup s, int is_alone)
{
    struct budget b;
    struct run r;
    s.is_alone = is_alone;
    harness_new(&r, &s);
    budget_new(&r);
    REQUIRE(graph_budget_start(&r) == OK, "%s", error_text());
    harness_steps(&r, rk_find("lsrk5"), 0.01, 3);
    REQUIRE(graph_budget(&r, &b) == OK, "%s", error_text());
    harness_free(&r);
    return b;
}

static void compare_budget(int64_t partitions, int is_bent)
{
    const struct setup s = setup_of(FUSION_FULL, partitions, sizeof(double), is_bent);
    const struct budget alone = budget_of(s, 1), together = budget_of(s, 0);
    char what[128];
    snprintf(what, sizeof what, "%d partitions%s: one entropy budget, measured %.17g",
             (int)partitions, is_bent ? ", curved" : "", together.measured);
    expect(!memcmp(&alone, &together, sizeof alone) && together.measured != 0, what);
}

/* Beyond repair in one element, which one rank owns. */
static void poisoned(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    wavy_state(c, e, x, q);
    if (e->center[0] == *(const double *)data && e->center[1] == 0.25 && e->center[2] == 0.25)
        q[RHO_E] = -1;
}

/* In the step that made it, on all ranks, in the words that a single rank has. */
static void expect_fault(double where, int64_t partitions)
{
    struct setup s = setup_of(FUSION_FULL, partitions, sizeof(double), 0);
    char text[2][1024], what[128];
    int64_t last[2];
    enum status status[2];
    s.initial = poisoned;
    s.data = &where;
    for (int o = 0; o < 2; ++o) {
        struct run r;
        s.is_alone = o == 0;
        harness_new(&r, &s);
        error_clear();
        status[o] = graph_step(&r, rk_find("lsrk5"), 1, 0.01, 3);
        if (status[o] == OK) status[o] = graph_wait(&r);
        snprintf(text[o], sizeof text[o], "%s", error_text());
        last[o] = status[o] == UNPHYSICAL ? graph_unphysical(&r).step - 1 : -1;
        harness_free(&r);
    }
    snprintf(what, sizeof what, "a bad state at x = %g, %d partitions, is found on all ranks", where,
             (int)partitions);
    expect(status[0] == UNPHYSICAL && status[1] == UNPHYSICAL && last[1] == 0, what);
    expect(strstr(text[1], "step 1, stage 1") && !strcmp(text[0], text[1]),
           "and told in the words of a single rank");
}

int main(void)
{
    harness_start(1, 0, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int f = FUSION_SPLIT; f <= FUSION_FULL; ++f) {
        compare((enum fusion)f, 4, sizeof(double), 0);
        compare((enum fusion)f, 9, sizeof(double), 0);
    }
    compare(FUSION_FULL, 9, sizeof(float), 0);
    compare(FUSION_FULL, 5, sizeof(double), 1);
    compare_layer(FUSION_FULL);
    compare_layer(FUSION_SPLIT);
    compare_budget(4, 0);
    compare_budget(9, 1);
    expect_fault(0.25, 4);
    expect_fault(1.75, 9);
    if (rank == 0) printf("1..%d\n", tests);
    harness_stop();
    MPI_Finalize();
    return 0;
}
