/* codelets/halo_surface_cpu.c -- all faces of border elements on a core. */
#include "codelets/halo_surface.h"
#include "codelets/surface_cpu.h"

void EACH(halo_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                            const real *RESTRICT q, const real *RESTRICT geometry,
                            const struct neighbor *neighbors, const int32_t *lists,
                            const real *const *traces)
{
    EACH(surface_cpu)(a, k, q, geometry, neighbors, lists, traces);
}
