/* cases/inertia_gravity_wave.c -- waves in an isothermal channel; solution for small amplitudes.
 *
 * docs/inertia-gravity-wave.md derives what is here, in the same symbols. The channel and its warm
 * spot are those of Baldauf and Brdar, Q. J. R. Meteorol. Soc. 139 (2013) 1977.
 */
#include <math.h>
#include <string.h>
#include "cases/cases.h"

enum { MOST_MODES = 1024 };
static const double least_weight = 1e-17; /* of a mode against the first */

/** What the waves run through; its values tell one channel from another. */
struct channel {
    double c2, N2, f;  /* speed of sound squared, buoyancy frequency squared, Coriolis parameter */
    double m, Gamma;   /* vertical wavenumber; (1/2 - 1/gamma)/H, both 1/m                       */
    double k1, radius; /* the wavenumber that is once in the box, 1/m; of the spot, m            */
    double amplitude;  /* of the temperature, over that of the background                        */
    double gravity;
};

/** Amplitudes of a Fourier mode in x at one time. */
struct mode {
    double u, v, w, q, b; /* velocity m/s, times m for u and v; p'/rho0 times m; buoyancy m/s^2 */
};

/** All modes of a channel at one time. */
struct waves {
    struct channel channel;
    double t;
    int num_modes;
    struct mode modes[MOST_MODES];
};

static struct channel channel_of(const struct options *o)
{
    const double gamma = o->gas_gamma, g = o->top_gravity;
    const double RT = o->gas_gas_constant * o->initial_temperature;
    return (struct channel){
        .c2 = gamma * RT,
        .N2 = g * g / RT * (1 - 1 / gamma),
        .f = o->coriolis_f,
        .m = M_PI / (o->mesh_upper.at[2] - o->mesh_lower.at[2]),
        .Gamma = g / RT * (0.5 - 1 / gamma),
        .k1 = 2 * M_PI / (o->mesh_upper.at[0] - o->mesh_lower.at[0]),
        .radius = o->initial_radius,
        .amplitude = o->initial_amplitude / o->initial_temperature,
        .gravity = g,
    };
}

/* Modes to which the spot's spectrum reaches, the mean included. */
static double count_modes(const struct channel *a)
{
    return 1 + ceil(2 * sqrt(-log(least_weight)) / (a->radius * a->k1));
}

/* With S the inverse Laplace transform of 1/((s^2 + acoustic^2)(s^2 + slow^2)), all variables are
 * combinations of its derivatives and its integral. */
static struct mode mode_at(const struct channel *a, double k, double buoyancy, double t)
{
    const double f2 = a->f * a->f, c2k2 = a->c2 * k * k;
    const double c2M2 = a->c2 * (a->m * a->m + a->Gamma * a->Gamma);
    const double sum = f2 + a->N2 + c2k2 + c2M2;
    const double product = f2 * a->N2 + c2k2 * a->N2 + c2M2 * f2;
    const double acoustic2 = 0.5 * (sum + sqrt(sum * sum - 4 * product));
    const double slow2 = product / acoustic2, apart = acoustic2 - slow2;
    const double acoustic = sqrt(acoustic2), slow = sqrt(slow2);
    const double sin_a = sin(acoustic * t), half_a = sin(0.5 * acoustic * t);
    const double sin_s = sin(slow * t), half_s = sin(0.5 * slow * t);
    const int moves = slow > 0; /* else limits for slow = 0: the mean without rotation */
    const double S = ((moves ? sin_s / slow : t) - sin_a / acoustic) / apart;
    const double rate = 2 * (half_a * half_a - half_s * half_s) / apart;
    const double curvature = (acoustic * sin_a - slow * sin_s) / apart;
    const double integral = ((moves ? 2 * half_s * half_s / slow2 : 0.5 * t * t)
                             - 2 * half_a * half_a / acoustic2) / apart;
    return (struct mode){
        .u = -k * a->c2 * buoyancy * S,
        .v = k * a->c2 * a->f * buoyancy * integral,
        .w = buoyancy * (curvature + (f2 + c2k2) * S),
        .q = -a->c2 * buoyancy * (rate + f2 * integral),
        .b = buoyancy * (1 - a->N2 * (rate + (f2 + c2k2) * integral)),
    };
}

/* The modes at time t: worked out anew by a thread only where its last call was about others. */
static const struct waves *waves_at(const struct options *o, double t)
{
    static _Thread_local struct waves last;
    const struct channel a = channel_of(o);
    if (last.num_modes > 0 && last.t == t && !memcmp(&last.channel, &a, sizeof a)) return &last;
    last.channel = a;
    last.t = t;
    last.num_modes = (int)fmin(count_modes(&a), MOST_MODES);
    for (int n = 0; n < last.num_modes; ++n) {
        const double k = n * a.k1, half = 0.5 * k * a.radius;
        const double weight = (n == 0 ? 1 : 2) * a.radius * a.k1 / (2 * sqrt(M_PI));
        last.modes[n] = mode_at(&a, k, a.gravity * a.amplitude * weight * exp(-half * half), t);
    }
    return &last;
}

