/* codelets/steps_difference_cuda.cu -- does a step of the volume kernel compute what it should? */
#include <cmath>
#include <cstdlib>
#include <cuda_runtime.h>
#include "base/real.h"
#include "codelets/geometry_record.h"
#include "codelets/steps.h"

/* How large the terms of k are: rho c, rho c^2 and E c, over the length of an element. */
static void scales(const struct volume_args *a, const real *q, const real *geometry,
                   double scale[NFIELDS])
{
    const size_t nq = (size_t)a->d->degree + 1, np = nq * nq * nq;
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

/* |a - b| on those scales, the largest; infinity where something is not a number. */
static double compare(size_t n, size_t np, const real *a, const real *b,
                      const double scale[NFIELDS])
{
    double worst = 0;
    for (size_t i = 0; i < n; ++i) {
        const double d = fabs((double)a[i] - (double)b[i]) / scale[i / np % NFIELDS];
        if (!(d <= worst)) worst = d == d ? d : INFINITY;
    }
    return worst;
}

static enum status differ(int number, const struct volume_args *a, const real *q,
                          const real *geometry, void *stream, real *k, real *host,
                          double *difference)
{
    const size_t nq = (size_t)a->d->degree + 1, np = nq * nq * nq;
    const size_t elements = (size_t)a->num_elements, n = elements * NFIELDS * np;
    double scale[NFIELDS];
    TRY(EACH(steps_launch)(number, a, k, q, geometry, stream));
    TRY(EACH(steps_launch)(STEP_LINES, a, k + n, q, geometry, stream));
    cudaStreamSynchronize((cudaStream_t)stream);
    cudaMemcpy(host, k, 2 * n * sizeof(real), cudaMemcpyDeviceToHost);
    cudaMemcpy(host + 2 * n, q, n * sizeof(real), cudaMemcpyDeviceToHost);
    const cudaError_t e = cudaMemcpy(host + 3 * n, geometry,
                                     elements * GEOMETRY_SIZE * sizeof(real),
                                     cudaMemcpyDeviceToHost);
    if (e != cudaSuccess)
        FAIL(BAD_MACHINE, "the volume kernel, %s: %s", step_names[number], cudaGetErrorString(e));
    scales(a, host + 2 * n, host + 3 * n, scale);
    *difference = compare(n, np, host, host + n, scale);
    return OK;
}

enum status EACH(steps_difference)(int number, const struct volume_args *args, const void *q,
                                   const void *geometry, void *stream, double *difference)
{
    struct volume_args a = *args;
    const size_t nq = (size_t)a.d->degree + 1, n = a.num_elements * NFIELDS * nq * nq * nq;
    const size_t bytes = (3 * n + (size_t)a.num_elements * GEOMETRY_SIZE) * sizeof(real);
    real *k = NULL, *host = (real *)malloc(bytes);
    a.A = 0;
    if (!host || cudaMalloc((void **)&k, 2 * n * sizeof(real)) != cudaSuccess) {
        free(host);
        FAIL(BAD_MACHINE, "no memory for %zu bytes, on the GPU or beside it", bytes);
    }
    const enum status status = differ(number, &a, (const real *)q, (const real *)geometry, stream,
                                      k, host, difference);
    cudaFree(k);
    free(host);
    return status;
}
