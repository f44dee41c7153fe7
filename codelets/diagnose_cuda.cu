/* codelets/diagnose_cuda.cu -- diagnostics on a GPU: a warp an element, in double precision always. */
#include "codelets/diagnose.h"
#include "base/sum.h"
#include "codelets/launch.cuh"
#include "codelets/geometry.h"

/* The integrals are a promise about the state and not part of a step, so both precisions compute
 * them in double; physics/ speaks the precision of the file, hence formulas of our own here. */
struct diagnose {
    int degree, num_elements, is_curved;
    double gamma, x[MAX_NQ], w[MAX_NQ];
    double *values;
    const real *q, *geometry;
};

enum { WARP = 32, DIAGNOSE_THREADS = 128 };

/* Everybody's sum, in a fixed order. */
static __device__ double sum_of_warp(struct sum s)
{
    for (int o = WARP / 2; o > 0; o /= 2) {
        const double high = __shfl_down_sync(~0u, s.high, o), low = __shfl_down_sync(~0u, s.low, o);
        sum_add(&s, high);
        s.low += low;
    }
    return sum_value(&s);
}

static __device__ struct extreme extreme_of_warp(struct extreme most)
{
    for (int o = WARP / 2; o > 0; o /= 2) {
        const double value = __shfl_down_sync(~0u, most.value, o);
        extreme_raise(&most, value, __shfl_down_sync(~0u, most.node, o));
    }
    return most;
}

static __global__ void __launch_bounds__(DIAGNOSE_THREADS)
diagnose_kernel(const __grid_constant__ struct diagnose a)
{
    const int e = (blockIdx.x * DIAGNOSE_THREADS + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (e >= a.num_elements) return;
    const int nq = a.degree + 1, np = nq * nq * nq;
    const real *q = a.q + (size_t)e * NFIELDS * np;
    const real *g = a.geometry + e * geometry_size(a.is_curved, np);
    struct sum mass = { 0, 0 }, energy = { 0, 0 }, eta = { 0, 0 };
    struct extreme most[NEXTREMES];
    #pragma unroll
    for (int n = 0; n < NEXTREMES; ++n)
        most[n] = NO_EXTREME;

    for (int i = lane; i < np; i += WARP) {
        const int x = i % nq, y = i / nq % nq, z = i / (nq * nq);
        const double rho = q[i], U = q[np + i], V = q[2 * np + i], W = q[3 * np + i];
        const double E = q[4 * np + i], J_inv = a.is_curved ? g[NODAL_J_INV * np + i] : g[GEOMETRY_J_INV];
        const double volume = a.w[x] * a.w[y] * a.w[z] * (1 / J_inv);
        const double phi = a.is_curved ? g[NODAL_PHI * np + i] : g[GEOMETRY_PHI] + (g[GEOMETRY_PHI + 1] * a.x[x]
                         + g[GEOMETRY_PHI + 2] * a.x[y] + g[GEOMETRY_PHI + 3] * a.x[z]);
        const double u = sqrt(U * U + V * V + W * W) / rho;
        const double p = (a.gamma - 1) * (E - 0.5 * rho * u * u - rho * phi);
        const double s = log(p) - a.gamma * log(rho);
        /* products rounded by themselves: an fma would spoil the compensation */
        sum_add(&mass, __dmul_rn(volume, rho));
        sum_add(&energy, __dmul_rn(volume, E));
        sum_add(&eta, __dmul_rn(volume, -rho * s / (a.gamma - 1)));
        extremes_raise(most, u, sqrt(a.gamma * p / rho), rho, p, i);
    }
    double *values = a.values + (size_t)e * NDIAGNOSED;
    const double integrals[] = { sum_of_warp(mass), sum_of_warp(energy), sum_of_warp(eta) };
    if (lane == 0)
        for (int v = 0; v < DIAGNOSED_EXTREMES; ++v)
            values[v] = integrals[v];
    #pragma unroll
    for (int n = 0; n < NEXTREMES; ++n) {
        const struct extreme of_warp = extreme_of_warp(most[n]);
        if (lane == 0) {
            values[DIAGNOSED_EXTREMES + n] = extreme_sign(n) * of_warp.value;
            values[DIAGNOSED_NODES + n] = of_warp.node;
        }
    }
}

static enum status diagnose_launch(const struct diagnose *a, void *stream)
{
    const struct launch launch = { "diagnose", a->degree,
                                   blocks_for((size_t)a->num_elements * WARP, DIAGNOSE_THREADS),
                                   DIAGNOSE_THREADS, 0 };
    LAUNCH(diagnose_kernel, *a, launch, stream);
}

enum status EACH(diagnose_cuda)(const struct diagnose_args *args, double *values, const real *q,
                                const real *geometry, void *stream)
{
    struct diagnose a = { args->d->degree, args->num_elements, args->d->is_curved,
                          args->d->gamma };
    for (int i = 0; i <= args->d->degree; ++i)
        a.x[i] = args->d->x[i], a.w[i] = args->d->w[i];
    a.values = values, a.q = q, a.geometry = geometry;
    return diagnose_launch(&a, stream);
}
