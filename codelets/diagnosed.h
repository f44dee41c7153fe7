#pragma once
/* codelets/diagnosed.h -- what the diagnostics say of an element. */

/* What is diagnosed of an element: integrals (compensated sums), then extremes over its nodes. */
enum {
    DIAGNOSED_MASS,     /* kg        */
    DIAGNOSED_ENERGY,   /* J         */
    DIAGNOSED_ENTROPY,  /* integral of eta = -rho s/(gamma - 1) */
    DIAGNOSED_SPEED,    /* largest |u|, m/s      */
    DIAGNOSED_WAVE,     /* largest |u| + c, m/s  */
    DIAGNOSED_DENSITY,  /* smallest rho, kg/m^3  */
    DIAGNOSED_PRESSURE, /* smallest p, Pa        */
    NDIAGNOSED
};
