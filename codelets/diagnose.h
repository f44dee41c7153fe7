#pragma once
/* codelets/diagnose.h -- integrals and extremes of each element; always in double precision. */
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"
#include "codelets/diagnosed.h"

/* Buffers, in the order of the codelet's modes; NP = (N+1)^3. */
enum {
    DIAGNOSE_VALUES,   /* W  [element][NDIAGNOSED]   double, see below               */
    DIAGNOSE_Q,        /* R  [element][NFIELDS][NP]  kg/m^3, kg/(m^2 s), J/m^3       */
    DIAGNOSE_GEOMETRY, /* R  [element] codelets/geometry_record.h                       */
    DIAGNOSE_NBUFFERS
};

EXTERN_C void EACH(diagnose_cpu)(const struct diagnose_args *a, double *values, const real *q,
                                 const real *geometry);
EXTERN_C enum status EACH(diagnose_cuda)(const struct diagnose_args *a, double *values, const real *q,
                                  const real *geometry, void *stream);
