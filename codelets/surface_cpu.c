/* codelets/surface_cpu.c -- surface terms on a core, batch by batch. */
#include "codelets/surface_cpu.h"
#include "codelets/batch.h"

void KERNEL(surface_cpu)(const struct surface_args *a, real *RESTRICT k, const real *RESTRICT q,
                         const real *RESTRICT geometry, const struct neighbor *neighbors,
                         const int32_t *lists, const real *const *traces)
{
    const struct surroundings here = { q, geometry, neighbors, traces };
    struct batch b;
    for (int first = 0; first < a->num_elements; first += WIDTH) {
        batch_choose(&b, first, a->num_elements, lists + a->first);
        KERNEL(batch_take)(a->d, &here, &b);
        KERNEL(batch_take_rates)(a->d->degree, k, &b);
        KERNEL(batch_faces)(a->d, &here, &b);
        KERNEL(batch_put_rates)(a->d->degree, &b, k);
    }
}
