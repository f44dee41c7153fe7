/* tests/graph/test_short_runs.c -- initial states, and a few steps of whole runs, as the reference
 * solver has them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#include "base/sum.h"
#include "cases/cases.h"
#include "tests/graph/harness.h"
#include "tests/graph/of_case.h"
#include "tests/graph/wavy.h"
#include "tests/vectors.h"

/* ---- The states ------------------------------------------------------------------------------ */

static void conserved(double rho, const double u[3], double p, double gravity, double z,
                      double q[NFIELDS])
{
    q[RHO] = rho;
    for (int m = 0; m < 3; ++m)
        q[RHO_U + m] = rho * u[m];
    q[RHO_E] = p / 0.4 + rho * (0.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) + gravity * z);
}

static void case_state(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)e;
    const struct options *o = data;
    const struct primitive w = case_find(o->top_case)->state(o, x, 0);
    conserved(w.rho, w.u, w.p, o->top_gravity, x[2], q);
}

static void bubble_options(struct options *o, const char *profile, const char *exner)
{
    char set_profile[64], set_exner[64];
    const char *const sets[] = { set_profile, set_exner, NULL };
    snprintf(set_profile, sizeof set_profile, "initial.profile=%s", profile);
    snprintf(set_exner, sizeof set_exner, "initial.exner=%s", exner);
    of_case_options(o, "rising_bubble", sets);
}

Test(initial_state, of_the_bubble_is_the_vectors)
{
    const json_t *cases = vectors_member(vectors("rising_bubble"), "cases"), *entry;
    size_t i;
    cr_assert_eq(json_array_size(cases), 40);
    json_array_foreach(cases, i, entry) {
        struct options o;
        double x[3], q[NFIELDS];
        bubble_options(&o, vectors_text(entry, "kind"), vectors_text(entry, "exner"));
        vectors_numbers(entry, "xyz", 3, x);
        case_state(&o, NULL, x, q);
        vectors_expect(q[RHO], entry, "rho");
        vectors_expect(case_find("rising_bubble")->state(&o, x, 0).p, entry, "p");
        vectors_expect(q[RHO_E], entry, "E");
        options_free(&o);
    }
}

/* ---- Whole runs ------------------------------------------------------------------------------ */

static const json_t *find(const char *problem, const char *kind)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(vectors("short_runs"), i, entry) {
        const char *k = json_string_value(json_object_get(entry, "kind"));
        if (!strcmp(vectors_text(entry, "problem"), problem) && (!kind || !strcmp(k, kind)))
            return entry;
    }
    cr_assert_fail("no run %s in the vectors", problem);
    return NULL;
}

/* Element of our order that is the vectors' number e: they count along x first. */
static int64_t element_of(const struct run *r, const json_t *entry, int e)
{
    const struct mesh_spec *m = &r->mesh.spec;
    double K[3];
    vectors_numbers(entry, "K", 3, K);
    const int at[3] = { e % (int)K[0], e / (int)K[0] % (int)K[1], e / (int)(K[0] * K[1]) };
    for (int64_t n = 0; n < r->mesh.num_elements; ++n) {
        double x[3];
        const struct element *el = harness_node(r, n, 0, x);
        int is_here = 1;
        for (int d = 0; d < 3; ++d) {
            const double h = (m->upper[d] - m->lower[d]) / K[d];
            is_here &= fabs(el->center[d] - m->lower[d] - (at[d] + 0.5) * h) < 0.01 * h;
        }
        if (is_here) return n;
    }
    cr_assert_fail("no element at (%d, %d, %d)", at[0], at[1], at[2]);
    return -1;
}

