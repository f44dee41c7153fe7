/* tests/graph/test_absorb.c -- the absorbing layer: where it is, what it does, what it keeps. */
#include <criterion/criterion.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tasks/layer.h"
#include "tests/graph/harness.h"
#include "tests/graph/of_case.h"

/* ---- Where it is ----------------------------------------------------------------------------- */

static const struct mesh_spec box = { .lower = { -8, 0, 1 }, .upper = { 8, 1, 11 } };

static double rate_at(const struct layer *l, double x, double z)
{
    return layer_rate(l, &box, (double[]){ x, 0.5, z });
}

Test(absorb, rate_rises_from_nothing_at_the_inner_edge_to_its_largest_at_the_boundary)
{
    const struct layer top = { .top = 4, .rate = 3 }, sides = { .sides = 2, .rate = 3 };
    cr_expect_eq(rate_at(&top, 8, 6.9), 0);
    cr_expect_eq(rate_at(&top, 0, 7), 0);
    cr_expect_float_eq(rate_at(&top, 0, 8), 3 * pow(sin(M_PI / 8), 2), 1e-15);
    cr_expect_float_eq(rate_at(&top, 0, 9), 1.5, 1e-15);
    cr_expect_float_eq(rate_at(&top, 0, 11), 3, 1e-15);
    for (int side = -1; side <= 1; side += 2) {
        cr_expect_eq(rate_at(&sides, 5.9 * side, 11), 0);
        cr_expect_float_eq(rate_at(&sides, 7 * side, 5), 1.5, 1e-15);
        cr_expect_float_eq(rate_at(&sides, 8 * side, 5), 3, 1e-15);
    }
}

Test(absorb, rate_is_not_exceeded_where_layers_overlap)
{
    const struct layer both = { .top = 4, .sides = 2, .rate = 3 };
    cr_expect_float_eq(rate_at(&both, 8, 11), 3, 1e-15);
    cr_expect_float_eq(rate_at(&both, 7, 9), 3 * 0.75, 1e-15);
    cr_expect_float_eq(rate_at(&both, 0, 9), 1.5, 1e-15);
}

Test(absorb, layers_that_leave_no_room_are_refused)
{
    const struct layer thick = { .top = 10, .rate = 1 }, wide = { .sides = 8, .rate = 1 };
    const struct layer fits = { .top = 9, .sides = 7.9, .rate = 1 };
    cr_expect_eq(layer_check(&thick, &box), BAD_INPUT);
    cr_expect(strstr(error_text(), "absorb.top"));
    error_clear();
    cr_expect_eq(layer_check(&wide, &box), BAD_INPUT);
    cr_expect(strstr(error_text(), "absorb.sides"));
    cr_expect_eq(layer_check(&fits, &box), OK);
}

/* ---- What it does, by itself ----------------------------------------------------------------- */

static void state_at(double shift, const double x[3], double q[NFIELDS])
{
    q[RHO] = 1 + 0.2 * sin(x[0] + shift);
    q[RHO_U] = 0.3 * cos(x[2] - shift);
    q[RHO_V] = -0.1 * shift;
    q[RHO_W] = 0.2 * sin(x[0] + x[1] - shift);
    q[RHO_E] = 3 + 0.4 * cos(x[0] * x[2] + shift);
}

static void before(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)data, (void)e;
    state_at(0.4, x, q);
}

static void goal(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)data, (void)e;
    state_at(-0.7, x, q);
}

static double in_precision(size_t sizeof_real, double x)
{
    return sizeof_real == sizeof(float) ? (double)(float)x : x;
}

