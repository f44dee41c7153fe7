/* tests/gpu/test_runs_gpu.c -- whole runs of the rising bubble: on GPUs as on cores, always the
 * same bits, and nothing lost. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "tests/graph/harness.h"
#include "tests/graph/of_case.h"

static const char *const forms[] = { "kernels.fusion=split", "kernels.fusion=surface",
                                     "kernels.fusion=full" };
enum { NFORMS = 3, MOST_SETS = 16 };

/* ---- Where a run is computed ----------------------------------------------------------------- */

enum machine { CORES, GPU, BOTH };

/* More than one only save time. */
static int some_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN) / 2;
    return n < 1 ? 1 : n > 8 ? 8 : (int)n;
}

/* A bubble under the KEY=VALUE of both lists. With both, a core and a
 * GPU own half of the partitions each. */
static void bubble_new(struct of_case *c, enum machine where, const char *const *sets,
                       const char *form)
{
    static const char *const of_gpu[] = { "runtime.gpus=1", "runtime.cores=0", NULL };
    static const char *const of_both[] = { "runtime.gpus=1", "runtime.cores=1",
                                           "runtime.gpu_speed=1e8", "runtime.core_speed=1e8",
                                           NULL };
    const char *all[MOST_SETS] = { form };
    int n = form != NULL;
    for (; *sets; ++sets) all[n++] = *sets;
    for (const char *const *s = where == GPU ? of_gpu : of_both; where != CORES && *s; ++s)
        all[n++] = *s;
    REQUIRE(n < MOST_SETS, "too many sets");
    unsetenv("STARPU_NCPU"); /* the run before has set it, and it would win */
    of_case_new(c, "rising_bubble", where == CORES ? some_cores() : 0, all);
    cr_assert_eq(c->s.num_gpus, where != CORES);
    if (where == GPU)
        for_each (const struct part, p, c->s.run.parts) cr_assert(p->device->is_gpu);
}

/* ---- States and checksums -------------------------------------------------------------------- */

/* The state after all steps, [element][NFIELDS][node]. */
static double *final_state(enum machine where, const char *const *sets, const char *form)
{
    struct of_case c;
    bubble_new(&c, where, sets, form);
    of_case_steps(&c);
    double *q = harness_state(&c.s.run);
    of_case_free(&c);
    return q;
}

