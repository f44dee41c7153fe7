/* cases/rising_bubble.c -- rising thermal bubble in an isentropic atmosphere; paper Sec. 5.1. */
#include <math.h>
#include "cases/cases.h"

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    const double R = o->gas_gas_constant, cp = R * o->gas_gamma / (o->gas_gamma - 1), cv = cp - R;
    const double *c = o->initial_center.at, radius = o->initial_radius;
    const double r = sqrt((x[0] - c[0]) * (x[0] - c[0]) + (x[1] - c[1]) * (x[1] - c[1])
                        + (x[2] - c[2]) * (x[2] - c[2]));
    const int is_sharp = o->initial_profile[1] == 'h';  /* sharp or smooth: eqs. (8), (9) */
    const int is_total = o->initial_exner[0] == 't';    /* total or background             */
    const double shape = is_sharp ? 1 : 0.5 * (1 + cos(M_PI * r / radius));
    const double theta = o->initial_theta + (r <= radius ? o->initial_amplitude * shape : 0);
    const double exner = 1 - o->top_gravity * x[2] / (cp * (is_total ? theta : o->initial_theta));
    return (struct primitive){
        .rho = o->initial_pressure / (R * theta) * pow(exner, cv / R),
        .p = o->initial_pressure * pow(exner, cp / R),
    };
}

static const struct option_preset presets[] = {
    { "mesh.level", "3" },
    { "mesh.lower", "[-1000, -1000, 0]" },
    { "mesh.upper", "[1000, 1000, 2000]" },
    { "mesh.periodic", "[true, true, false]" },
    { "gravity", "9.81" },
    { "initial.amplitude", "0.5" },
    { "initial.center", "[0, 0, 260]" },
    { "time.end", "400" },
    { "output.interval", "50" },
    { "output.fields", "[theta_perturbation, w]" },
    { 0, 0 },
};

const struct case_def case_rising_bubble = {
    .option = { .name = "rising_bubble",
                .summary = "a warm bubble rises in an isentropic atmosphere",
                .initial_keys = "profile exner amplitude theta pressure radius center",
                .presets = presets },
    .state = state,
};
