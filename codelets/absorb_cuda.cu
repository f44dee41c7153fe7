/* codelets/absorb_cuda.cu -- the absorbing layer on a GPU: a thread a node. */
#include "codelets/absorb.h"
#include "codelets/launch.cuh"

struct absorb {
    size_t num_nodes;
    int np;
    real dt;
    real *q;
    const real *layer;
    const int32_t *elements;
};

enum { ABSORB_THREADS = 256 };

static __global__ void __launch_bounds__(ABSORB_THREADS)
absorb_kernel(const __grid_constant__ struct absorb a)
{
    const size_t node = (size_t)blockIdx.x * ABSORB_THREADS + threadIdx.x;
    if (node >= a.num_nodes) return;
    const size_t n = node / a.np, i = node - n * a.np;
    const real *sigma = a.layer + n * (1 + NFIELDS) * a.np + i;
    real *q = a.q + (size_t)a.elements[n] * NFIELDS * a.np + i;
    const real gain = -expm1(-__ldg(sigma) * a.dt);
    if (!(gain > 0)) return;
    for (int v = 0; v < NFIELDS; ++v) {
        const real old = q[v * a.np];
        q[v * a.np] = old + gain * (__ldg(&sigma[(1 + v) * a.np]) - old);
    }
}

static enum status absorb_launch(const struct absorb *a, int degree, void *stream)
{
    const struct launch launch = { "absorb", degree, blocks_for(a->num_nodes, ABSORB_THREADS),
                                   ABSORB_THREADS, 0 };
    LAUNCH(absorb_kernel, *a, launch, stream);
}

enum status EACH(absorb_cuda)(const struct absorb_args *args, real *RESTRICT q,
                              const real *RESTRICT layer, const int32_t *elements, void *stream)
{
    const int nq = args->d->degree + 1, np = nq * nq * nq;
    const struct absorb a = { (size_t)args->num_elements * np, np, (real)args->dt, q, layer,
                              elements };
    return absorb_launch(&a, args->d->degree, stream);
}
