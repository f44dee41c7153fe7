/* tests/cases/test_mountain_wave.c -- the air, what is known of its waves, a short run. */
#include "tests/cases/mountain_wave.h"

static struct options options_of(const char *one, const char *other)
{
    struct options o;
    of_case_options(&o, "mountain_wave", (const char *[]){ one, other, NULL });
    return o;
}

static struct primitive at(const struct options *o, double z)
{
    return case_find("mountain_wave")->state(o, (double[]){ 1e4, 2e3, z }, 0);
}

static double cp_of(const struct options *o)
{
    return o->gas_gas_constant * o->gas_gamma / (o->gas_gamma - 1);
}

static double log_theta(const struct options *o, double z)
{
    const struct primitive w = at(o, z);
    return log(w.p / w.rho) - o->gas_gas_constant / cp_of(o) * log(w.p);
}

/* ---- The air --------------------------------------------------------------------------------- */

/* d ln p/dz = -g rho/p, and N^2 = g d ln theta/dz, by differences of fourth order. */
static void expect_air(struct options o, double N)
{
    const double g = o.top_gravity, h = 50;
    for (double z = 0; z <= 3e4; z += 3e3) {
        const double near = log(at(&o, z + h).p / at(&o, z - h).p);
        const double far = log(at(&o, z + 2 * h).p / at(&o, z - 2 * h).p);
        const double slope = (8 * near - far) / (12 * h);
        const double theta = (log_theta(&o, z + h) - log_theta(&o, z - h)) / (2 * h);
        const struct primitive w = at(&o, z);
        cr_expect_float_eq(slope * w.p / (w.rho * g), -1, 1e-9);
        cr_expect_float_eq(sqrt(g * theta), N, 1e-9);
        cr_expect(w.u[0] == 20 && w.u[1] == 0 && w.u[2] == 0);
    }
    const struct primitive ground = at(&o, 0);
    cr_expect_float_eq(ground.p, 1e5, 1e-9);
    cr_expect_float_eq(ground.p / (ground.rho * 287), o.initial_temperature, 1e-12);
    options_free(&o);
}

static double isothermal_N(const struct options *o)
{
    return o->top_gravity / sqrt(cp_of(o) * o->initial_temperature);
}

Test(mountain_wave, isothermal_air_is_in_balance)
{
    struct options o = options_of("order=4", "order=4");
    const double N = isothermal_N(&o);
    cr_expect_float_eq(N, 0.01957, 1e-5);
    expect_air(o, N);
}

Test(mountain_wave, uniformly_stratified_air_is_in_balance_and_has_one_buoyancy_frequency)
{
    expect_air(options_of("initial.stratification=uniform", "order=4"), 0.015);
    expect_air(options_of("initial.stratification=uniform", "initial.buoyancy_frequency=0.02"),
               0.02);
}

Test(mountain_wave, uniform_stratification_contains_the_isothermal_one)
{
    struct options o = options_of("order=4", "order=4");
    struct options same = options_of("initial.stratification=uniform", "order=4");
    same.initial_buoyancy_frequency = isothermal_N(&o);
    for (double z = 0; z <= 3e4; z += 1e3) {
        cr_expect_float_eq(at(&same, z).p / at(&o, z).p, 1, 1e-12);
        cr_expect_float_eq(at(&same, z).rho / at(&o, z).rho, 1, 1e-12);
    }
    options_free(&o);
    options_free(&same);
}

Test(mountain_wave, air_that_ends_below_the_top_is_refused)
{
    struct options o = options_of("initial.stratification=uniform", "order=4");
    cr_expect_eq(case_find("mountain_wave")->check(&o), OK, "%s", error_text());
    o.initial_buoyancy_frequency = 0.001;
    cr_expect_eq(case_find("mountain_wave")->check(&o), BAD_INPUT);
    cr_expect(strstr(error_text(), "initial.buoyancy_frequency"));
    options_free(&o);
}

/* ---- The linear solution --------------------------------------------------------------------- */

