/* tests/cases/test_baroclinic_channel.c -- the channel's jet is in balance, and stays so. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/graph/of_case.h"
#include "tests/vectors.h"

static const char f_plane[] = "coriolis.beta=0";
static const char beta_plane[] = "coriolis.beta=1.618595925028689e-11";
static const char calm[] = "initial.perturbation=false";

/* The case's options with two KEY=VALUE. */
static struct options options_of(const char *plane, const char *other)
{
    struct options o;
    of_case_options(&o, "baroclinic_channel", (const char *[]){ plane, other, NULL });
    return o;
}

static struct primitive at(const struct options *o, double x, double y, double z)
{
    return case_find("baroclinic_channel")->state(o, (double[]){ x, y, z }, 0);
}

/* ---- The initial state ----------------------------------------------------------------------- */

Test(baroclinic_channel, state_is_the_vectors)
{
    const json_t *cases = vectors_member(vectors("baroclinic"), "cases"), *entry;
    size_t i;
    cr_assert_eq(json_array_size(cases), 22);
    json_array_foreach(cases, i, entry) {
        const int is_beta = !strcmp(vectors_text(entry, "plane"), "beta");
        struct options o = options_of(is_beta ? beta_plane : f_plane, "order=4");
        double x[3];
        vectors_numbers(entry, "xyz", 3, x);
        const struct primitive w = at(&o, x[0], x[1], x[2]);
        vectors_expect(w.rho, entry, "rho");
        vectors_expect(w.p, entry, "p");
        vectors_expect(w.p / (o.gas_gas_constant * w.rho), entry, "T");
        cr_expect_float_eq(w.u[0], vectors_number(entry, "u"), 1e-12, "u is %.17g", w.u[0]);
        cr_expect(w.u[1] == 0 && w.u[2] == 0);
        const double middle = 0.5 * (o.mesh_lower.at[1] + o.mesh_upper.at[1]);
        vectors_expect(o.coriolis_f + o.coriolis_beta * (x[1] - middle), entry, "coriolis_f");
        options_free(&o);
    }
}

/* d ln p / dy (direction 1) or dz (2), of sixth order; the state has no walls. */
static double slope(const struct options *o, const double x[3], int direction, double h)
{
    static const double weight[] = { 45. / 60, -9. / 60, 1. / 60 };
    double sum = 0;
    for (int n = 1; n <= 3; ++n) {
        double ahead[3] = { x[0], x[1], x[2] }, behind[3] = { x[0], x[1], x[2] };
        ahead[direction] += n * h;
        behind[direction] -= n * h;
        sum += weight[n - 1] * log(at(o, ahead[0], ahead[1], ahead[2]).p
                                   / at(o, behind[0], behind[1], behind[2]).p);
    }
    return sum / h;
}

/* dp/dz = -rho g, and dp/dy = -rho f u, at points all over the box. */
static void expect_balance(const char *plane)
{
    struct options o = options_of(plane, calm);
    double hydrostatic = 0, geostrophic = 0, wind = 0;
    for (int j = 0; j <= 12; ++j)
        for (int k = 0; k <= 15; ++k) {
            const double x[3] = { 1e7, 5e5 * j, 2e3 * k };
            const struct primitive w = at(&o, x[0], x[1], x[2]);
            const double RT = w.p / w.rho, f = o.coriolis_f + o.coriolis_beta * (x[1] - 3e6);
            hydrostatic = fmax(hydrostatic, fabs(RT * slope(&o, x, 2, 100) / o.top_gravity + 1));
            geostrophic = fmax(geostrophic, fabs(RT * slope(&o, x, 1, 2e4) + f * w.u[0]));
            wind = fmax(wind, fabs(f * w.u[0]));
        }
    cr_log_info("%s: hydrostatic %.1e of g, geostrophic %.1e m/s^2 of %.1e", plane, hydrostatic,
                geostrophic, wind);
    cr_expect_lt(hydrostatic, 2e-12, "hydrostatic residual %.3g of g", hydrostatic);
    cr_expect_lt(geostrophic, 1e-13, "geostrophic residual %.3g m/s^2", geostrophic);
    cr_expect_gt(wind, 2e-3, "there is no jet");
    options_free(&o);
}

Test(baroclinic_channel, f_plane_is_in_hydrostatic_and_geostrophic_balance)
{
    expect_balance(f_plane);
}

Test(baroclinic_channel, beta_plane_is_in_hydrostatic_and_geostrophic_balance)
{
    expect_balance(beta_plane);
}

