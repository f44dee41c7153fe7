#pragma once
/* codelets/surface_cpu.h -- all six faces of listed elements: what interior and halo surface share.
 */
#include "base/faces.h"
#include "base/real.h"
#include "codelets/args.h"

/** k -= surface terms of the elements lists[a->first ...]; shapes as in codelets/halo_surface.h.
 * traces may be NULL where no neighbour is elsewhere. */
void EACH(surface_cpu)(const struct surface_args *a, real *RESTRICT k, const real *RESTRICT q,
                       const real *RESTRICT geometry, const struct neighbor *neighbors,
                       const int32_t *lists, const real *const *traces);
