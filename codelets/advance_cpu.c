/* codelets/advance_cpu.c -- a whole stage on a core, batch by batch. */
#include "codelets/advance.h"
#include <string.h>
#include "codelets/geometry_record.h"
#include "codelets/lanes.h"
#include "codelets/surface_cpu.h"
#include "codelets/update.h"
#include "codelets/volume.h"

/* The new state of an element on the faces that other partitions see. */
static void show(const int nq, const struct neighbor *neighbors, const real *q, real *const *shown)
{
    const int nn = nq * nq, np = nn * nq;
    for (int face = 0; face < NFACES; ++face) {
        const struct neighbor *nb = &neighbors[face];
        if (nb->link < 0) continue;
        real *to = shown[nb->link] + (size_t)nb->shown * NFIELDS * nn;
        for (int v = 0; v < NFIELDS; ++v)
            for (int y = 0; y < nq; ++y)
                for (int x = 0; x < nq; ++x)
                    to[v * nn + x + nq * y] = q[v * np + face_node_inside(face, nq, x, y)];
    }
}

/* The update numbers the elements of a batch, whose first is number `first` here. */
static void pass_on(struct fault *to, const struct fault *seen, int first)
{
    if (!seen->seen || to->seen) return;
    to->step = seen->step, to->stage = seen->stage, to->element = first + seen->element;
    to->node = seen->node;
    memcpy(to->q, seen->q, sizeof to->q);
    to->p = seen->p;
    __atomic_store_n(&to->seen, 1, __ATOMIC_RELEASE);
}

void EACH(advance_cpu)(const struct advance_args *a, real *RESTRICT q_new, real *RESTRICT k,
                       const real *RESTRICT q, const real *RESTRICT geometry,
                       const struct neighbor *neighbors, real *const *shown,
                       const real *const *incoming)
{
    const int nq = a->d->degree + 1;
    const size_t size = (size_t)NFIELDS * nq * nq * nq;
    struct fault fault = { 0 };

    for (int first = 0; first < a->num_elements; first += WIDTH) {
        const int n = a->num_elements - first < WIDTH ? a->num_elements - first : WIDTH;
        const size_t at = (size_t)first * size;
        const real *g = geometry + (size_t)first * GEOMETRY_SIZE;
        const struct volume_args volume = { .d = a->d, .num_elements = n, .A = a->A };
        const struct surface_args surface = { .d = a->d, .ports = a->ports, .num_elements = n };
        const struct update_args update = { .d = a->d, .num_elements = n, .B_dt = a->B_dt,
                                            .step = a->step, .stage = a->stage, .fault = &fault };
        int32_t list[WIDTH];
        for (int w = 0; w < n; ++w) list[w] = first + w;
        EACH(volume_cpu)(&volume, k + at, q + at, g);
        EACH(surface_cpu)(&surface, k, q, geometry, neighbors, list, incoming);
        memcpy(q_new + at, q + at, (size_t)n * size * sizeof *q);
        EACH(update_cpu)(&update, q_new + at, k + at, g);
        pass_on(a->fault, &fault, first);
        for (int e = first; e < first + n; ++e)
            show(nq, neighbors + (size_t)e * NFACES, q_new + e * size, shown);
    }
}