/* q0 + (q - q0) exp(-sigma n dt) at all nodes, to a few roundings; the same bits outside. */
static void expect_decay(int degree, size_t sizeof_real, int64_t partitions)
{
    enum { STEPS = 5 };
    const double dt = 0.3, epsilon = sizeof_real == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    const struct layer l = { .top = 4, .sides = 3, .rate = 2 };
    const int np = (degree + 1) * (degree + 1) * (degree + 1);
    const struct setup s = { .degree = degree, .sizeof_real = sizeof_real, .initial = before,
                             .mesh = { .base = { 8, 1, 5 }, .lower = { -8, 0, 1 },
                                       .upper = { 8, 1, 11 }, .partitions = partitions } };
    struct run r;
    int damped = 0, kept = 0;
    double worst = 0;
    harness_new(&r, &s);
    layer_new(&r, &l, goal, NULL);
    for (int n = 0; n < STEPS; ++n)
        for_each (struct part, p, r.parts) cr_assert_eq(task_absorb(&r, p, dt), OK);
    double *q = harness_state(&r);
    for (int e = 0; e < r.mesh.num_elements; ++e)
        for (int i = 0; i < np; ++i) {
            double x[3], q1[NFIELDS], q0[NFIELDS];
            harness_node(&r, e, i, x);
            before(NULL, NULL, x, q1);
            goal(NULL, NULL, x, q0);
            const double sigma = layer_rate(&l, &r.mesh.spec, x);
            for (int v = 0; v < NFIELDS; ++v) {
                const double is = q[((size_t)e * NFIELDS + v) * np + i];
                const double should = q0[v] + (q1[v] - q0[v]) * exp(-sigma * STEPS * dt);
                if (sigma > 0) worst = fmax(worst, fabs(is - should));
                else cr_expect_eq(is, in_precision(sizeof_real, q1[v]));
            }
            damped += sigma > 0, kept += sigma == 0;
        }
    cr_expect(damped > 0 && kept > 0);
    cr_expect_leq(worst, 4 * STEPS * epsilon, "degree %d, %zu bytes: %g", degree, sizeof_real,
                  worst);
    free(q);
    harness_free(&r);
}

Test(absorb, state_decays_exponentially_towards_the_initial_one_and_nowhere_else)
{
    for (int degree = 1; degree <= 8; ++degree) {
        expect_decay(degree, sizeof(double), 1 + 3 * (degree % 2));
        expect_decay(degree, sizeof(float), 4 - 3 * (degree % 2));
    }
}

Test(absorb, partitions_outside_the_layer_have_none_of_it)
{
    const struct layer top = { .top = 2.5, .rate = 2 };
    const struct setup s = { .degree = 2, .initial = before,
                             .mesh = { .base = { 1, 1, 1 }, .level = 2, .upper = { 10, 10, 10 },
                                       .partitions = 8 } };
    struct run r;
    size_t bytes = 0;
    harness_new(&r, &s);
    layer_new(&r, &top, before, NULL);
    for_each (const struct part, p, r.parts) { /* an octant each: 4 of its 8 elements, or none */
        const int is_above = p->mesh->number >= 4;
        cr_expect_eq(p->layer.num_elements, is_above ? 4 : 0);
        bytes += layer_bytes(&top, &r.mesh, p->mesh, 2, sizeof(double));
    }
    cr_expect_eq(bytes, 16 * (6 * 27 * sizeof(double) + sizeof(int32_t)));
    harness_free(&r);
}

/* ---- What it does in a run ------------------------------------------------------------------- */

