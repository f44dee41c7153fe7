/* codelets/tendency_cpu.c -- volume and surface terms on a core, batch by batch. */
#include "codelets/tendency.h"
#include "codelets/geometry_record.h"
#include "codelets/lanes.h"
#include "codelets/surface_cpu.h"
#include "codelets/volume.h"

void EACH(tendency_cpu)(const struct tendency_args *a, real *RESTRICT k, const real *RESTRICT q,
                        const real *RESTRICT geometry, const struct neighbor *neighbors,
                        const real *const *incoming)
{
    const int nq = a->d->degree + 1;
    const size_t size = (size_t)NFIELDS * nq * nq * nq;

    for (int first = 0; first < a->num_elements; first += WIDTH) {
        const int n = a->num_elements - first < WIDTH ? a->num_elements - first : WIDTH;
        const size_t at = (size_t)first * size;
        const struct volume_args volume = { .d = a->d, .num_elements = n, .A = a->A };
        const struct surface_args surface = { .d = a->d, .ports = a->ports, .num_elements = n };
        int32_t list[WIDTH];
        for (int w = 0; w < n; ++w) list[w] = first + w;
        EACH(volume_cpu)(&volume, k + at, q + at, geometry + (size_t)first * GEOMETRY_SIZE);
        EACH(surface_cpu)(&surface, k, q, geometry, neighbors, list, incoming);
    }
}
