/* cases/density_wave.c -- a density wave that uniform flow carries along; exact solution. */
#include <math.h>
#include "cases/cases.h"

static struct primitive state(const struct options *o, const double x[3], double t)
{
    const double *u = o->initial_velocity.at;
    const double phase = x[0] + x[1] - (u[0] + u[1]) * t;
    return (struct primitive){ .rho = 1 + o->initial_amplitude * sin(M_PI * phase),
                               .u = { u[0], u[1], u[2] }, .p = o->initial_pressure };
}

static const struct option_preset presets[] = {
    { "order", "3" },
    { "mesh.base", "[8, 8, 1]" },
    { "mesh.level", "0" },
    { "mesh.lower", "[-1, -1, 0]" },
    { "mesh.upper", "[1, 1, 1]" },
    { "mesh.periodic", "[true, true, true]" },
    { "gas.gas_constant", "1" },
    { "initial.amplitude", "0.3" },
    { "initial.velocity", "[0.3, 0.5, 0.2]" },
    { "initial.pressure", "1" },
    { "time.end", "0.3" },
    { "output.fields", "[rho]" },
    { "output.slice", "z=0.5" },
    { 0, 0 },
};

const struct case_def case_density_wave = {
    .option = { .name = "density_wave",
                .summary = "a density wave in uniform flow, with an exact solution",
                .initial_keys = "amplitude velocity pressure",
                .presets = presets },
    .state = state,
    .is_exact = 1,
};
