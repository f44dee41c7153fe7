/* tests/graph/test_budget.c -- the entropy budget: it closes; its parts are what theory says. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include "base/fluxes.h"
#include "graph/budget.h"
#include "tasks/budget.h"
#include "tests/graph/of_case.h"
#include "tests/graph/wavy.h"

static const double CLOSED = 1e-12, ROUNDING = 1e-14;

/* Of a case over all its steps; more: KEY=VALUE, ends with NULL. */
static struct budget of_run(const char *name, const char *const *more)
{
    const char *sets[16] = { "mesh.level=1", "time.scheme=lsrk5" };
    struct of_case c;
    struct budget b;
    for (int n = 0; more[n]; ++n) sets[2 + n] = more[n];
    of_case_new(&c, name, 2, sets);
    budget_new(&c.s.run);
    cr_assert_eq(graph_budget_start(&c.s.run), OK);
    of_case_steps(&c);
    cr_assert_eq(graph_budget(&c.s.run, &b), OK);
    of_case_free(&c);
    return b;
}
#define OF_RUN(name, ...) of_run(name, (const char *const[]){ __VA_ARGS__, NULL })

static void log_budget(const char *what, const struct budget *b)
{
    const double *part = b->part;
    cr_log_info("%s: volume %.3g interior %.3g halo %.3g walls %.3g Coriolis %.3g layer %.3g "
                "integrator %.3g measured %.3g residual %.1e, of %.3g", what, part[BUDGET_VOLUME],
                part[BUDGET_INTERIOR], part[BUDGET_HALO], part[BUDGET_WALLS],
                part[BUDGET_CORIOLIS], part[BUDGET_LAYER], part[BUDGET_INTEGRATOR], b->measured,
                b->residual, b->scale);
}

static double surfaces(const struct budget *b)
{
    return b->part[BUDGET_INTERIOR] + b->part[BUDGET_HALO] + b->part[BUDGET_WALLS];
}

static void expect_rounding(const char *what, const struct budget *b)
{
    log_budget(what, b);
    cr_expect_leq(fabs(b->part[BUDGET_VOLUME]), ROUNDING * b->scale, "%s: volume %g of %g", what,
                  b->part[BUDGET_VOLUME], b->scale);
    cr_expect_leq(fabs(b->part[BUDGET_CORIOLIS]), ROUNDING * b->scale, "%s: Coriolis %g of %g",
                  what, b->part[BUDGET_CORIOLIS], b->scale);
}

static void expect_closed(const char *what, const struct budget *b)
{
    expect_rounding(what, b);
    cr_expect_leq(fabs(b->residual), CLOSED, "%s: residual %g", what, b->residual);
}

/* ---- In cases ------------------------------------------------------------------------------- */

#define BUBBLE "order=3", "time.steps=20"

Test(budget, closes_on_a_smooth_flow)
{
    const struct budget wave = OF_RUN("density_wave", "order=2", "time.steps=20",
                                      "mesh.base=[4, 4, 1]");
    const struct budget vortex = OF_RUN("isentropic_vortex", "order=2", "time.steps=10",
                                        "mesh.partitions=5");
    expect_closed("density wave", &wave);
    expect_closed("vortex", &vortex);
    cr_expect_lt(wave.part[BUDGET_INTERIOR], 0);
    cr_expect_lt(vortex.part[BUDGET_HALO], 0);
    cr_expect_eq(vortex.part[BUDGET_WALLS], 0);
}

Test(budget, closes_with_gravity_walls_and_coriolis_force)
{
    const struct budget bubble = OF_RUN("rising_bubble", BUBBLE, "mesh.partitions=5");
    const struct budget turning = OF_RUN("rising_bubble", BUBBLE, "coriolis.f=0.1",
                                         "coriolis.beta=1e-5", "time.scheme=lsrk14");
    expect_closed("bubble", &bubble);
    expect_closed("turning", &turning);
    cr_expect_lt(bubble.part[BUDGET_WALLS], 0);
    cr_expect_lt(bubble.part[BUDGET_INTERIOR], 0);
    cr_expect_lt(bubble.part[BUDGET_HALO], 0);
    cr_expect_eq(bubble.part[BUDGET_CORIOLIS], 0);
    cr_expect_eq(bubble.part[BUDGET_LAYER], 0);
}

