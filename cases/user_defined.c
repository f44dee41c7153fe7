/* cases/user_defined.c -- an initial state that the case file spells out in expressions. */
#include "cases/cases.h"

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    double values[NUM_NAMES];
    options_names(o, x, values);
    const double p = expression_at(o->state_pressure, values);
    return (struct primitive){
        .rho = o->state_density
                   ? expression_at(o->state_density, values)
                   : p / (o->gas_gas_constant * expression_at(o->state_temperature, values)),
        .u = { expression_at(o->state_u, values), expression_at(o->state_v, values),
               expression_at(o->state_w, values) },
        .p = p,
    };
}

/* The expressions are a start for `updraft init`: a file has to say its own. */
static const struct option_preset presets[] = {
    { "mesh.lower", "[-1000, -1000, 0]" },
    { "mesh.upper", "[1000, 1000, 2000]" },
    { "mesh.periodic", "[true, true, false]" },
    { "gravity", "9.81" },
    { "state.temperature", "temperature" },
    { "state.pressure", "\"pressure*exp(-g*z/(R*temperature))\"" },
    { "time.end", "100" },
    { "output.interval", "50" },
    { "output.fields", "[T, w]" },
    { 0, 0 },
};

const struct case_def case_user_defined = {
    .option = { .name = "user_defined",
                .summary = "any state, by the expressions of section state",
                .initial_keys = "amplitude theta temperature pressure radius",
                .presets = presets,
                .has_state = 1 },
    .state = state,
};
