/* codelets/advance_cuda.cu -- a whole stage on a GPU. */
#include "codelets/advance.h"
#include "codelets/lines.cuh"

enum status EACH(advance_cuda)(const struct advance_args *a, real *RESTRICT q_new,
                               real *RESTRICT k, const real *RESTRICT q,
                               const real *RESTRICT geometry, const struct neighbor *neighbors,
                               real *const *shown, const real *const *incoming, void *stream)
{
    struct lines lines = { constants_of(a->d), a->num_elements, a->ports->num_links };
    lines.A = (real)a->A, lines.B_dt = (real)a->B_dt;
    lines.q_new = q_new, lines.k = k, lines.q = q;
    lines.geometry = geometry, lines.neighbors = neighbors;
    lines.moment = { a->step, a->stage, a->fault };
    for (int l = 0; l < lines.num_links; ++l) {
        lines.incoming[l] = incoming[l];
        lines.shown[l] = shown[l];
    }
    return lines_launch<FORM_ADVANCE>(a->d, "advance", &lines, stream);
}
