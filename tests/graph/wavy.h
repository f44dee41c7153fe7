#pragma once
/* tests/graph/wavy.h -- the state of order one that the vectors' right-hand sides are taken of. */
#include <math.h>
#include "tests/graph/harness.h"

static const double wavy_gravity = 1.3;

/* data: the 14 coefficients c of the vectors. */
static void wavy_state(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    const double *c = data, X = M_PI * x[0], Y = M_PI * x[1], Z = 0.5 * M_PI * x[2];
    const int parity = (e->center[0] > 1) ^ (e->center[1] > 1) ^ (e->center[2] > 1) ? -1 : 1;
    const double rho = (c[0] + c[1] * sin(X + c[2] * Y) * cos(Z) + c[3] * cos(Y))
                     * (1 + c[13] * parity);
    const double u[3] = { c[4] * cos(Y) + c[5] * x[2], c[6] * sin(X) + c[7] * cos(Z),
                          c[8] * sin(X + Y) * cos(Z) + c[9] };
    const double p = c[10] + c[11] * cos(X) * sin(Y) + c[12] * sin(Z);
    q[RHO] = rho;
    for (int m = 0; m < 3; ++m)
        q[RHO_U + m] = rho * u[m];
    q[RHO_E] = p / 0.4 + 0.5 * rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2])
             + rho * wavy_gravity * x[2];
}

/* The vectors' curved mesh. */
static void wavy_warp(const struct mapping *m, const double X[3], double x[3])
{
    (void)m;
    const double a = M_PI * X[0], b = M_PI * X[1], c = 0.5 * M_PI * X[2];
    x[0] = X[0] + 0.06 * cos(b) * sin(c) + 0.03 * sin(a);
    x[1] = X[1] + 0.05 * cos(a) * sin(c);
    x[2] = X[2] + 0.07 * sin(a) * sin(b) * sin(c);
}

/** 2 x 2 x 2 elements of degree 3 on [0, 2]^3, periodic but in z. */
static struct setup wavy_setup(double c[14], int flux, int64_t partitions)
{
    return (struct setup){
        .degree = 3,
        .mesh = { .base = { 1, 1, 1 }, .level = 1, .upper = { 2, 2, 2 }, .periodic = { 1, 1, 0 },
                  .partitions = partitions },
        .physics = { .gravity = wavy_gravity, .flux = flux },
        .initial = wavy_state,
        .data = c,
    };
}
