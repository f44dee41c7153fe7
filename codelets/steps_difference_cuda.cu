/* codelets/steps_difference_cuda.cu -- does a step of the volume kernel compute what it should? */
#include <cstdlib>
#include <cuda_runtime.h>
#include "base/real.h"
#include "codelets/geometry_record.h"
#include "codelets/steps.h"

static enum status differ(int number, const struct volume_args *a, const real *q,
                          const real *geometry, void *stream, real *k, real *host,
                          double *difference)
{
    const size_t nq = (size_t)a->d->degree + 1, np = nq * nq * nq;
    const size_t elements = (size_t)a->num_elements, n = elements * NFIELDS * np;
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
    *difference = EACH(steps_compare)(a, host + 2 * n, host + 3 * n, host, host + n);
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
