/* codelets/trace_cuda.cu -- copies face nodes into outlets on a GPU: a thread a face node. */
#include "codelets/trace.h"
#include "base/faces.h"
#include "codelets/constants.cuh"
#include "codelets/launch.cuh"

struct trace {
    int num_outlets, num_nodes;
    const real *q;
    const int32_t *shown;
    int ends[MAX_LINKS]; /* faces up to the end of each outlet */
    real *outlets[MAX_LINKS];
};

enum { TRACE_THREADS = 128 };

template <int NQ>
static __global__ void __launch_bounds__(TRACE_THREADS)
trace_kernel(const __grid_constant__ struct trace a)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    const int i = blockIdx.x * TRACE_THREADS + threadIdx.x;
    if (i >= a.num_nodes) return;
    const int face = i / NN, l = i % NN, shown = a.shown[face];
    int o = 0, first = 0;
    while (face >= a.ends[o])
        first = a.ends[o++];
    const real *from = a.q + (size_t)(shown / NFACES) * (NFIELDS * NP)
                     + face_node_inside(shown % NFACES, NQ, l % NQ, l / NQ);
    real *to = a.outlets[o] + (size_t)(face - first) * (NFIELDS * NN) + l;
    for (int v = 0; v < NFIELDS; ++v)
        to[v * NN] = __ldg(from + v * NP);
}

template <int N> static enum status trace_launch(const struct trace *a, void *stream)
{
    const struct launch launch = { "trace", N, blocks_for((size_t)a->num_nodes, TRACE_THREADS),
                                   TRACE_THREADS, 0 };
    LAUNCH((trace_kernel<N + 1>), *a, launch, stream);
}

enum status EACH(trace_cuda)(const struct trace_args *args, real *const *outlets, const real *q,
                             const int32_t *lists, void *stream)
{
    const int nq = args->d->degree + 1;
    struct trace a = { args->ports->num_outlets, 0, q, lists + args->first };
    int faces = 0;
    for (int o = 0; o < a.num_outlets; ++o) {
        a.outlets[o] = outlets[o];
        a.ends[o] = faces += args->ports->faces[o];
    }
    a.num_nodes = faces * nq * nq;
    switch (args->d->degree) {
#define DEGREE(N) case N: return trace_launch<N>(&a, stream);
        DEGREES(DEGREE)
#undef DEGREE
    }
    FAIL(BUG, "no kernel trace of degree %d", args->d->degree);
}
