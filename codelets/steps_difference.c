/* codelets/steps_difference.c -- does a step of the volume kernel compute what it should? */
#include <stdlib.h>
#include "base/memory.h"
#include "base/real.h"
#include "codelets/geometry_record.h"
#include "codelets/steps.h"

static size_t nodes_of(const struct volume_args *a)
{
    const size_t nq = (size_t)a->d->degree + 1;
    return nq * nq * nq;
}

/* How large the terms of k are: rho c, rho c^2 and E c, over the length of an element. */
static void scales(const struct volume_args *a, const real *q, const real *geometry,
                   double scale[NFIELDS])
{
    const size_t np = nodes_of(a);
    double rho = 0, energy = 0, length_inv = 0;
    for (size_t e = 0; e < (size_t)a->num_elements; ++e) {
        const real *g = geometry + e * GEOMETRY_SIZE, *qe = q + e * NFIELDS * np;
        for (int m = 0; m < 9; ++m)
            length_inv = fmax(length_inv, fabs((double)g[GEOMETRY_JA + m] * g[GEOMETRY_J_INV]));
        for (size_t i = 0; i < np; ++i) {
            rho = fmax(rho, (double)qe[i]);
            energy = fmax(energy, (double)qe[RHO_E * np + i]);
        }
    }
    const double c = sqrt(a->d->gamma * (a->d->gamma - 1) * energy / rho);
    scale[RHO] = rho * c * length_inv;
    scale[RHO_U] = scale[RHO_V] = scale[RHO_W] = rho * c * c * length_inv;
    scale[RHO_E] = energy * c * length_inv;
}

double EACH(steps_compare)(const struct volume_args *a, const void *q, const void *geometry,
                           const void *k, const void *expected)
{
    const size_t np = nodes_of(a), n = (size_t)a->num_elements * NFIELDS * np;
    double scale[NFIELDS], worst = 0;
    scales(a, q, geometry, scale);
    for (size_t i = 0; i < n; ++i) {
        const double d = fabs((double)((const real *)k)[i] - (double)((const real *)expected)[i])
                       / scale[i / np % NFIELDS];
        if (!(d <= worst)) worst = d == d ? d : INFINITY;
    }
    return worst;
}

double EACH(steps_difference_cpu)(int step, const struct volume_args *args, const void *q,
                                  const void *geometry)
{
    struct volume_args a = *args;
    const size_t n = (size_t)a.num_elements * NFIELDS * nodes_of(&a);
    real *k = NEW(real, 2 * n);
    a.A = 0;
    EACH(steps_cpu)(step, &a, k, q, geometry);
    EACH(steps_cpu)(CORE_STEP_LANES, &a, k + n, q, geometry);
    const double difference = EACH(steps_compare)(&a, q, geometry, k, k + n);
    free(k);
    return difference;
}
