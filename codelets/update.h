#pragma once
/* codelets/update.h -- q <- q + B dt k, and a look at whether the new state is physical. */
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers, in the order of the codelet's modes; NP = (N+1)^3. */
enum {
    UPDATE_Q,        /* RW [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    UPDATE_K,        /* R  [element][NFIELDS][NP]    kg/(m^3 s), N/m^3, W/m^3  */
    UPDATE_GEOMETRY, /* R  [element] codelets/geometry_record.h                  */
    UPDATE_NBUFFERS
};

/** Notes in a->fault a first node whose density or pressure is not a positive, finite number. */
EXTERN_C void EACH(update_cpu)(const struct update_args *a, real *RESTRICT q,
                               const real *RESTRICT k, const real *RESTRICT geometry);
EXTERN_C enum status EACH(update_cuda)(const struct update_args *a, real *RESTRICT q,
                                const real *RESTRICT k, const real *RESTRICT geometry,
                                void *stream);
