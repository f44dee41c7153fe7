/* codelets/trace_cpu.c -- copies face nodes into outlets. */
#include "codelets/trace.h"
#include "base/faces.h"

HD void sweep(const int nq, const struct trace_args *a, real *const *outlets, const real *q,
              const int32_t *lists)
{
    const int nn = nq * nq, np = nn * nq;
    const int32_t *shown = lists + a->first;

    for (int o = 0; o < a->ports->num_outlets; ++o) {
        real *to = outlets[o];
        for (int s = 0; s < a->ports->faces[o]; ++s, ++shown, to += NFIELDS * nn) {
            const real *from = q + (size_t)(*shown / NFACES) * NFIELDS * np;
            const int face = *shown % NFACES;
            for (int v = 0; v < NFIELDS; ++v)
                for (int y = 0; y < nq; ++y)
                    for (int x = 0; x < nq; ++x)
                        to[v * nn + x + nq * y] = from[v * np + face_node_inside(face, nq, x, y)];
        }
    }
}

void EACH(trace_cpu)(const struct trace_args *a, real *const *outlets, const real *q,
                     const int32_t *lists)
{
    switch (a->d->degree) {
#define DEGREE(N) case N: sweep(N + 1, a, outlets, q, lists); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
