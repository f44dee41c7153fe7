/* codelets/advance_cpu.c -- a whole stage on a core, batch by batch. */
#include "codelets/advance.h"
#include "codelets/batch.h"
#include "codelets/update_cpu.h"

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

/* The new state goes to memory that nobody has read: its lines come while there is work to do. */
static void fetch(const real *to, size_t n)
{
    for (size_t i = 0; i < n; i += 64 / sizeof(real)) __builtin_prefetch(to + i, 1, 2);
}

void KERNEL(advance_cpu)(const struct advance_args *a, real *RESTRICT q_new, real *RESTRICT k,
                         const real *RESTRICT q, const real *RESTRICT geometry,
                         const struct neighbor *neighbors, real *const *shown,
                         const real *const *incoming)
{
    const int nq = a->d->degree + 1;
    const size_t size = (size_t)NFIELDS * nq * nq * nq;
    const struct surroundings here = { q, geometry, neighbors, incoming };
    const struct update_args update = { .d = a->d, .B_dt = a->B_dt, .step = a->step,
                                        .stage = a->stage, .fault = a->fault };
    struct batch b;
    for (int first = 0; first < a->num_elements; first += WIDTH) {
        batch_choose(&b, first, a->num_elements, NULL);
        KERNEL(batch_take)(a->d, &here, &b);
        fetch(q_new + first * size, (size_t)b.n * size);
        KERNEL(batch_volume)(a->d, &b);
        KERNEL(batch_add_rates)(a->d->degree, (real)a->A, k, &b);
        KERNEL(batch_faces)(a->d, &here, &b);
        KERNEL(batch_put_rates)(a->d->degree, &b, k);
        KERNEL(update_range)(&update, first, b.n, q_new, q, k, geometry);
        for (int e = first; e < first + b.n; ++e)
            show(nq, neighbors + (size_t)e * NFACES, q_new + e * size, shown);
    }
}
