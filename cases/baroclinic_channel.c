/* cases/baroclinic_channel.c -- a jet in balance whose baroclinic wave a gust sets off; Sec. 5.2.
 *
 * After Ullrich, Reed and Jablonowski, Q. J. R. Meteorol. Soc. 141 (2015) 2972, here URJ; the
 * vertical coordinate is l = ln(p / p_s). The balance holds for any coriolis.f and coriolis.beta:
 * on the f-plane without the latter, else on the beta-plane.
 */
#include <math.h>
#include "cases/cases.h"

static const double jet_width = 2; /* b in URJ: depth of the jet in l */

/* A(y) in URJ, m^2/s^2: the part of the geopotential that balances the jet; y from the southern
 * wall, f0 and beta about the middle. */
static double jet_geopotential(const struct options *o, double y, double length)
{
    const double f0 = o->coriolis_f, beta = o->coriolis_beta, a = length / (2 * M_PI);
    const double s = sin(y / a), c = cos(y / a);
    const double mean = y - length / 2 - a * s;
    const double square = y * y - length * length / 3 - 2 * a * (y * s + a * (c + 1));
    return o->initial_jet / 2 * ((f0 - beta * length / 2) * mean + beta / 2 * square);
}

/* What is on a surface of pressure. */
struct level {
    double bell; /* exp(-(l / b)^2), the jet's shape */
    double geopotential, temperature;
};

static struct level level_at(const struct options *o, double A, double l)
{
    const double R = o->gas_gas_constant, T0 = o->initial_temperature;
    const double m = R * o->initial_lapse_rate / o->top_gravity;
    const double square = l * l / (jet_width * jet_width), bell = exp(-square);
    return (struct level){
        .bell = bell,
        .geopotential = -T0 * R / m * expm1(m * l) + A * l * bell,
        .temperature = T0 * exp(m * l) + A / R * (2 * square - 1) * bell,
    };
}

/* l at height z: Newton's method from the atmosphere without jet, as the surface's geopotential
 * changes with l by -R T. It converges within four steps in the box of URJ. */
static double height_to_level(const struct options *o, double A, double z)
{
    enum { MOST_STEPS = 20 };
    const double R = o->gas_gas_constant, T0 = o->initial_temperature;
    const double gravity = o->top_gravity, lapse = o->initial_lapse_rate;
    double l = gravity / (R * lapse) * log1p(-lapse * z / T0), step = INFINITY;
    for (int n = 0; n < MOST_STEPS && fabs(step) > 1e-15 * fabs(l); ++n) {
        const struct level at = level_at(o, A, l);
        step = (at.geopotential - gravity * z) / (R * at.temperature);
        l += step;
    }
    return l;
}

static struct primitive state(const struct options *o, const double x[3], double t)
{
    (void)t;
    const double south = o->mesh_lower.at[1], length = o->mesh_upper.at[1] - south;
    const double *c = o->initial_center.at, y = x[1] - south;
    const double A = jet_geopotential(o, y, length), l = height_to_level(o, A, x[2]);
    const struct level at = level_at(o, A, l);
    const double s = sin(M_PI * y / length), p = o->initial_pressure * exp(l);
    double u = -o->initial_jet * s * s * l * at.bell;
    if (o->initial_perturbation) {
        const double dx = x[0] - c[0], dy = x[1] - c[1], r = o->initial_radius;
        u += o->initial_amplitude * exp(-(dx * dx + dy * dy) / (r * r));
    }
    return (struct primitive){ .rho = p / (o->gas_gas_constant * at.temperature),
                               .u = { u, 0, 0 }, .p = p };
}

static const struct option_preset presets[] = {
    { "mesh.base", "[12, 2, 1]" },
    { "mesh.level", "3" },
    { "mesh.lower", "[0, 0, 0]" },
    { "mesh.upper", "[4e7, 6e6, 3e4]" },
    { "mesh.periodic", "[true, false, false]" },
    { "gas.gas_constant", "287" },
    { "gravity", "9.80616" },
    { "coriolis.f", "1.0312445296824609e-4" }, /* 2 * 7.292e-5 sin(45 deg) */
    { "initial.temperature", "288" },
    { "initial.amplitude", "1" },
    { "initial.center", "[2e6, 2.5e6, 0]" },
    { "initial.radius", "6e5" },
    { "time.end", "1036800" },
    { "output.interval", "86400" },
    { "output.fields", "[p, T]" },
    { "output.slice", "z=500" },
    { 0, 0 },
};

const struct case_def case_baroclinic_channel = {
    .option = { .name = "baroclinic_channel",
                .summary = "a baroclinic wave grows on a jet in a channel",
                .initial_keys = "perturbation amplitude center radius jet lapse_rate temperature "
                                "pressure",
                .presets = presets },
    .state = state,
};
