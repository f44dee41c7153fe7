#pragma once
/* tests/graph/baroclinic.h -- the initial state of a baroclinic wave in a channel.
 *
 * Ullrich, Reed and Jablonowski (2015), with a gust of zonal wind that is the same at all heights.
 */
#include <math.h>

/* The published constants, SI. */
static const struct {
    double gas_constant, gravity, surface_pressure, temperature, lapse, wind, half_width;
    double f0, beta0;       /* at 45 degrees; beta0 only where the plane is a beta plane */
    double upper[3];        /* of the box, from the origin */
    double gust, gust_radius, gust_x, gust_y;
} baroclinic = {
    .gas_constant = 287, .gravity = 9.80616, .surface_pressure = 1e5, .temperature = 288,
    .lapse = 0.005, .wind = 35, .half_width = 2,
    .f0 = 1.0312445296824609e-4, .beta0 = 1.618595925028689e-11,
    .upper = { 4e7, 6e6, 3e4 },
    .gust = 1, .gust_radius = 6e5, .gust_x = 2e6, .gust_y = 2.5e6,
};

struct baroclinic_state {
    double rho, u, p; /* kg/m^3, zonal m/s, Pa */
};

/* A(y) of the balanced state; m^2/s^2. */
static double baroclinic_balance(double y, double beta)
{
    const double L = baroclinic.upper[1], pi = M_PI, s = sin(2 * pi * y / L);
    const double mean = y - L / 2 - L / (2 * pi) * s;
    const double square = y * y - L * y / pi * s - L * L / (2 * pi * pi) * cos(2 * pi * y / L)
                        - L * L / 3 - L * L / (2 * pi * pi);
    return baroclinic.wind / 2 * ((baroclinic.f0 - beta * L / 2) * mean + beta / 2 * square);
}

/** The state at position x; beta is 0 or beta0. Height is found from ln(p/p_s) by Newton. */
static struct baroclinic_state baroclinic_at(const double x[3], double beta)
{
    const double R = baroclinic.gas_constant, g = baroclinic.gravity, T0 = baroclinic.temperature;
    const double lapse = baroclinic.lapse, b = baroclinic.half_width;
    const double A = baroclinic_balance(x[1], beta);
    double l = g / (R * lapse) * log1p(-lapse * x[2] / T0), T = T0;
    for (int n = 0; n < 8; ++n) {
        const double bell = exp(-(l / b) * (l / b));
        T = T0 * exp(l * R * lapse / g) + A / R * (2 * l * l / (b * b) - 1) * bell;
        l += (-T0 * g / lapse * expm1(l * R * lapse / g) + A * l * bell - g * x[2]) / (R * T);
    }
    const double s = sin(M_PI * x[1] / baroclinic.upper[1]);
    const double dx = x[0] - baroclinic.gust_x, dy = x[1] - baroclinic.gust_y;
    const double p = baroclinic.surface_pressure * exp(l);
    return (struct baroclinic_state){
        .rho = p / (R * T),
        .u = -baroclinic.wind * s * s * l * exp(-(l / b) * (l / b))
           + baroclinic.gust * exp(-(dx * dx + dy * dy)
                                   / (baroclinic.gust_radius * baroclinic.gust_radius)),
        .p = p,
    };
}