Test(budget, closes_on_curved_elements)
{
    const struct budget warp = OF_RUN("density_wave", "order=3", "time.steps=20",
                                      "mesh.base=[4, 4, 1]", "mesh.mapping=warp",
                                      "mesh.partitions=5");
    const struct budget ridge = OF_RUN("rising_bubble", BUBBLE, "mesh.mapping=mountain",
                                       "mesh.mountain_height=300", "coriolis.f=0.1");
    expect_closed("warp", &warp);
    expect_closed("ridge", &ridge);
    cr_expect_lt(ridge.part[BUDGET_WALLS], 0);
}

Test(budget, closes_with_an_absorbing_layer)
{
    const struct budget b = OF_RUN("rising_bubble", BUBBLE, "absorb.top=1500", "absorb.rate=0.2",
                                   "mesh.partitions=3");
    expect_closed("layer", &b);
    cr_expect_neq(b.part[BUDGET_LAYER], 0);
}

Test(budget, closes_in_single_precision)
{
    const struct budget b = OF_RUN("rising_bubble", BUBBLE, "precision=single",
                                   "mesh.partitions=3");
    expect_closed("single", &b);
    cr_expect_lt(b.part[BUDGET_INTERIOR], 0);
    cr_expect_lt(b.part[BUDGET_HALO], 0);
}

Test(budget, is_the_sum_of_its_intervals)
{
    struct of_case c;
    struct budget b;
    double sum[NBUDGET] = { 0 }, measured = 0;
    const char *sets[] = { "mesh.level=1", "time.scheme=lsrk5", BUBBLE, "absorb.top=1500",
                           "mesh.partitions=3", NULL };
    const struct budget all = OF_RUN("rising_bubble", BUBBLE, "absorb.top=1500",
                                     "mesh.partitions=3");
    of_case_new(&c, "rising_bubble", 1, sets);
    budget_new(&c.s.run);
    cr_assert_eq(graph_budget_start(&c.s.run), OK);
    const struct plan *p = &c.s.plan;
    for (int n = 1; n <= p->num_steps; ++n) {
        const double dt = plan_dt(p, n);
        cr_assert_eq(graph_step(&c.s.run, p->rk, n, dt, 3), OK);
        if (n % 7 && n < p->num_steps) continue;
        cr_assert_eq(graph_budget(&c.s.run, &b), OK);
        cr_expect_leq(fabs(b.residual), CLOSED);
        for (int i = 0; i < NBUDGET; ++i) sum[i] += b.part[i];
        measured += b.measured;
    }
    for (int i = BUDGET_INTERIOR; i < NBUDGET; ++i)
        cr_expect_leq(fabs(sum[i] - all.part[i]), 1e-12 * fabs(surfaces(&all)),
                      "part %d: %.17g, %.17g", i, sum[i], all.part[i]);
    cr_expect_leq(fabs(measured - all.measured), 1e-12 * fabs(all.measured));
    of_case_free(&c);
}

