/* codelets/tendency_cpu.c -- volume and surface terms on a core, element by element. */
#include "codelets/tendency.h"
#include "codelets/geometry_record.h"
#include "codelets/surface_cpu.h"
#include "codelets/volume.h"

void EACH(tendency_cpu)(const struct tendency_args *a, real *RESTRICT k, const real *RESTRICT q,
                        const real *RESTRICT geometry, const struct neighbor *neighbors,
                        const real *const *incoming)
{
    const int nq = a->d->degree + 1;
    const size_t size = (size_t)NFIELDS * nq * nq * nq;
    const struct volume_args volume = { .d = a->d, .num_elements = 1, .A = a->A };
    const struct surface_args surface = { .d = a->d, .ports = a->ports, .num_elements = 1 };

    for (int32_t e = 0; e < a->num_elements; ++e) {
        EACH(volume_cpu)(&volume, k + e * size, q + e * size,
                         geometry + (size_t)e * GEOMETRY_SIZE);
        EACH(surface_cpu)(&surface, k, q, geometry, neighbors, &e, incoming);
    }
}
