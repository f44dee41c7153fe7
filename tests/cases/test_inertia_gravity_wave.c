/* tests/cases/test_inertia_gravity_wave.c -- the linear solution solves; runs tend to it. */
#include <string.h>
#include "tests/cases/inertia_gravity_wave.h"

static const double huge = 1e8; /* K: the background does not cost the perturbation its digits */

/* The case's options, of a file, with the amplitude that the background vanishes beside. */
static struct options options_of(const char *file, const char *set)
{
    struct options o;
    of_case_options(&o, file, (const char *[]){ "initial.amplitude=1e8", set, NULL });
    return o;
}

/* ---- The solution ---------------------------------------------------------------------------- */

/** Background and perturbation at a point. */
struct split {
    double rho0, p0;      /* kg/m^3, Pa                            */
    double of[NFIELDS];   /* rho', u', v', w', p' in SI units      */
};
enum { PRESSURE = RHO_E };

static struct split split_at(const struct options *o, double x, double z, double t)
{
    const double RT = o->gas_gas_constant * o->initial_temperature;
    const double p0 = o->initial_pressure * exp(-o->top_gravity * z / RT);
    const struct primitive a = case_find("inertia_gravity_wave")
                                   ->state(o, (double[]){ x, 0.25 * o->mesh_upper.at[1], z }, t);
    struct split s = { .rho0 = p0 / RT, .p0 = p0 };
    s.of[RHO] = a.rho - s.rho0;
    for (int d = 0; d < 3; ++d)
        s.of[RHO_U + d] = a.u[d] - o->initial_velocity.at[d];
    s.of[PRESSURE] = a.p - p0;
    return s;
}

/* Derivatives of a perturbation in x, z or t with tenth order. */
static void derive(const struct options *o, const double at[3], int along, double h,
                   double out[NFIELDS])
{
    static const double weight[] = { 5. / 6, -5. / 21, 5. / 84, -5. / 504, 1. / 1260 };
    memset(out, 0, NFIELDS * sizeof *out);
    for (int n = 1; n <= 5; ++n) {
        double ahead[3] = { at[0], at[1], at[2] }, behind[3] = { at[0], at[1], at[2] };
        ahead[along] += n * h;
        behind[along] -= n * h;
        const struct split a = split_at(o, ahead[0], ahead[1], ahead[2]);
        const struct split b = split_at(o, behind[0], behind[1], behind[2]);
        for (int v = 0; v < NFIELDS; ++v)
            out[v] += weight[n - 1] * (a.of[v] - b.of[v]) / h;
    }
}

/** Largest residual and largest term of each equation. */
struct residuals {
    double residual[NFIELDS], term[NFIELDS];
};

static void add_residual(struct residuals *r, int equation, int n, const double *terms)
{
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        sum += terms[i];
        r->term[equation] = fmax(r->term[equation], fabs(terms[i]));
    }
    r->residual[equation] = fmax(r->residual[equation], fabs(sum));
}

/* The linearised Euler equations at a point (x, z, t). */
static void add_residuals(const struct options *o, const double at[3], struct residuals *r)
{
    double dx[NFIELDS], dz[NFIELDS], dt[NFIELDS];
    const double g = o->top_gravity, f = o->coriolis_f, U = o->initial_velocity.at[0];
    const double gamma = o->gas_gamma;
    const struct split s = split_at(o, at[0], at[1], at[2]);
    const double *q = s.of, slope = g * s.rho0 / s.p0; /* -d ln rho0 / dz */
    derive(o, at, 0, o->initial_radius / 30, dx);
    derive(o, at, 1, 300, dz);
    derive(o, at, 2, 0.7, dt);
    for (int v = 0; v < NFIELDS; ++v)
        dt[v] += U * dx[v];
    const double w = q[RHO_W], divergence = dx[RHO_U] + dz[RHO_W];
    add_residual(r, RHO, 3, (double[]){ dt[RHO], -s.rho0 * slope * w, s.rho0 * divergence });
    add_residual(r, RHO_U, 3, (double[]){ s.rho0 * dt[RHO_U], -s.rho0 * f * q[RHO_V],
                                          dx[PRESSURE] });
    add_residual(r, RHO_V, 2, (double[]){ s.rho0 * dt[RHO_V], s.rho0 * f * q[RHO_U] });
    add_residual(r, RHO_W, 3, (double[]){ s.rho0 * dt[RHO_W], dz[PRESSURE], g * q[RHO] });
    add_residual(r, PRESSURE, 3, (double[]){ dt[PRESSURE], -s.p0 * slope * w,
                                             gamma * s.p0 * divergence });
}

