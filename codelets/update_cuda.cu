/* codelets/update_cuda.cu -- the Runge-Kutta update on a GPU: a thread a node. */
#include "codelets/update.h"
#include "codelets/constants.cuh"
#include "codelets/fault.cuh"
#include "codelets/launch.cuh"

struct update {
    struct constants c;
    size_t num_nodes;
    real B_dt;
    real *q;
    const real *k, *geometry;
    struct moment moment;
};

enum { UPDATE_THREADS = 256 };

template <int NQ, bool IS_CURVED>
static __global__ void __launch_bounds__(UPDATE_THREADS)
update_kernel(const __grid_constant__ struct update a)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    const size_t node = (size_t)blockIdx.x * UPDATE_THREADS + threadIdx.x;
    if (node >= a.num_nodes) return;
    const size_t e = node / NP;
    const int i = (int)(node - e * NP);
    const size_t at = e * (NFIELDS * NP) + i;
    const real *g = a.geometry + e * geometry_size(IS_CURVED, NP), *x = a.c.x;
    real q[NFIELDS];
    for (int v = 0; v < NFIELDS; ++v)
        q[v] = a.q[at + v * NP] + a.B_dt * __ldg(&a.k[at + v * NP]);
    for (int v = 0; v < NFIELDS; ++v)
        a.q[at + v * NP] = q[v];
    const real phi = IS_CURVED ? g[NODAL_PHI * NP + i]
                               : geometry_linear(g + GEOMETRY_PHI, x[i % NQ], x[i / NQ % NQ],
                                                 x[i / NN]);
    if (!is_physical(q, phi)) note_fault(&a.moment, (int)e, i, q, phi, a.c.gamma);
}

template <int N>
static enum status update_launch(int is_curved, const struct update *a, void *stream)
{
    const struct launch launch = { "update", N, blocks_for(a->num_nodes, UPDATE_THREADS),
                                   UPDATE_THREADS, 0 };
    if (is_curved) LAUNCH((update_kernel<N + 1, true>), *a, launch, stream);
    LAUNCH((update_kernel<N + 1, false>), *a, launch, stream);
}

enum status EACH(update_cuda)(const struct update_args *args, real *RESTRICT q,
                              const real *RESTRICT k, const real *RESTRICT geometry, void *stream)
{
    const size_t nq = (size_t)args->d->degree + 1;
    struct update a = { constants_of(args->d), (size_t)args->num_elements * nq * nq * nq,
                        (real)args->B_dt, q, k, geometry };
    a.moment = { args->step, args->stage, args->fault };
    switch (args->d->degree) {
#define DEGREE(N) case N: return update_launch<N>(args->d->is_curved, &a, stream);
        DEGREES(DEGREE)
#undef DEGREE
    }
    FAIL(BUG, "no kernel update of degree %d", args->d->degree);
}
