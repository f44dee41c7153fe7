/* codelets/tendency_cpu.c -- volume and surface terms on a core, batch by batch. */
#include "codelets/tendency.h"
#include "codelets/batch.h"

void KERNEL(tendency_cpu)(const struct tendency_args *a, real *RESTRICT k, const real *RESTRICT q,
                          const real *RESTRICT geometry, const struct neighbor *neighbors,
                          const real *const *incoming)
{
    const struct surroundings here = { q, geometry, neighbors, incoming };
    struct batch b;
    for (int first = 0; first < a->num_elements; first += WIDTH) {
        batch_choose(&b, first, a->num_elements, NULL);
        KERNEL(batch_take)(a->d, &here, &b);
        KERNEL(batch_volume)(a->d, &b);
        KERNEL(batch_add_rates)(a->d->degree, (real)a->A, k, &b);
        KERNEL(batch_faces)(a->d, &here, &b);
        KERNEL(batch_put_rates)(a->d->degree, &b, k);
    }
}
