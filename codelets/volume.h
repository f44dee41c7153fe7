#pragma once
/* codelets/volume.h -- k <- A k + volume terms of eq. (2), Coriolis included. */
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers; NP = (N+1)^3, i fastest. */
enum {
    VOLUME_K,        /* RW  [element][NFIELDS][NP]   kg/(m^3 s), N/m^3, W/m^3; W where A = 0 */
    VOLUME_Q,        /* R   [element][NFIELDS][NP]   kg/m^3, kg/(m^2 s), J/m^3       */
    VOLUME_GEOMETRY, /* R   [element] codelets/geometry_record.h                        */
    VOLUME_NBUFFERS
};

EXTERN_C void EACH(volume_cpu)(const struct volume_args *a, real *RESTRICT k,
                               const real *RESTRICT q, const real *RESTRICT geometry);
EXTERN_C enum status EACH(volume_cuda)(const struct volume_args *a, real *RESTRICT k,
                                const real *RESTRICT q, const real *RESTRICT geometry,
                                void *stream);
