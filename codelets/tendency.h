#pragma once
/* codelets/tendency.h -- k <- A k + all terms of eq. (2), volume and faces in one task. */
#include "base/faces.h"
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers; then, for each link, R [face][NFIELDS][(N+1)^2], the outlet that the neighbour partition
 * shows it through. NP = (N+1)^3. */
enum {
    TENDENCY_K,         /* RW [element][NFIELDS][NP]    kg/(m^3 s), N/m^3, W/m^3  */
    TENDENCY_Q,         /* R  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    TENDENCY_GEOMETRY,  /* R  [element] codelets/geometry_record.h                  */
    TENDENCY_NEIGHBORS, /* R  [element][NFACES]         struct neighbor           */
    TENDENCY_NBUFFERS
};

/* incoming[l] points to the first face for us of link l. */
EXTERN_C void EACH(tendency_cpu)(const struct tendency_args *a, real *RESTRICT k,
                                 const real *RESTRICT q, const real *RESTRICT geometry,
                                 const struct neighbor *neighbors, const real *const *incoming);
EXTERN_C enum status EACH(tendency_cuda)(const struct tendency_args *a, real *RESTRICT k,
                                  const real *RESTRICT q, const real *RESTRICT geometry,
                                  const struct neighbor *neighbors, const real *const *incoming,
                                  void *stream);