/* The wind that the perturbation adds at a distance from its centre, which changes nothing else. */
static double gust(const struct options *with, const struct options *without, double dx, double dy,
                   double z)
{
    const double x = 2e6 + dx, y = 2.5e6 + dy;
    const struct primitive a = at(with, x, y, z), b = at(without, x, y, z);
    cr_expect(a.rho == b.rho && a.p == b.p && a.u[1] == 0 && a.u[2] == 0);
    return a.u[0] - b.u[0];
}

Test(baroclinic_channel, gust_is_a_bell_of_1_m_s_over_one_place_at_all_heights)
{
    struct options with = options_of(f_plane, "initial.perturbation=true");
    struct options without = options_of(f_plane, calm);
    const double half = 6e5 * sqrt(log(2));
    for (double z = 0; z <= 3e4; z += 5e3) {
        cr_expect_float_eq(gust(&with, &without, 0, 0, z), 1, 1e-13);
        cr_expect_float_eq(gust(&with, &without, half, 0, z), 0.5, 1e-13);
        cr_expect_float_eq(gust(&with, &without, 0, -half, z), 0.5, 1e-13);
        cr_expect_float_eq(gust(&with, &without, -6e5, 6e5, z), exp(-2), 1e-13);
        cr_expect_float_eq(gust(&with, &without, 2e7, 0, z), 0, 1e-13);
    }
    options_free(&with);
    options_free(&without);
}

Test(baroclinic_channel, goes_where_the_box_goes)
{
    struct options o = options_of(beta_plane, calm), moved = options_of(beta_plane, calm);
    moved.mesh_lower.at[1] -= 3e6;
    moved.mesh_upper.at[1] -= 3e6;
    const struct primitive a = at(&o, 0, 2e6, 9e3), b = at(&moved, 0, -1e6, 9e3);
    cr_expect_float_eq(b.p / a.p, 1, 1e-14);
    cr_expect_float_eq(b.rho / a.rho, 1, 1e-14);
    cr_expect_float_eq(b.u[0], a.u[0], 1e-13);
    options_free(&o);
    options_free(&moved);
}

/* ---- Short runs on twelve by two elements ---------------------------------------------------- */

struct drift {
    const struct of_case *c;
    double u, v, w; /* largest changes, m/s */
};

static void add_drift(void *data, const struct element *e, const double x[3],
                      const double q[NFIELDS], double weight)
{
    (void)e, (void)weight;
    struct drift *d = data;
    const struct primitive was = d->c->s.c->state(&d->c->o, x, 0);
    d->u = fmax(d->u, fabs(q[RHO_U] / q[RHO] - was.u[0]));
    d->v = fmax(d->v, fabs(q[RHO_V] / q[RHO]));
    d->w = fmax(d->w, fabs(q[RHO_W] / q[RHO]));
}

/* Largest change of the wind within the first hour without perturbation, m/s. */
static double drift_at_order(const char *order, const char *plane)
{
    const char *sets[] = { "mesh.level=0", "time.end=3600", "output.interval=none", order, plane,
                           calm, NULL };
    struct of_case c;
    struct diagnostics before, after;
    struct drift d = { .c = &c };
    of_case_new(&c, "baroclinic_channel", 1, sets);
    cr_assert_eq(graph_diagnose(&c.s.run, &before), OK);
    of_case_steps(&c);
    cr_assert_eq(graph_diagnose(&c.s.run, &after), OK);
    of_case_visit(&c, add_drift, &d);
    cr_log_info("%s, %s, %d steps of %.3g s: u, v, w change by %.2e %.2e %.2e m/s; mass %.1e, "
                "energy %.1e, entropy %.2e", order, plane, (int)c.s.plan.num_steps, c.s.plan.dt,
                d.u, d.v, d.w, (after.mass - before.mass) / before.mass,
                (after.energy - before.energy) / before.energy,
                (after.entropy - before.entropy) / fabs(before.entropy));
    cr_expect_float_eq(after.mass / before.mass, 1, 1e-13);
    cr_expect_float_eq(after.energy / before.energy, 1, 1e-13);
    cr_expect_leq(after.entropy, before.entropy);
    of_case_free(&c);
    return fmax(d.u, fmax(d.v, d.w));
}

static void expect_steady(const char *plane)
{
    const double coarse = drift_at_order("order=3", plane), fine = drift_at_order("order=5", plane);
    cr_expect_lt(fine, 1, "%g m/s", fine);
    cr_expect_lt(fine, coarse / 4, "%g and %g m/s", coarse, fine);
}

Test(baroclinic_channel, jet_of_the_f_plane_stays_the_better_the_higher_the_order)
{
    expect_steady(f_plane);
}

Test(baroclinic_channel, jet_of_the_beta_plane_stays_the_better_the_higher_the_order)
{
    expect_steady(beta_plane);
}
