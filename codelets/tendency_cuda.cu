/* codelets/tendency_cuda.cu -- volume terms and faces on a GPU. */
#include "codelets/tendency.h"
#include "codelets/lines.cuh"

enum status EACH(tendency_cuda)(const struct tendency_args *a, real *RESTRICT k,
                                const real *RESTRICT q, const real *RESTRICT geometry,
                                const struct neighbor *neighbors, const real *const *incoming,
                                void *stream)
{
    struct lines lines = { constants_of(a->d), a->num_elements, a->ports->num_links };
    lines.A = (real)a->A;
    lines.k = k, lines.q = q, lines.geometry = geometry, lines.neighbors = neighbors;
    for (int l = 0; l < lines.num_links; ++l)
        lines.incoming[l] = incoming[l];
    return lines_launch<FORM_TENDENCY>(a->d, "tendency", &lines, stream);
}
