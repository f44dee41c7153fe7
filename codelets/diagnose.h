#pragma once
/* codelets/diagnose.h -- integrals and extremes of each element; always in double precision. */
#include "base/real.h"
#include "codelets/args.h"

/* Buffers, in the order of the codelet's modes; NP = (N+1)^3. */
enum {
    DIAGNOSE_VALUES,   /* W  [element][NDIAGNOSED]   double, see below               */
    DIAGNOSE_Q,        /* R  [element][NFIELDS][NP]  kg/m^3, kg/(m^2 s), J/m^3       */
    DIAGNOSE_GEOMETRY, /* R  [element][GEOMETRY_SIZE] codelets/geometry.h            */
    DIAGNOSE_NBUFFERS
};

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

EXTERN_C void EACH(diagnose_cpu)(const struct diagnose_args *a, double *values, const real *q,
                                 const real *geometry);
