/* codelets/interior_surface_cpu.c -- faces of inner elements on a core. */
#include "codelets/interior_surface.h"
#include "codelets/surface_cpu.h"

void EACH(interior_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                                const real *RESTRICT q, const real *RESTRICT geometry,
                                const struct neighbor *neighbors, const int32_t *lists)
{
    EACH(surface_cpu)(a, k, q, geometry, neighbors, lists, NULL);
}