static uint64_t checksum(int has_budget, const char *const *sets)
{
    struct of_case c;
    of_case_new(&c, "rising_bubble", 2, sets);
    if (has_budget) {
        budget_new(&c.s.run);
        cr_assert_eq(graph_budget_start(&c.s.run), OK);
    }
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

Test(budget, changes_no_bit_of_the_run)
{
    const char *one[] = { "mesh.level=1", "order=3", "time.steps=4", "mesh.partitions=1", NULL };
    const char *five[] = { "mesh.level=1", "order=4", "time.steps=4", "mesh.partitions=5",
                           "absorb.top=1500", NULL };
    cr_expect_eq(checksum(1, one), checksum(0, one));
    cr_expect_eq(checksum(1, five), checksum(0, five));
}

/* ---- On a state that is far from smooth ----------------------------------------------------- */

struct wavy {
    int flux;
    int64_t partitions;
    const char *scheme;
    double omega, dt;
    int steps, is_curved;
};

static struct budget of_wavy(const struct wavy *w)
{
    double c[14] = { 1.1, 0.2, 0.3, 0.1, 0.3, 0.1, -0.2, 0.15, 0.25, 0.05, 0.9, 0.15, 0.1, 0.08 };
    struct setup s = wavy_setup(c, w->flux, w->partitions);
    struct run r;
    struct budget b;
    s.fusion = FUSION_FULL;
    s.physics.coriolis_f = w->omega;
    s.physics.omega[0] = s.physics.omega[1] = -0.3 * w->omega;
    if (w->is_curved) s.mesh.mapping.at = wavy_warp;
    harness_new(&r, &s);
    budget_new(&r);
    cr_assert_eq(graph_budget_start(&r), OK);
    harness_steps(&r, rk_find(w->scheme), w->dt, w->steps);
    cr_assert_eq(graph_budget(&r, &b), OK);
    harness_free(&r);
    return b;
}

Test(budget, surfaces_only_lose_entropy)
{
    static const int fluxes[] = { FLUX_MATRIX, FLUX_RUSANOV };
    for (int n = 0; n < 8; ++n) {
        const struct wavy w = { fluxes[n & 1], n & 2 ? 5 : 1, "lsrk5", 0.7, 0.005, 10, n >> 2 };
        const struct budget b = of_wavy(&w);
        expect_closed("wavy", &b);
        cr_expect_lt(b.part[BUDGET_INTERIOR], 0);
        cr_expect(n & 2 ? b.part[BUDGET_HALO] < 0 : b.part[BUDGET_HALO] == 0);
        cr_expect_lt(b.part[BUDGET_WALLS], 0);
    }
}

Test(budget, surfaces_lose_nothing_with_the_conservative_flux)
{
    for (int n = 0; n < 4; ++n) {
        const struct wavy w = { FLUX_CONSERVATIVE, n & 1 ? 5 : 1, "lsrk5", 0.7, 0.005, 10, n >> 1 };
        const struct budget b = of_wavy(&w);
        double moduli = 0;
        for (int part = 0; part < NBUDGET; ++part) moduli += fabs(b.part[part]);
        expect_rounding("conservative", &b); /* and so is what all parts come to */
        cr_expect_leq(fabs(b.residual) * moduli, 1e-20 * b.scale);
        cr_expect_leq(fabs(b.part[BUDGET_INTERIOR]), 1e-15 * b.scale);
        cr_expect_leq(fabs(b.part[BUDGET_HALO]), 1e-15 * b.scale);
        cr_expect_leq(fabs(b.part[BUDGET_WALLS]), 1e-15 * b.scale);
    }
}

static void expect_near(const char *what, double a, double b, double of)
{
    cr_expect_leq(fabs(a - b), 1e-12 * fabs(of), "%s: %.17g, not %.17g", what, a, b);
}

Test(budget, partitions_move_interior_to_halo_and_nothing_else)
{
    for (int is_curved = 0; is_curved < 2; ++is_curved) {
        const struct wavy one = { FLUX_MATRIX, 1, "lsrk5", 0.7, 0.005, 10, is_curved };
        const struct wavy many = { FLUX_MATRIX, 5, "lsrk5", 0.7, 0.005, 10, is_curved };
        const struct budget a = of_wavy(&one), b = of_wavy(&many);
        cr_expect_eq(a.part[BUDGET_HALO], 0);
        cr_expect_lt(b.part[BUDGET_HALO], 0);
        const double faces = b.part[BUDGET_INTERIOR] + b.part[BUDGET_HALO];
        const double walls = b.part[BUDGET_WALLS];
        expect_near("faces", a.part[BUDGET_INTERIOR], faces, faces);
        expect_near("walls", a.part[BUDGET_WALLS], walls, walls);
        expect_near("integrator", a.part[BUDGET_INTEGRATOR], b.part[BUDGET_INTEGRATOR], faces);
        expect_near("measured", a.measured, b.measured, b.measured);
        expect_near("scale", a.scale, b.scale, b.scale);
    }
}

/* A wrong weight, a wrong rate or a face left out would leave a part that does not fall so. */
static void expect_fourth_order(const char *scheme, int flux, double dt, int steps)
{
    struct wavy w = { flux, 5, scheme, 0.7, dt, steps, 1 };
    double before = NAN;
    for (int halving = 0; halving < 3; ++halving, w.dt /= 2, w.steps *= 2) {
        const struct budget b = of_wavy(&w);
        const double part = fabs(b.part[BUDGET_INTEGRATOR]);
        log_budget(scheme, &b);
        if (halving > 0)
            cr_expect_geq(before / part, 0.8 * 16, "%s: %g falls to %g", scheme, before, part);
        cr_expect_lt(part, 1e-2 * fabs(surfaces(&b)) + 1e-7 * b.scale);
        before = part;
    }
}

Test(budget, integrator_falls_with_the_fourth_power_of_the_step)
{
    expect_fourth_order("lsrk5", FLUX_RUSANOV, 0.01, 8);
    expect_fourth_order("lsrk5", FLUX_CONSERVATIVE, 0.02, 4);
    expect_fourth_order("lsrk14", FLUX_RUSANOV, 0.02, 4);
}
