/* cases/resting_atmosphere.c -- an isothermal atmosphere that stays at rest, or in uniform wind. */
#include <math.h>
#include "cases/cases.h"

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    const double RT = o->gas_gas_constant * o->initial_temperature;
    const double p = o->initial_pressure * exp(-o->top_gravity * x[2] / RT);
    const double *u = o->initial_velocity.at;
    return (struct primitive){ .rho = p / RT, .u = { u[0], u[1], u[2] }, .p = p };
}

static const struct option_preset presets[] = {
    { "mesh.level", "1" },
    { "mesh.lower", "[-1000, -1000, 0]" },
    { "mesh.upper", "[1000, 1000, 2000]" },
    { "mesh.periodic", "[true, true, false]" },
    { "gravity", "9.81" },
    { "time.steps", "200" },
    { "output.fields", "[w, p]" },
    { 0, 0 },
};

const struct case_def case_resting_atmosphere = {
    .option = { .name = "resting_atmosphere",
                .summary = "an isothermal atmosphere in hydrostatic balance",
                .initial_keys = "temperature pressure velocity",
                .presets = presets },
    .state = state,
    .is_exact = 1,
};