static uint64_t final_checksum(enum machine where, const char *const *sets, const char *form)
{
    struct of_case c;
    bubble_new(&c, where, sets, form);
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

/* Largest difference: of densities relative to the largest one, of momenta to the largest rho c, of
 * energies to the largest one. */
static double apart(const double *a, const double *b, int64_t elements, int order)
{
    const int64_t np = (int64_t)(order + 1) * (order + 1) * (order + 1);
    double rho = 0, rho_c = 0, energy = 0, worst[3] = { 0 };
    for (int64_t i = 0; i < elements * np; ++i) {
        const double *qa = a + i / np * NFIELDS * np + i % np, *qb = b + (qa - a);
        /* air at some 300 K: c = 347 m/s */
        rho = fmax(rho, qa[RHO * np]);
        rho_c = fmax(rho_c, 347 * qa[RHO * np]);
        energy = fmax(energy, qa[RHO_E * np]);
        for (int v = 0; v < NFIELDS; ++v) {
            const double d = fabs(qa[v * np] - qb[v * np]);
            double *w = &worst[v == RHO ? 0 : v == RHO_E ? 2 : 1];
            if (!(d <= *w)) *w = isnan(d) ? INFINITY : d;
        }
    }
    const double most = fmax(worst[0] / rho, fmax(worst[1] / rho_c, worst[2] / energy));
    return isfinite(worst[0] + worst[1] + worst[2]) ? most : INFINITY;
}

/* Every form on the GPU against the cores. */
static void expect_close(const char *const *sets, int64_t elements, int order, double at_most)
{
    double *want = final_state(CORES, sets, forms[0]);
    for (int f = 0; f < NFORMS; ++f) {
        double *has = final_state(GPU, sets, forms[f]);
        const double d = apart(want, has, elements, order);
        cr_log_info("%s, %s: %.3e apart", sets[0], forms[f], d);
        cr_expect_leq(d, at_most, "%s, %s: %.3e apart, not %.3e", sets[0], forms[f], d, at_most);
        free(has);
    }
    free(want);
}

Test(runs_gpu, agree_with_cores_after_one_step)
{
    static const char *const sets[] = { "time.steps=1", "mesh.level=3", "order=4", NULL };
    expect_close(sets, 512, 4, 1e-12);
}

Test(runs_gpu, agree_with_cores_after_a_hundred_steps)
{
    static const char *const sets[] = { "time.steps=100", "mesh.level=3", "order=4", NULL };
    expect_close(sets, 512, 4, 1e-10);
}

Test(runs_gpu, agree_with_cores_over_a_mountain)
{
    static const char *const sets[] = { "time.steps=100", "mesh.level=2", "mesh.mapping=mountain",
                                        "mesh.mountain_height=300", "mesh.mountain_width=400",
                                        "mesh.partitions=5", NULL };
    expect_close(sets, 64, 4, 1e-10);
}

/* The present state is then now in one buffer, now in the other. */
Test(runs_gpu, agree_with_cores_with_an_odd_number_of_stages)
{
    static const char *const sets[] = { "time.steps=3", "mesh.level=2", "time.scheme=lsrk5",
                                        "mesh.partitions=5", NULL };
    expect_close(sets, 64, 4, 1e-12);
}

/* Rounding moves a nearly balanced atmosphere: what counts is how far from double precision. */
Test(runs_gpu, are_as_near_to_double_precision_as_cores_in_single)
{
    static const char *const in_double[] = { "time.steps=10", "mesh.level=2", NULL };
    static const char *const in_single[] = { "time.steps=10", "mesh.level=2", "precision=single",
                                             NULL };
    double *want = final_state(CORES, in_double, forms[0]);
    double *cores = final_state(CORES, in_single, forms[0]);
    const double usual = apart(want, cores, 64, 4);
    for (int f = 0; f < NFORMS; ++f) {
        double *has = final_state(GPU, in_single, forms[f]);
        const double d = apart(want, has, 64, 4);
        cr_log_info("%s: %.3e apart, cores %.3e", forms[f], d, usual);
        cr_expect_leq(d, 2 * usual, "%s: %.3e apart, cores %.3e", forms[f], d, usual);
        free(has);
    }
    free(cores);
    free(want);
}

/* ---- The same bits --------------------------------------------------------------------------- */

/* Puts a state that was kept back into a run. */
static void put_back(struct run *r, void *const *kept, size_t element_bytes)
{
    void **to = NEW(void *, r->parts.n);
    data_rewrite(r, to);
    for (int n = 0; n < r->parts.n; ++n)
        memcpy(to[n], kept[n], (size_t)r->parts.at[n].mesh->num_elements * element_bytes);
    data_release(r);
    free(to);
}

static void expect_repeats(const char *precision, size_t sizeof_real, const char *form)
{
    const char *sets[] = { precision, "time.steps=20", "mesh.level=2", "mesh.partitions=8", NULL };
    const size_t bytes = NFIELDS * 125 * sizeof_real;
    struct of_case c;
    uint64_t first = 0;
    bubble_new(&c, GPU, sets, form);
    struct run *r = &c.s.run;
    const void **from = NEW(const void *, r->parts.n);
    void **kept = NEW(void *, r->parts.n);
    data_look(r, from);
    for (int n = 0; n < r->parts.n; ++n) {
        const size_t all = (size_t)r->parts.at[n].mesh->num_elements * bytes;
        kept[n] = memcpy(memory_new(all, 1), from[n], all);
    }
    data_release(r);
    for (int i = 0; i < 20; ++i) {
        if (i > 0) put_back(r, kept, bytes);
        of_case_steps(&c);
        const uint64_t sum = data_checksum(r);
        if (i == 0) first = sum;
        cr_expect_eq(sum, first, "%s, %s, repeat %d: %016" PRIx64 ", not %016" PRIx64, precision,
                     form, i, sum, first);
    }
    for (int n = 0; n < r->parts.n; ++n) free(kept[n]);
    free(kept);
    free((void *)from);
    of_case_free(&c);
}

Test(runs_gpu, have_one_checksum_over_twenty_repeats)
{
    expect_repeats("precision=double", 8, "kernels.fusion=full");
    expect_repeats("precision=double", 8, "kernels.fusion=split");
    expect_repeats("precision=single", 4, "kernels.fusion=full");
}

Test(runs_gpu, have_one_checksum_over_partitions)
{
    static const char *const partitions[] = { "mesh.partitions=1", "mesh.partitions=4",
                                              "mesh.partitions=9" };
    for (int f = 0; f < NFORMS; f += 2) { /* split and full */
        uint64_t first = 0;
        for (int p = 0; p < 3; ++p) {
            const char *sets[] = { "time.steps=5", "mesh.level=2", partitions[p], NULL };
            const uint64_t sum = final_checksum(GPU, sets, forms[f]);
            if (p == 0) first = sum;
            cr_expect_eq(sum, first, "%s, %s: %016" PRIx64 ", not %016" PRIx64, forms[f],
                         partitions[p], sum, first);
        }
    }
}

/* Cores and a GPU in one run, each with partitions of its own: traces travel between memories. */
Test(runs_gpu, have_one_checksum_where_a_core_computes_beside_the_gpu)
{
    static const char *const sets[] = { "time.steps=10", "mesh.level=2", "mesh.partitions=9",
                                        NULL };
    double *want = final_state(CORES, sets, forms[0]);
    for (int f = 0; f < NFORMS; ++f) {
        uint64_t first = 0;
        for (int i = 0; i < 2; ++i) {
            struct of_case c;
            int gpus = 0, outlets = 0;
            bubble_new(&c, BOTH, sets, forms[f]);
            for_each (const struct part, p, c.s.run.parts) {
                gpus += p->device->is_gpu;
                outlets += p->ports.num_outlets > 1;
            }
            cr_expect(2 <= gpus && gpus <= 7, "%d of 9 partitions on the GPU", gpus);
            cr_expect(outlets > 0);
            of_case_steps(&c);
            const uint64_t sum = data_checksum(&c.s.run);
            if (i == 0) first = sum;
            cr_expect_eq(sum, first, "%s, repeat %d", forms[f], i);
            if (i == 0) {
                double *has = harness_state(&c.s.run);
                const double d = apart(want, has, 64, 4);
                cr_log_info("with a core, %s: %.3e apart", forms[f], d);
                cr_expect_leq(d, 1e-10, "%s: %.3e apart", forms[f], d);
                free(has);
            }
            of_case_free(&c);
        }
    }
    free(want);
}

/* ---- Conservation ---------------------------------------------------------------------------- */

static void expect_kept(const char *precision, const char *form, double at_most)
{
    const char *sets[] = { "time.steps=1000", "mesh.level=2", precision, NULL };
    struct diagnostics before, after;
    struct of_case c;
    bubble_new(&c, GPU, sets, form);
    cr_assert_eq(graph_diagnose(&c.s.run, &before), OK);
    of_case_steps(&c);
    cr_assert_eq(graph_diagnose(&c.s.run, &after), OK);
    const double mass = fabs(after.mass - before.mass) / fabs(before.mass);
    const double energy = fabs(after.energy - before.energy) / fabs(before.energy);
    cr_log_info("%s, %s, 1000 steps: mass %.2e, energy %.2e", precision, form, mass, energy);
    cr_expect_leq(mass, at_most, "%s, %s: mass changes by %.2e", precision, form, mass);
    cr_expect_leq(energy, at_most, "%s, %s: energy changes by %.2e", precision, form, energy);
    of_case_free(&c);
}

Test(runs_gpu, keep_mass_and_energy_over_a_thousand_steps)
{
    for (int f = 0; f < NFORMS; ++f)
        expect_kept("precision=double", forms[f], 1e-13);
    expect_kept("precision=single", forms[2], 2e-6);
}
