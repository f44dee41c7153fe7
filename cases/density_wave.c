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

/* Of period 2 in x and in y. */
static enum status check_exact(const struct options *o)
{
    TRY(case_check_carried(o));
    for (int d = 0; d < 2; ++d) {
        const double length = o->mesh_upper.at[d] - o->mesh_lower.at[d];
        if (fabs(remainder(length, 2)) > 1e-9 * length)
            FAIL(BAD_INPUT, "mesh.upper: waves of density_wave have a period of 2 m in %c, of which "
                 "the box must have a whole number: %.15g m are none", "xy"[d], length);
    }
    return OK;
}

const struct case_def case_density_wave = {
    .option = { .name = "density_wave",
                .summary = "a density wave in uniform flow, with an exact solution",
                .initial_keys = "amplitude velocity pressure",
                .presets = presets },
    .state = state,
    .is_exact = 1,
    .check_exact = check_exact,
};
