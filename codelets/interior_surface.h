#pragma once
/* codelets/interior_surface.h -- surface terms of the elements with all neighbours in the partition. */
#include "base/faces.h"
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers, in the order of the codelet's modes; NP = (N+1)^3. */
enum {
    INTERIOR_SURFACE_K,         /* RW [element][NFIELDS][NP]    kg/(m^3 s), N/m^3, W/m^3  */
    INTERIOR_SURFACE_Q,         /* R  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    INTERIOR_SURFACE_GEOMETRY,  /* R  [element] codelets/geometry_record.h                  */
    INTERIOR_SURFACE_NEIGHBORS, /* R  [element][NFACES]         struct neighbor           */
    INTERIOR_SURFACE_LISTS,     /* R  int32, see codelets/trace.h                         */
    INTERIOR_SURFACE_NBUFFERS
};

EXTERN_C void EACH(interior_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                                         const real *RESTRICT q, const real *RESTRICT geometry,
                                         const struct neighbor *neighbors, const int32_t *lists);
EXTERN_C enum status EACH(interior_surface_cuda)(const struct surface_args *a, real *RESTRICT k,
                                          const real *RESTRICT q, const real *RESTRICT geometry,
                                          const struct neighbor *neighbors, const int32_t *lists,
                                          void *stream);
