/* cases/taylor_green.c -- the inviscid Taylor-Green vortex: a test of robustness at high order. */
#include <math.h>
#include "cases/cases.h"

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    const double M = o->initial_mach;
    return (struct primitive){
        .rho = 1,
        .u = { sin(x[0]) * cos(x[1]) * cos(x[2]), -cos(x[0]) * sin(x[1]) * cos(x[2]), 0 },
        .p = 1 / (o->gas_gamma * M * M)
           + (cos(2 * x[0]) + cos(2 * x[1])) * (cos(2 * x[2]) + 2) / 16,
    };
}

static const struct option_preset presets[] = {
    { "order", "7" },
    { "mesh.level", "1" },
    { "mesh.lower", "[0, 0, 0]" },
    { "mesh.upper", "[6.283185307179586, 6.283185307179586, 6.283185307179586]" },
    { "mesh.periodic", "[true, true, true]" },
    { "gas.gas_constant", "1" },
    { "initial.mach", "0.1" },
    { "flux.surface", "conservative" },
    { "time.end", "5" },
    { "output.fields", "[speed]" },
    { 0, 0 },
};

const struct case_def case_taylor_green = {
    .option = { .name = "taylor_green",
                .summary = "the inviscid Taylor-Green vortex",
                .initial_keys = "mach",
                .presets = presets },
    .state = state,
};
