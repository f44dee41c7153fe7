/* codelets/halo_surface_cpu.c -- all faces of border elements on a core. */
#include "codelets/halo_surface.h"
#include "codelets/surface_cpu.h"

FOR_EACH_ISA
void EACH(halo_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                            const real *RESTRICT q, const real *RESTRICT geometry,
                            const struct neighbor *neighbors, const int32_t *lists,
                            const real *const *traces)
{
    switch (a->d->degree) {
#define DEGREE(N)                                                                                \
    case N:                                                                                      \
        for (int i = a->first; i < a->first + a->num_elements; ++i)                              \
            element_surface(N + 1, a->d, lists[i], k, q, geometry, neighbors, traces);           \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
