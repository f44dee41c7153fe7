#pragma once
/* codelets/advance.h -- a whole stage in one task: k <- A k + rhs(q), new q = q + B dt k.
 *
 * The new state goes into a second buffer, since neighbours still read the old one, and is shown to
 * the neighbour partitions in a second set of outlets.
 */
#include "base/faces.h"
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers; then, for each outlet, W [face][NFIELDS][(N+1)^2], the new state on the shown faces; then,
 * for each link, R, the outlet through which the neighbour partition shows its old state. */
enum {
    ADVANCE_Q_NEW,     /* W  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    ADVANCE_K,         /* RW [element][NFIELDS][NP]    kg/(m^3 s), N/m^3, W/m^3  */
    ADVANCE_Q,         /* R  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    ADVANCE_GEOMETRY,  /* R  [element] codelets/geometry_record.h                  */
    ADVANCE_NEIGHBORS, /* R  [element][NFACES]         struct neighbor           */
    ADVANCE_NBUFFERS
};

/** Notes in a->fault a first node whose new density or pressure is not a positive, finite number.
 * shown[l] and incoming[l] point to link l's first face. */
EXTERN_C void EACH(advance_cpu)(const struct advance_args *a, real *RESTRICT q_new,
                                real *RESTRICT k, const real *RESTRICT q,
                                const real *RESTRICT geometry, const struct neighbor *neighbors,
                                real *const *shown, const real *const *incoming);
EXTERN_C enum status EACH(advance_cuda)(const struct advance_args *a, real *RESTRICT q_new,
                                 real *RESTRICT k, const real *RESTRICT q,
                                 const real *RESTRICT geometry, const struct neighbor *neighbors,
                                 real *const *shown, const real *const *incoming, void *stream);