/* The sum of the modes at distance x from the spot's centre, in the frame of the wind. */
static struct mode add_modes(const struct waves *waves, double x)
{
    const double cos_1 = cos(waves->channel.k1 * x), sin_1 = sin(waves->channel.k1 * x);
    double cos_n = 1, sin_n = 0;
    struct mode sum = { 0 };
    for (int n = 0; n < waves->num_modes; ++n) {
        const struct mode *a = &waves->modes[n];
        sum.u += a->u * sin_n;
        sum.v += a->v * sin_n;
        sum.w += a->w * cos_n;
        sum.q += a->q * cos_n;
        sum.b += a->b * cos_n;
        const double next = cos_n * cos_1 - sin_n * sin_1;
        sin_n = sin_n * cos_1 + cos_n * sin_1;
        cos_n = next;
    }
    return sum;
}

static struct primitive state(const struct options *o, const double x[3], double t)
{
    const struct waves *waves = waves_at(o, t);
    const struct channel *a = &waves->channel;
    const double *wind = o->initial_velocity.at;
    const struct mode at = add_modes(waves, x[0] - o->initial_center.at[0] - wind[0] * t);
    const double RT = o->gas_gas_constant * o->initial_temperature;
    const double p0 = o->initial_pressure * exp(-a->gravity * x[2] / RT), rho0 = p0 / RT;
    const double growth = exp(0.5 * a->gravity * x[2] / RT); /* with height, as rho0^(-1/2) */
    const double phase = a->m * (x[2] - o->mesh_lower.at[2]), s = sin(phase);
    const double P = a->m * cos(phase) + a->Gamma * s;
    return (struct primitive){
        .rho = rho0 * (1 + growth * (P * at.q / a->c2 - s * at.b / a->gravity)),
        .u = { wind[0] + growth * P * at.u, wind[1] + growth * P * at.v, growth * s * at.w },
        .p = p0 + rho0 * growth * P * at.q,
    };
}

static enum status check(const struct options *o)
{
    const int *periodic = o->mesh_periodic.at;
    const double *wind = o->initial_velocity.at;
    const struct channel a = channel_of(o);
    if (!periodic[0] || !periodic[1] || periodic[2])
        FAIL(BAD_INPUT, "mesh.periodic: inertia_gravity_wave needs [true, true, false], a channel "
             "between two lids");
    if (o->mesh_file)
        FAIL(BAD_INPUT, "mesh.file: inertia_gravity_wave needs none, but a box with flat lids");
    if (strcmp(o->mesh_mapping, "none"))
        FAIL(BAD_INPUT, "mesh.mapping: inertia_gravity_wave needs none, as lids are flat, not %s",
             o->mesh_mapping);
    if (o->absorb_top > 0 || o->absorb_sides > 0)
        FAIL(BAD_INPUT, "absorb.%s: inertia_gravity_wave needs 0, as its waves do not decay",
             o->absorb_top > 0 ? "top" : "sides");
    if (!(o->top_gravity > 0))
        FAIL(BAD_INPUT, "gravity: inertia_gravity_wave needs some, above 0");
    if (o->coriolis_beta != 0)
        FAIL(BAD_INPUT, "coriolis.beta: inertia_gravity_wave has a solution for 0 alone, not %g",
             o->coriolis_beta);
    if (wind[2] != 0 || (o->coriolis_f != 0 && (wind[0] != 0 || wind[1] != 0)))
        FAIL(BAD_INPUT, "initial.velocity: inertia_gravity_wave needs %s, not [%g, %g, %g]",
             o->coriolis_f != 0 ? "[0, 0, 0] where coriolis.f is not 0" : "0 in z", wind[0],
             wind[1], wind[2]);
    if (count_modes(&a) > MOST_MODES)
        FAIL(BAD_INPUT, "initial.radius: %g m is too narrow for a box as long as this, at least "
             "%.4g m would do", a.radius, 2 * sqrt(-log(least_weight)) / ((MOST_MODES - 2) * a.k1));
    return OK;
}

static const struct option_preset presets[] = {
    { "mesh.base", "[60, 1, 2]" },
    { "mesh.level", "0" },
    { "mesh.lower", "[0, 0, 0]" },
    { "mesh.upper", "[300000, 5000, 10000]" },
    { "mesh.periodic", "[true, true, false]" },
    { "gas.gas_constant", "287" },
    { "gravity", "9.80616" },
    { "initial.amplitude", "0.01" },
    { "initial.radius", "5000" },
    { "initial.center", "[100000, 0, 0]" },
    { "initial.temperature", "250" },
    { "initial.velocity", "[20, 0, 0]" },
    { "time.end", "1800" },
    { "output.interval", "300" },
    { "output.fields", "[w, T]" },
    { 0, 0 },
};

const struct case_def case_inertia_gravity_wave = {
    .option = { .name = "inertia_gravity_wave",
                .summary = "waves spread from a warm spot in a channel; known for small amplitudes",
                .initial_keys = "amplitude radius center temperature pressure velocity",
                .presets = presets },
    .state = state,
    .is_linear = 1,
    .check = check,
};