static void expect_solution(const char *file)
{
    struct options o = options_of(file, "order=4");
    struct residuals r = { 0 };
    const double *center = o.initial_center.at, radius = o.initial_radius;
    for (int i = 0; i < 7; ++i)
        for (int k = 0; k < 6; ++k)
            for (int n = 0; n < 4; ++n)
                add_residuals(&o, (double[]){ center[0] + radius * (i - 2.3), 1900. * k,
                                              37 + 413. * n }, &r);
    for (int v = 0; v < NFIELDS; ++v) {
        cr_log_info("%s, equation %d: residual %.1e of %.1e", file, v, r.residual[v], r.term[v]);
        cr_expect_leq(r.residual[v], 1e-11 * r.term[v], "%s, equation %d: residual %g of %g", file,
                      v, r.residual[v], r.term[v]);
    }
    options_free(&o);
}

Test(inertia_gravity_wave, solves_the_linear_equations_in_wind)
{
    expect_solution("inertia_gravity_wave");
}

Test(inertia_gravity_wave, solves_the_linear_equations_on_the_f_plane)
{
    expect_solution("inertia_gravity_wave_rotating");
}

Test(inertia_gravity_wave, starts_from_a_warm_spot_at_the_pressure_of_the_background)
{
    struct options o = options_of("inertia_gravity_wave", "mesh.upper=[20000, 5000, 10000]");
    const double L = 2e4, H = o.gas_gas_constant * o.initial_temperature / o.top_gravity;
    o.initial_center.at[0] = 3e3;
    for (int i = 0; i < 20; ++i)
        for (int k = 0; k <= 10; ++k) {
            const double x = 1e3 * i, z = 1e3 * k;
            const struct split s = split_at(&o, x, z, 0);
            double spot = 0;
            for (int n = -5; n <= 5; ++n) {
                const double r = (x - 3e3 - n * L) / o.initial_radius;
                spot += exp(-r * r);
            }
            const double T = huge * exp(z / (2 * H)) * sin(M_PI * z / 1e4) * spot;
            cr_expect_float_eq(-o.initial_temperature * s.of[RHO] / s.rho0, T, 1e-14 * huge);
            cr_expect_float_eq(s.of[PRESSURE], 0, 1e-9);
            for (int d = 0; d < 3; ++d)
                cr_expect_float_eq(s.of[RHO_U + d], 0, 1e-14);
        }
    options_free(&o);
}

static double largest_w(const struct options *o, double z, double t)
{
    double largest = 0;
    for (int i = 0; i < 60; ++i)
        largest = fmax(largest, fabs(split_at(o, 5e3 * i, z, t).of[RHO_W]));
    return largest;
}

Test(inertia_gravity_wave, does_not_pass_the_lids)
{
    struct options o = options_of("inertia_gravity_wave", "order=4");
    for (double t = 10; t < 1e4; t *= 3) {
        const double middle = largest_w(&o, 5e3, t);
        cr_expect_gt(middle, 0);
        cr_expect_leq(largest_w(&o, 0, t), 1e-15 * middle);
        cr_expect_leq(largest_w(&o, 1e4, t), 1e-15 * middle);
    }
    options_free(&o);
}

/* Kinetic, elastic and available potential energy; the trapezoidal sum is exact, as all is periodic
 * in x and, but for factors that cancel, in z. */
static double energy(const struct options *o, double t)
{
    enum { NX = 256, NZ = 8 };
    const double g = o->top_gravity, RT = o->gas_gas_constant * o->initial_temperature;
    const double c2 = o->gas_gamma * RT, N2 = g * g / RT * (1 - 1 / o->gas_gamma);
    struct sum sum = { 0 };
    for (int i = 0; i < NX; ++i)
        for (int k = 0; k < NZ; ++k) {
            const struct split s = split_at(o, o->mesh_upper.at[0] * i / NX,
                                            o->mesh_upper.at[2] * k / NZ, t);
            const double *u = s.of + RHO_U, q = s.of[PRESSURE] / s.rho0;
            const double b = g * (q / c2 - s.of[RHO] / s.rho0);
            sum_add(&sum, s.rho0 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2] + q * q / c2
                                    + b * b / N2));
        }
    return sum_value(&sum);
}

