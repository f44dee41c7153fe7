/* codelets/volume_cuda.cu -- the volume terms on a GPU. */
#include "codelets/volume.h"
#include "codelets/lines.cuh"

enum status EACH(volume_cuda)(const struct volume_args *a, real *RESTRICT k,
                              const real *RESTRICT q, const real *RESTRICT geometry, void *stream)
{
    struct lines lines = { constants_of(a->d), a->num_elements };
    lines.A = (real)a->A;
    lines.k = k, lines.q = q, lines.geometry = geometry;
    return lines_launch<FORM_VOLUME>(a->d, "volume", &lines, stream);
}
