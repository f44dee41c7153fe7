/* cases/mountain_wave.c -- wind over a hill makes waves; the hill is the mesh's (mesh.mapping).
 *
 * docs/mountain-wave.md has the solution for low hills.
 */
#include <math.h>
#include "cases/cases.h"

/* Exner pressure of an atmosphere whose buoyancy frequency is N at all heights, from
 * theta = theta_s exp(N^2 z / g) and d Exner / dz = -g / (cp theta). */
static double exner(const struct options *o, double cp, double z)
{
    const double N = o->initial_buoyancy_frequency, g = o->top_gravity;
    return 1 + g * g / (cp * o->initial_temperature * N * N) * expm1(-N * N * z / g);
}

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    const double R = o->gas_gas_constant, cp = R * o->gas_gamma / (o->gas_gamma - 1);
    const double N = o->initial_buoyancy_frequency, g = o->top_gravity, *u = o->initial_velocity.at;
    double T = o->initial_temperature, p = o->initial_pressure;
    if (o->initial_stratification[0] == 'i') {
        p *= exp(-g * x[2] / (R * T));
    } else {
        const double Pi = exner(o, cp, x[2]);
        T *= exp(N * N * x[2] / g) * Pi;
        p *= pow(Pi, cp / R);
    }
    return (struct primitive){ .rho = p / (R * T), .u = { u[0], u[1], u[2] }, .p = p };
}

static enum status check(const struct options *o)
{
    const double cp = o->gas_gas_constant * o->gas_gamma / (o->gas_gamma - 1);
    if (!(o->top_gravity > 0))
        FAIL(BAD_INPUT, "gravity: mountain_wave needs some, above 0");
    if (o->initial_stratification[0] == 'u' && !(exner(o, cp, o->mesh_upper.at[2]) > 0))
        FAIL(BAD_INPUT, "initial.buoyancy_frequency: with %g 1/s the air ends below the top of the "
             "box, at %g m; more, or a lower box, would do", o->initial_buoyancy_frequency,
             o->mesh_upper.at[2]);
    return OK;
}

static const struct option_preset presets[] = {
    { "mesh.base", "[40, 1, 12]" },
    { "mesh.level", "0" },
    { "mesh.lower", "[-120000, 0, 0]" },
    { "mesh.upper", "[120000, 6000, 30000]" },
    { "mesh.periodic", "[true, true, false]" },
    { "mesh.mapping", "mountain" },
    { "mesh.mountain_height", "1" },
    { "mesh.mountain_width", "10000" },
    { "gas.gas_constant", "287" },
    { "gravity", "9.80616" },
    { "initial.temperature", "250" },
    { "initial.velocity", "[20, 0, 0]" },
    { "absorb.top", "12000" },
    { "absorb.sides", "40000" },
    { "absorb.rate", "0.002" },
    { "time.end", "36000" },
    { "output.interval", "6000" },
    { "output.fields", "[w]" },
    { 0, 0 },
};

const struct case_def case_mountain_wave = {
    .option = { .name = "mountain_wave",
                .summary = "stratified wind makes waves over a hill",
                .initial_keys = "stratification buoyancy_frequency temperature pressure velocity",
                .presets = presets },
    .state = state,
    .check = check,
};