static void expect_one_energy(const char *file)
{
    struct options o = options_of(file, "order=4");
    const double at_start = energy(&o, 0);
    for (double t = 1; t < 1e6; t *= 7)
        cr_expect_float_eq(energy(&o, t) / at_start, 1, 1e-11, "%s: %.15g of the energy at %g s",
                           file, energy(&o, t) / at_start, t);
    options_free(&o);
}

Test(inertia_gravity_wave, keeps_its_energy)
{
    expect_one_energy("inertia_gravity_wave");
    expect_one_energy("inertia_gravity_wave_rotating");
}

Test(inertia_gravity_wave, refuses_what_has_no_such_solution)
{
    static const char *const wrong[][2] = {
        { "mesh.periodic=[true, false, false]", "mesh.periodic" },
        { "mesh.periodic=[false, true, false]", "mesh.periodic" },
        { "mesh.mapping=warp", "mesh.mapping" },
        { "absorb.top=1000", "absorb.top" },
        { "absorb.sides=1000", "absorb.sides" },
        { "gravity=0", "gravity" },
        { "coriolis.beta=1e-11", "coriolis.beta" },
        { "coriolis.f=1e-4", "initial.velocity" },
        { "initial.velocity=[0, 0, 1]", "initial.velocity" },
        { "initial.radius=100", "initial.radius" },
    };
    const struct case_def *c = case_find("inertia_gravity_wave");
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; ++n) {
        struct options o = options_of("inertia_gravity_wave", wrong[n][0]);
        error_clear();
        cr_expect_eq(c->check(&o), BAD_INPUT, "%s is taken", wrong[n][0]);
        cr_expect_eq(strncmp(error_text(), wrong[n][1], strlen(wrong[n][1])), 0, "%s: %s",
                     wrong[n][0], error_text());
        options_free(&o);
    }
    struct options o = options_of("inertia_gravity_wave", "initial.velocity=[0, 5, 0]");
    cr_expect_eq(c->check(&o), OK);
    options_free(&o);
}

/* ---- Runs ------------------------------------------------------------------------------------ */
/* Two elements of order 8 resolve a wide spot: their error is 1e-5 of the solution. */
#define SMALL_BOX                                                                                 \
    "order=8", "mesh.base=[2, 1, 1]", "mesh.upper=[20000, 10000, 10000]",                         \
    "initial.radius=8000", "time.end=120"

/* From 1 K to 0.01 K; relative to the solution, the square is once the amplitude. */
static void expect_square(const char *const *sets)
{
    struct comparison larger = compared("inertia_gravity_wave", 1, sets);
    const int turns = larger.v.largest > 0;
    for (double amplitude = 0.1; amplitude > 0.005; amplitude /= 10) {
        const struct comparison s = compared("inertia_gravity_wave", amplitude, sets);
        const double v = turns ? relative(&larger.v) / relative(&s.v) : 10;
        const double w = relative(&larger.w) / relative(&s.w);
        const double T = relative(&larger.T) / relative(&s.T);
        cr_log_info("a tenth: v, w and T are off by 1/%.2f, 1/%.2f and 1/%.2f", v, w, T);
        cr_expect(v > 9 && v < 11, "%g K: v is off by 1/%g", amplitude, v);
        cr_expect(w > 9 && w < 11, "%g K: w is off by 1/%g", amplitude, w);
        cr_expect(T > 9 && T < 11, "%g K: T is off by 1/%g", amplitude, T);
        larger = s;
    }
    const struct comparison least = compared("inertia_gravity_wave", 0.001, sets);
    cr_expect_lt(relative(&least.w), 3e-5, "w is off by %g", relative(&least.w));
    cr_expect_lt(relative(&least.T), 3e-5, "T is off by %g", relative(&least.T));
}

Test(inertia_gravity_wave, runs_differ_from_it_by_the_square_of_the_amplitude_in_wind)
{
    expect_square((const char *[]){ SMALL_BOX, "initial.velocity=[20, 0, 0]", NULL });
}

Test(inertia_gravity_wave, runs_differ_from_it_by_the_square_of_the_amplitude_on_the_f_plane)
{
    expect_square((const char *[]){ SMALL_BOX, "initial.velocity=[0, 0, 0]", "coriolis.f=0.005",
                                    NULL });
}