static void expect_nodes(const struct run *r, const json_t *entry, const double *q)
{
    const json_t *node, *nodes = vectors_member(entry, "nodes");
    const int np = 64;
    double recorded[NFIELDS], largest[NFIELDS], worst = 0;
    size_t i;
    vectors_numbers(entry, "max_abs_diff_float64_vs_longdouble", NFIELDS, recorded);
    vectors_numbers(entry, "max_abs_q", NFIELDS, largest);
    cr_assert_eq(json_array_size(nodes), 5);
    json_array_foreach(nodes, i, node) {
        const int n = (int)vectors_number(node, "n");
        const int64_t e = element_of(r, entry, (int)vectors_number(node, "e"));
        double want[NFIELDS], where[3], x[3];
        vectors_numbers(node, "q", NFIELDS, want);
        vectors_numbers(node, "xyz", 3, where);
        harness_node(r, e, n, x);
        for (int d = 0; d < 3; ++d)
            cr_expect_float_eq(x[d], where[d], 1e-12 * r->mesh.spec.upper[d]);
        for (int v = 0; v < NFIELDS; ++v) {
            const double has = q[(e * NFIELDS + v) * np + n];
            worst = fmax(worst, fabs(has - want[v]) / recorded[v]);
            cr_expect(fabs(has - want[v]) <= 50 * recorded[v],
                      "node %zu, component %d is %.17g, not %.17g: %.1f x the recorded difference",
                      i, v, has, want[v], fabs(has - want[v]) / recorded[v]);
        }
    }
    for (int v = 0; v < NFIELDS; ++v) {
        double most = 0;
        for (int64_t k = 0; k < r->mesh.num_elements * np; ++k)
            most = fmax(most, fabs(q[(k / np * NFIELDS + v) * np + k % np]));
        cr_expect(fabs(most - largest[v]) <= 50 * recorded[v], "largest of component %d: %.17g", v,
                  most);
    }
    cr_log_info("nodes: %.2f x the recorded difference", worst);
}

static void expect_integrals(const struct diagnostics *d, const json_t *want)
{
    vectors_expect(d->mass, want, "mass");
    vectors_expect(d->energy, want, "energy");
    vectors_expect(d->entropy, want, "entropy");
}

static void expect_run(struct setup s, const json_t *entry)
{
    const int is_lsrk5 = !strcmp(vectors_text(entry, "scheme"), "lsrk54");
    struct diagnostics before, after;
    struct run r;
    harness_new(&r, &s);
    cr_assert_eq(graph_diagnose(&r, &before), OK);
    harness_steps(&r, rk_find(is_lsrk5 ? "lsrk5" : "lsrk14"), vectors_number(entry, "dt"),
                  (int64_t)vectors_number(entry, "steps"));
    cr_assert_eq(graph_diagnose(&r, &after), OK);
    double *q = harness_state(&r);
    expect_nodes(&r, entry, q);
    expect_integrals(&before, vectors_member(entry, "initial"));
    expect_integrals(&after, vectors_member(entry, "final"));
    const double change = (after.entropy - before.entropy) / fabs(before.entropy);
    const double want = vectors_number(vectors_member(entry, "rel_change"), "entropy");
    cr_log_info("entropy changes by %.4e, reference %.4e", change, want);
    cr_expect_float_eq(change, want, 1e-13, "entropy changes by %g, not %g", change, want);
    free(q);
    harness_free(&r);
}

static void expect_bubble(const char *kind)
{
    const json_t *entry = find("rising_bubble", kind);
    struct options o;
    bubble_options(&o, kind, vectors_text(entry, "exner"));
    expect_run((struct setup){
        .degree = 3,
        .mesh = { .base = { 1, 1, 1 }, .level = 2, .lower = { -1000, -1000, 0 },
                  .upper = { 1000, 1000, 2000 }, .periodic = { 1, 1, 0 }, .partitions = 3 },
        .physics = { .gravity = o.top_gravity, .flux = FLUX_MATRIX },
        .initial = case_state,
        .data = &o,
    }, entry);
    options_free(&o);
}

Test(short_run, of_the_sharp_bubble_is_the_vectors) { expect_bubble("sharp"); }

Test(short_run, of_the_smooth_bubble_is_the_vectors) { expect_bubble("smooth"); }

Test(short_run, of_a_rotating_wavy_state_is_the_vectors)
{
    const json_t *entry = find("affine_ec", NULL);
    double c[14];
    vectors_numbers(vectors_member(entry, "setup"), "c", 14, c);
    struct setup s = wavy_setup(c, FLUX_CONSERVATIVE, 3);
    s.physics.omega[0] = 0.3;
    s.physics.omega[1] = -0.2;
    s.physics.coriolis_f = 0.7;
    expect_run(s, entry);
}

Test(short_run, of_the_baroclinic_wave_is_the_vectors)
{
    struct options o;
    of_case_options(&o, "baroclinic_channel", (const char *const[]){ NULL });
    struct setup s = {
        .degree = 3,
        .mesh = { .base = { 6, 2, 2 }, .periodic = { 1, 0, 0 }, .partitions = 5 },
        .physics = { .gravity = o.top_gravity, .coriolis_f = o.coriolis_f, .flux = FLUX_MATRIX },
        .initial = case_state,
        .data = &o,
    };
    for (int d = 0; d < 3; ++d)
        s.mesh.upper[d] = o.mesh_upper.at[d];
    expect_run(s, find("baroclinic", NULL));
    options_free(&o);
}
