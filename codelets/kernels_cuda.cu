/* codelets/kernels_cuda.cu -- asks the present device about every kernel, before any has work. */
#include "codelets/absorb.h"
#include "codelets/advance.h"
#include "codelets/diagnose.h"
#include "codelets/halo_surface.h"
#include "codelets/interior_surface.h"
#include "codelets/tendency.h"
#include "codelets/trace.h"
#include "codelets/update.h"
#include "codelets/volume.h"

/** BAD_MACHINE where a kernel of that degree has no image for the device or does not fit. */
EXTERN_C enum status EACH(kernels_check)(int degree)
{
    struct discretization d = {};
    struct ports none = {};
    d.degree = degree, d.w[0] = 1;
    const struct trace_args trace = { &d, &none };
    const struct volume_args volume = { &d };
    const struct surface_args surface = { &d, &none };
    const struct tendency_args tendency = { &d, &none };
    const struct update_args update = { &d };
    const struct advance_args advance = { &d, &none };
    const struct absorb_args absorb = { &d };
    const struct diagnose_args diagnose = { &d };
    TRY(EACH(trace_cuda)(&trace, NULL, NULL, NULL, NULL));
    for (d.is_curved = 0; d.is_curved < 2; ++d.is_curved) {
        TRY(EACH(volume_cuda)(&volume, NULL, NULL, NULL, NULL));
        TRY(EACH(interior_surface_cuda)(&surface, NULL, NULL, NULL, NULL, NULL, NULL));
        TRY(EACH(halo_surface_cuda)(&surface, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        TRY(EACH(tendency_cuda)(&tendency, NULL, NULL, NULL, NULL, NULL, NULL));
        TRY(EACH(update_cuda)(&update, NULL, NULL, NULL, NULL));
        TRY(EACH(advance_cuda)(&advance, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    }
    TRY(EACH(absorb_cuda)(&absorb, NULL, NULL, NULL, NULL));
    return EACH(diagnose_cuda)(&diagnose, NULL, NULL, NULL, NULL);
}
