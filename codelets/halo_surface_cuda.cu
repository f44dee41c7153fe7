/* codelets/halo_surface_cuda.cu -- all faces of border elements on a GPU. */
#include "codelets/halo_surface.h"
#include "codelets/faces.cuh"

enum status EACH(halo_surface_cuda)(const struct surface_args *a, real *RESTRICT k,
                                    const real *RESTRICT q, const real *RESTRICT geometry,
                                    const struct neighbor *neighbors, const int32_t *lists,
                                    const real *const *incoming, void *stream)
{
    return faces_launch("halo_surface", a, k, q, geometry, neighbors, lists, incoming, stream);
}
