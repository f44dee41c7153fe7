/* cases/isentropic_vortex.c -- a vortex that uniform flow carries along; exact on the plane. */
#include <math.h>
#include "cases/cases.h"

/* Distance from the vortex in a periodic box. */
static double nearest(double d, double length) { return d - length * round(d / length); }

static struct primitive state(const struct options *o, const double x[3], double t)
{
    const double gamma = o->gas_gamma, *u = o->initial_velocity.at;
    double d[2];
    for (int m = 0; m < 2; ++m)
        d[m] = nearest(x[m] - o->initial_center.at[m] - u[m] * t,
                       o->mesh_upper.at[m] - o->mesh_lower.at[m]);
    const double f = o->initial_strength / (2 * M_PI)
                   * exp(0.5 * (1 - d[0] * d[0] - d[1] * d[1]));
    const double R = o->gas_gas_constant, T0 = o->initial_temperature;
    const double T = T0 - (gamma - 1) * f * f / (2 * gamma * R);
    const double rho = o->initial_pressure / (R * T0) * pow(T / T0, 1 / (gamma - 1));
    return (struct primitive){ .rho = rho, .u = { u[0] - f * d[1], u[1] + f * d[0], u[2] },
                               .p = rho * R * T };
}

static const struct option_preset presets[] = {
    { "mesh.base", "[16, 16, 1]" },
    { "mesh.level", "0" },
    { "mesh.lower", "[-10, -10, 0]" },
    { "mesh.upper", "[10, 10, 1]" },
    { "mesh.periodic", "[true, true, true]" },
    { "gas.gas_constant", "1" },
    { "initial.strength", "5" },
    { "initial.velocity", "[1, 1, 0]" },
    { "initial.temperature", "1" },
    { "initial.pressure", "1" },
    { "time.end", "1" },
    { "output.fields", "[rho]" },
    { "output.slice", "z=0.5" },
    { 0, 0 },
};

const struct case_def case_isentropic_vortex = {
    .option = { .name = "isentropic_vortex",
                .summary = "an isentropic vortex in uniform flow, with an exact solution",
                .initial_keys = "strength velocity center temperature pressure",
                .presets = presets },
    .state = state,
    .is_exact = 1,
    .check_exact = case_check_carried,
};