static uint64_t bubble(const char *layer, const char *form, const char *partitions,
                       const char *precision)
{
    const char *sets[] = { "mesh.level=1", "time.steps=3", "order=3", "absorb.rate=0.2", form,
                           partitions, precision, layer, NULL };
    struct of_case c;
    of_case_new(&c, "rising_bubble", 2, sets);
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

static void expect_one_checksum(const char *precision, const char *form, const char *partitions)
{
    const uint64_t sum = bubble("absorb.top=1700", form, partitions, precision);
    const uint64_t plain = bubble("absorb.top=1700", "kernels.fusion=split", "mesh.partitions=1",
                                  precision);
    cr_expect_eq(sum, plain, "%s, %s, %s: %016" PRIx64 ", not %016" PRIx64, precision, form,
                 partitions, sum, plain);
}

Test(absorb, forms_and_partitions_have_one_checksum)
{
    expect_one_checksum("precision=double", "kernels.fusion=full", "mesh.partitions=1");
    expect_one_checksum("precision=double", "kernels.fusion=full", "mesh.partitions=8");
    expect_one_checksum("precision=double", "kernels.fusion=surface", "mesh.partitions=3");
    expect_one_checksum("precision=double", "kernels.fusion=split", "mesh.partitions=3");
    expect_one_checksum("precision=single", "kernels.fusion=full", "mesh.partitions=3");
}

/* A layer in which nothing decays, and one whose initial state does not change, leave all bits. */
Test(absorb, steady_states_keep_their_bits)
{
    static const char *const layers[] = { "absorb.top=0", "absorb.top=900" };
    uint64_t sums[2];
    for (int n = 0; n < 2; ++n) {
        const char *sets[] = { "mesh.level=1", "time.steps=3", "gravity=0", layers[n],
                               "initial.velocity=[10, -5, 0]", NULL };
        struct of_case c;
        of_case_new(&c, "resting_atmosphere", 1, sets);
        for_each (struct part, p, c.s.run.parts) cr_expect_eq(p->layer.num_elements > 0, n);
        for_each (struct part, p, c.s.run.parts) task_absorb(&c.s.run, p, 1);
        sums[n] = data_checksum(&c.s.run);
        of_case_free(&c);
    }
    cr_expect_eq(sums[1], sums[0]);
    cr_expect_eq(bubble("absorb.sides=0", "kernels.fusion=full", "mesh.partitions=3",
                        "precision=double"),
                 bubble("absorb.rate=0", "kernels.fusion=full", "mesh.partitions=3",
                        "precision=double"));
}

/* A pulse of sound that goes up in x or z, in a gas with rho = p = 1. */
struct pulse {
    int direction;
    double amplitude;
};

static void pulse_at(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)e;
    const struct pulse *p = data;
    const double c = sqrt(1.4), r = x[p->direction] - 6;
    const double excess = p->amplitude * exp(-r * r), u = excess / c;
    q[RHO] = 1 + excess / 1.4;
    q[RHO_U] = q[RHO_V] = q[RHO_W] = 0;
    q[RHO_U + p->direction] = q[RHO] * u;
    q[RHO_E] = (1 + excess) / 0.4 + 0.5 * q[RHO] * u * u;
}

/* Acoustic energy, p'^2/(2 rho c^2) + rho u^2/2. */
static double sound_energy(struct run *r)
{
    const int np = (r->d.degree + 1) * (r->d.degree + 1) * (r->d.degree + 1);
    double *q = harness_state(r), sum = 0;
    for (int e = 0; e < r->mesh.num_elements; ++e)
        for (int i = 0; i < np; ++i) {
            const double *at = q + (size_t)e * NFIELDS * np + i;
            const double m[3] = { at[RHO_U * np], at[RHO_V * np], at[RHO_W * np] };
            const double kinetic = 0.5 * (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) / at[RHO];
            const double excess = 0.4 * (at[RHO_E * np] - kinetic) - 1;
            sum += harness_volume(r, e, i) * (kinetic + excess * excess / 2.8);
        }
    free(q);
    return sum;
}

/* Share of the energy that is left when the pulse would be back from the far end. */
static double reflected(int direction, const struct layer *l)
{
    struct pulse pulse = { direction, 1e-4 }, calm = { direction, 0 };
    struct setup s = { .degree = 4, .initial = pulse_at, .data = &pulse,
                       .mesh = { .upper = { 1, 1, 1 }, .base = { 1, 1, 1 },
                                 .periodic = { 1, 1, 1 }, .partitions = 2 },
                       .fusion = FUSION_FULL };
    struct run r;
    s.mesh.base[direction] = s.mesh.upper[direction] = 16;
    s.mesh.periodic[direction] = 0;
    harness_new(&r, &s);
    const double at_first = sound_energy(&r);
    layer_new(&r, l, pulse_at, &calm);
    harness_steps(&r, rk_find("lsrk14"), 20 / sqrt(1.4) / 160, 160);
    const double share = sound_energy(&r) / at_first;
    harness_free(&r);
    return share;
}

Test(absorb, sound_is_not_reflected)
{
    const struct layer none = { .rate = 2 }, top = { .top = 5, .rate = 2 };
    const struct layer sides = { .sides = 5, .rate = 2 };
    const double echo = reflected(2, &none);
    const double above = reflected(2, &top), beside = reflected(0, &sides);
    cr_log_info("energy that comes back: %.3g from a wall, %.2e and %.2e from layers", echo, above,
                beside);
    cr_expect_gt(echo, 0.95);
    cr_expect_lt(above, 1e-4);
    cr_expect_lt(beside, 1e-4);
}
