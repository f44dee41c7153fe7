/* codelets/interior_surface_cuda.cu -- faces of inner elements on a GPU. */
#include "codelets/interior_surface.h"
#include "codelets/faces.cuh"

enum status EACH(interior_surface_cuda)(const struct surface_args *a, real *RESTRICT k,
                                        const real *RESTRICT q, const real *RESTRICT geometry,
                                        const struct neighbor *neighbors, const int32_t *lists,
                                        void *stream)
{
    return faces_launch("interior_surface", a, k, q, geometry, neighbors, lists, NULL, stream);
}