/* A ridge so wide that waves are hydrostatic: w = U d eta/dx in closed form. */
Test(mountain_wave, linear_solution_of_a_wide_ridge_is_that_of_long_waves)
{
    struct options o = options_of("mesh.mountain_width=500000", "order=4");
    struct hill_waves s;
    double worst = 0, largest = 0;
    hill_waves_new(&s, &o);
    const double a = s.a, m = sqrt((1 - s.M2) * s.N * s.N / (s.U * s.U) - s.Gamma * s.Gamma);
    for (double z = 0; z <= 15e3; z += 1.1e3)
        for (double x = -3 * a; x <= 3 * a; x += 0.25 * a) {
            const double d = a * a + x * x, S = sin(m * z), C = cos(m * z);
            const double closed = -s.U * s.h0 * a * exp(0.5 * z / s.H)
                                * (S * d + 2 * x * (a * C - x * S)) / (d * d);
            double w, u;
            hill_waves_at(&s, x, z, &w, &u);
            worst = fmax(worst, fabs(w - closed));
            largest = fmax(largest, fabs(closed));
        }
    cr_expect_lt(worst, 1e-3 * largest, "%g of %g m/s", worst, largest);
    cr_expect_float_eq(hill_waves_flux(&s) / (-M_PI / 4 * s.rho_s * s.N * s.U * s.h0 * s.h0), 1,
                       0.01); /* M2 and Gamma make 0.3 % */
    options_free(&o);
}

/* Its flow goes along the ground, and its flux of momentum is the same at all heights. */
static void expect_consistent(const char *width)
{
    struct options o = options_of(width, "mesh.mountain_height=3");
    struct hill_waves s;
    double w, u;
    hill_waves_new(&s, &o);
    const double a = s.a;
    for (double x = -4 * a; x <= 4 * a; x += 0.5 * a) {
        const double d = a * a + x * x, slope = -2 * s.h0 * a * a * x / (d * d);
        hill_waves_at(&s, x, 0, &w, &u);
        cr_expect_float_eq(w, s.U * slope, 1e-4 * s.U * s.h0 / a);
    }
    for (double z = 0; z < 15e3; z += 2.3e3) {
        const double dx = a / 8, reach = 60 * a;
        double flux = 0;
        for (double x = -reach; x <= reach; x += dx) {
            hill_waves_at(&s, x, z, &w, &u);
            flux += s.rho_s * exp(-z / s.H) * u * w * dx;
        }
        cr_expect_float_eq(flux / hill_waves_flux(&s), 1, 2e-3, "%s, z = %g m: %g", width, z,
                           flux / hill_waves_flux(&s));
    }
    options_free(&o);
}

Test(mountain_wave, linear_solution_has_one_flux_at_all_heights)
{
    expect_consistent("mesh.mountain_width=10000");
    expect_consistent("mesh.mountain_width=2000");
}

/* ---- A short run ----------------------------------------------------------------------------- */

/* After U t/a = 15 waves are on their way up; below they are there. a N/U is 2. */
Test(mountain_wave, waves_near_the_ground_soon_are_those_of_the_linear_solution)
{
    static const char *const sets[] = {
        "mesh.base=[16, 1, 5]", "mesh.lower=[-36000, 0, 0]", "mesh.upper=[36000, 30000, 24000]",
        "mesh.mountain_width=3000", "mesh.mountain_height=2", "initial.velocity=[30, 0, 0]",
        "absorb.sides=9000", "absorb.rate=0.01", "time.end=1500", "output.interval=none", NULL
    };
    static struct hill_comparison s;
    struct of_case c;
    double off;
    of_case_new(&c, "mountain_wave", 1, sets);
    of_case_steps(&c);
    hill_compare(&s, &c, 4000);
    const double flux = hill_flux(&s, &off);
    cr_log_info("w off by %.3f, flux %.3f, off by %.3f", hill_difference(&s), flux, off);
    cr_expect_lt(hill_difference(&s), 0.1, "w off by %g", hill_difference(&s));
    cr_expect_lt(off, 0.1, "flux off by %g", off);
    of_case_free(&c);
}
