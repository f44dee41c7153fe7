#pragma once
/* tests/cases/mountain_wave.h -- waves over a low ridge: the linear solution, and runs beside it.
 *
 * docs/mountain-wave.md derives it, in the same symbols.
 */
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/graph/of_case.h"

#undef I
enum { HILL_MODES = 1500, HILL_BINS = 513 };

/** Steady waves in an isothermal atmosphere, by modes exp(i k x) at the midpoints of intervals. */
struct hill_waves {
    double U, h0, a, x0;      /* wind, m/s; the ridge's height, half width and summit, m       */
    double N, H, c2, Gamma;   /* 1/s; scale height, m; m^2/s^2; 1/m                            */
    double rho_s, M2;         /* density at z = 0, kg/m^3; Mach number squared                 */
    double dk;                /* 1/m                                                           */
    double complex weight[HILL_MODES], m[HILL_MODES]; /* of w at z = 0, m/s; 1/m               */
};

static double complex hill_vertical(const struct hill_waves *s, double k)
{
    const double square = (1 - s->M2) * (s->N * s->N / (s->U * s->U) - k * k)
                        - s->Gamma * s->Gamma;
    return square > 0 ? sqrt(square) : _Complex_I * sqrt(-square); /* up and away, or decaying */
}

static void hill_waves_new(struct hill_waves *s, const struct options *o)
{
    const double gamma = o->gas_gamma, g = o->top_gravity, most = 14; /* exp(-k a) ends there */
    const double RT = o->gas_gas_constant * o->initial_temperature;
    *s = (struct hill_waves){
        .U = o->initial_velocity.at[0],
        .h0 = o->mesh_mountain_height, .a = o->mesh_mountain_width,
        .x0 = o->mesh_mountain_center.at[0],
        .N = g * sqrt((1 - 1 / gamma) / RT), .H = RT / g, .c2 = gamma * RT,
        .Gamma = g / RT * (0.5 - 1 / gamma),
        .rho_s = o->initial_pressure / RT,
    };
    s->M2 = s->U * s->U / s->c2;
    s->dk = most / s->a / HILL_MODES;
    for (int n = 0; n < HILL_MODES; ++n) {
        const double k = (n + 0.5) * s->dk;
        s->m[n] = hill_vertical(s, k);
        s->weight[n] = s->U * _Complex_I * k * s->h0 * s->a * exp(-k * s->a) * s->dk;
    }
}

/** w and u - U of the linear solution at height z above x, m/s. */
static void hill_waves_at(const struct hill_waves *s, double x, double z, double *w, double *u)
{
    double complex sum_w = 0, sum_u = 0;
    for (int n = 0; n < HILL_MODES; ++n) {
        const double k = (n + 0.5) * s->dk;
        const double complex mode = s->weight[n] * cexp(_Complex_I * (k * (x - s->x0)
                                                                      + s->m[n] * z));
        sum_w += mode;
        sum_u -= mode * (_Complex_I * s->m[n] + s->Gamma) / (_Complex_I * k * (1 - s->M2));
    }
    *w = exp(0.5 * z / s->H) * creal(sum_w);
    *u = exp(0.5 * z / s->H) * creal(sum_u);
}

/** The flux of momentum, the integral of rho0 (u - U) w over x: the same at all heights, N/m. */
static double hill_waves_flux(const struct hill_waves *s)
{
    double sum = 0;
    for (int n = 0; n < HILL_MODES; ++n) {
        const double k = (n + 0.5) * s->dk;
        sum += creal(s->m[n]) * k * exp(-2 * k * s->a) * s->dk;
    }
    const double size = s->U * s->h0 * s->a;
    return -M_PI * s->rho_s * size * size / (1 - s->M2) * sum;
}

/* ---- A run beside it ------------------------------------------------------------------------- */

/** Sums over the nodes up to a height, between the layers at the sides. */
struct hill_comparison {
    struct hill_waves waves;
    double south, top;               /* of the box, m                                             */
    double reach, height;            /* |x - x0| and height above the ground of what counts, m    */
    double square, square_off, product; /* integrals of w_linear^2, (w - w_linear)^2, w w_linear */
    double flux[HILL_BINS], weight[HILL_BINS]; /* by height: of rho (u - U) w, and of 1          */
};

static void hill_compare_node(void *data, const struct element *e, const double x[3],
                              const double q[NFIELDS], double weight)
{
    (void)e;
    struct hill_comparison *s = data;
    const double r = (x[0] - s->waves.x0) / s->waves.a, h = s->waves.h0 / (1 + r * r);
    const double level = (x[2] - h) / (1 - h / s->top); /* of the mesh: it follows the ground */
    double w, u;
    if (fabs(r * s->waves.a) > s->reach || level > s->height * (1 + 1e-9)) return;
    const int bin = (int)(level / s->height * (HILL_BINS - 1) + 0.5);
    const double is = q[RHO_W] / q[RHO];
    s->flux[bin] += weight * (q[RHO_U] - q[RHO] * s->waves.U) * is;
    s->weight[bin] += weight;
    if (x[1] > s->south) return; /* the same for all y */
    hill_waves_at(&s->waves, x[0], x[2], &w, &u);
    s->square += weight * w * w;
    s->square_off += weight * (is - w) * (is - w);
    s->product += weight * is * w;
}

/** Compares the present state up to a height (m). */
static void hill_compare(struct hill_comparison *s, const struct of_case *c, double height)
{
    const struct options *o = &c->o;
    *s = (struct hill_comparison){
        .south = o->mesh_lower.at[1], .top = o->mesh_upper.at[2],
        .reach = (o->mesh_upper.at[0] - o->mesh_lower.at[0]) / 2 - o->absorb_sides,
        .height = height,
    };
    hill_waves_new(&s->waves, o);
    of_case_visit(c, hill_compare_node, s);
}

/** Difference of w from the linear solution, over the latter, in the quadratic mean. */
static double hill_difference(const struct hill_comparison *s)
{
    return sqrt(s->square_off / s->square);
}

/** Flux of momentum over the linear one: its mean over the height, and the quadratic mean of its
 * difference from 1; says what it is at the nodes. */
static double hill_flux(const struct hill_comparison *s, double *difference)
{
    double sum = 0, square = 0, weight = 0;
    char text[1024] = "";
    for (int n = 0; n < HILL_BINS; ++n) {
        if (s->weight[n] == 0) continue;
        const double flux = 2 * s->reach * s->flux[n] / s->weight[n] / hill_waves_flux(&s->waves);
        const size_t at = strlen(text);
        sum += s->weight[n] * flux;
        square += s->weight[n] * (flux - 1) * (flux - 1);
        weight += s->weight[n];
        snprintf(text + at, sizeof text - at, " %.3g:%.3f",
                 n * s->height / (HILL_BINS - 1) * 1e-3, flux);
    }
    cr_log_info("flux over the linear one, by height in km:%s", text);
    *difference = sqrt(square / weight);
    return sum / weight;
}
