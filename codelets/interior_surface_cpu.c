/* codelets/interior_surface_cpu.c -- faces of inner elements on a core. */
#include "codelets/interior_surface.h"
#include "codelets/surface_cpu.h"

FOR_EACH_ISA
void EACH(interior_surface_cpu)(const struct surface_args *a, real *RESTRICT k,
                                const real *RESTRICT q, const real *RESTRICT geometry,
                                const struct neighbor *neighbors, const int32_t *lists)
{
    switch (a->d->degree) {
#define DEGREE(N)                                                                                \
    case N:                                                                                      \
        for (int i = a->first; i < a->first + a->num_elements; ++i)                              \
            element_surface(N + 1, a->d, lists[i], k, q, geometry, neighbors, NULL);             \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
