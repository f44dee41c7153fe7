#pragma once
/* codelets/diagnosed.h -- what the diagnostics say of an element. */
#include <math.h>
#include "base/device.h"

/* What is diagnosed of an element: integrals (compensated sums), extremes over its nodes, and the
 * node of each extreme, as a double. */
enum {
    DIAGNOSED_MASS,     /* kg        */
    DIAGNOSED_ENERGY,   /* J         */
    DIAGNOSED_ENTROPY,  /* integral of eta = -rho s/(gamma - 1) */
    DIAGNOSED_EXTREMES, /* the largest ones first, then the smallest ones */
    DIAGNOSED_SPEED = DIAGNOSED_EXTREMES, /* largest |u|, m/s         */
    DIAGNOSED_WAVE,     /* largest |u| + c, m/s     */
    DIAGNOSED_MACH,     /* largest |u|/c            */
    DIAGNOSED_HOT,      /* largest p/rho, J/kg      */
    DIAGNOSED_DENSITY,  /* smallest rho, kg/m^3     */
    DIAGNOSED_PRESSURE, /* smallest p, Pa           */
    DIAGNOSED_COLD,     /* smallest p/rho, J/kg     */
    DIAGNOSED_NODES,    /* of the extremes, in their order */
    NEXTREMES = DIAGNOSED_NODES - DIAGNOSED_EXTREMES,
    NDIAGNOSED = DIAGNOSED_NODES + NEXTREMES
};

/** The largest value so far and the node that has it; begin with NO_EXTREME. */
struct extreme {
    double value;
    int node;
};

enum { NO_NODE = 1 << 30 };
#define NO_EXTREME { -INFINITY, NO_NODE }

/** What counts: smallest values are the largest of their negatives. */
HD double extreme_sign(int n)
{
    return DIAGNOSED_EXTREMES + n < DIAGNOSED_DENSITY ? 1 : -1;
}

/** Of equal values the lowest node has it. NaN wins, and stays. */
HD void extreme_raise(struct extreme *most, double value, int node)
{
    const int is_nan = value != value, was_nan = most->value != most->value;
    const int is_equal = value == most->value || (is_nan && was_nan);
    const int is_more = !was_nan && (is_nan || value > most->value);
    if (is_more || (is_equal && node < most->node))
        most->value = value, most->node = node;
}

/** Takes what one node has: speed |u| and c (m/s), rho (kg/m^3), p (Pa). */
HD void extremes_raise(struct extreme most[NEXTREMES], double speed, double c, double rho, double p,
                       int node)
{
    const double of[NEXTREMES] = { speed, speed + c, speed / c, p / rho, rho, p, p / rho };
    for (int n = 0; n < NEXTREMES; ++n)
        extreme_raise(&most[n], extreme_sign(n) * of[n], node);
}
