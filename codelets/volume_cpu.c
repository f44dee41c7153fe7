/* codelets/volume_cpu.c -- volume terms on a core, batch by batch. */
#include "codelets/volume.h"
#include "codelets/batch.h"

void KERNEL(volume_cpu)(const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
                        const real *RESTRICT geometry)
{
    const struct surroundings here = { .q = q, .geometry = geometry };
    struct batch b;
    for (int first = 0; first < a->num_elements; first += WIDTH) {
        batch_choose(&b, first, a->num_elements, NULL);
        KERNEL(batch_take)(a->d, &here, &b);
        KERNEL(batch_volume)(a->d, &b);
        KERNEL(batch_add_rates)(a->d->degree, (real)a->A, k, &b);
        KERNEL(batch_put_rates)(a->d->degree, &b, k);
    }
}
