#pragma once
/* codelets/halo_surface.h -- surface terms of the elements with a neighbour in another partition. */
#include "base/faces.h"
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers; then, for each link, R [face][NFIELDS][(N+1)^2], the outlet that the neighbour partition
 * shows it through. */
enum {
    HALO_SURFACE_K,         /* RW [element][NFIELDS][NP]    kg/(m^3 s), N/m^3, W/m^3  */
    HALO_SURFACE_Q,         /* R  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    HALO_SURFACE_GEOMETRY,  /* R  [element] codelets/geometry_record.h                  */
    HALO_SURFACE_NEIGHBORS, /* R  [element][NFACES]         struct neighbor           */
    HALO_SURFACE_LISTS,     /* R  int32, see codelets/trace.h                         */
    HALO_SURFACE_NBUFFERS
};

/* incoming[l] points to the first face for us of link l. */
EXTERN_C void EACH(halo_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                                     const real *RESTRICT q, const real *RESTRICT geometry,
                                     const struct neighbor *neighbors, const int32_t *lists,
                                     const real *const *incoming);
EXTERN_C enum status EACH(halo_surface_cuda)(const struct surface_args *a, real *RESTRICT k,
                                      const real *RESTRICT q, const real *RESTRICT geometry,
                                      const struct neighbor *neighbors, const int32_t *lists,
                                      const real *const *incoming, void *stream);
