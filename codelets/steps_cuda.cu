/* codelets/steps_cuda.cu -- the volume kernel in the stages of its history, for benchmarks. */
#include "codelets/steps.h"
#include <cstdlib>
#include "codelets/face.cuh"
#include "codelets/launch.cuh"
#include "codelets/steps_formulas.h"
#include "codelets/volume.h"

struct step {
    struct constants c;
    int first, last; /* directions */
    real A;
    const real *q, *geometry;
    real *k;
};

/* Rows of shared memory, a number a node. */
enum { S_RHO, S_U, S_V, S_W, S_B, S_B_INV, S_PHI, S_LOG_RHO, S_LOG_B, NQUANTITIES };

template <int NQ, int STEP>
static __device__ __forceinline__ struct node node_at(const struct step &a, const real *q,
                                                      const real *g, int i)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    const real *x = a.c.x;
    const real phi = geometry_linear(g + GEOMETRY_PHI, x[i % NQ], x[i / NQ % NQ], x[i / NN]);
    const real qi[NFIELDS] = { q[i], q[NP + i], q[2 * NP + i], q[3 * NP + i], q[4 * NP + i] };
    return STEP >= STEP_POLYNOMIALS ? node_but_logs(qi, phi, a.c.gamma)
                                    : node_by_divisions(qi, phi, a.c.gamma);
}

template <int NQ, int STEP>
static __device__ __forceinline__ void store(real (*s)[NQ * NQ * NQ], int i, const struct node &n)
{
    s[S_RHO][i] = n.rho, s[S_U][i] = n.u[0], s[S_V][i] = n.u[1], s[S_W][i] = n.u[2];
    s[S_B][i] = n.b, s[S_B_INV][i] = n.b_inv, s[S_PHI][i] = n.phi;
    if (STEP < STEP_POLYNOMIALS) s[S_LOG_RHO][i] = n.log_rho, s[S_LOG_B][i] = n.log_b;
}

template <int NQ, int STEP>
static __device__ __forceinline__ struct node load(const real (*s)[NQ * NQ * NQ], int i)
{
    struct node n;
    n.rho = s[S_RHO][i], n.u[0] = s[S_U][i], n.u[1] = s[S_V][i], n.u[2] = s[S_W][i];
    n.b = s[S_B][i], n.b_inv = s[S_B_INV][i], n.phi = s[S_PHI][i], n.p = 0;
    n.log_rho = n.log_b = 0;
    if (STEP < STEP_POLYNOMIALS) n.log_rho = s[S_LOG_RHO][i], n.log_b = s[S_LOG_B][i];
    return n;
}

template <int STEP>
static __device__ __forceinline__ struct means means_of(const struct node &L, const struct node &R,
                                                        bool is_near)
{
    if (STEP < STEP_RECIPROCALS) return means_plain(&L, &R);
    if (STEP < STEP_POLYNOMIALS) return means_two_divisions(&L, &R);
    return is_near ? means_near(&L, &R) : means_far(L, R);
}

/* f along a, gravity apart: from the tensor of all three directions, or at once. */
template <int STEP>
static __device__ __forceinline__ real flux_along(const struct node &L, const struct node &R,
                                                  const real a[3], real gamma, bool is_near,
                                                  real f[NFIELDS])
{
    const struct means means = means_of<STEP>(L, R, is_near);
    return STEP >= STEP_CONTRAVARIANT ? flux_ec(&L, &R, &means, a, gamma, f)
                                      : flux_by_tensor(&L, &R, &means, a, gamma, f);
}

/* r -= D (f + gravity a) */
static __device__ __forceinline__ void subtract(real D, const real f[NFIELDS], real gravity,
                                                const real a[3], real r[NFIELDS])
{
    r[RHO] -= D * f[RHO];
    for (int m = 0; m < 3; ++m)
        r[RHO_U + m] -= D * (f[RHO_U + m] + gravity * a[m]);
    r[RHO_E] -= D * f[RHO_E];
}

/* All partners of node i, at place p of its line. */
template <int NQ, int STEP>
static __device__ __forceinline__ void sweep_full(const struct step &a, const real *q,
                                                  const real *g, const real (*s)[NQ * NQ * NQ],
                                                  int i, int p, int stride, const real ja[3],
                                                  real r[NFIELDS])
{
    const struct node own = STEP >= STEP_SHARED ? load<NQ, STEP>(s, i)
                                                : node_at<NQ, STEP>(a, q, g, i);
#pragma unroll 1
    for (int o = 0; o < NQ; ++o) {
        if (o == p) continue;
        const int at = i + (o - p) * stride;
        const struct node other = STEP >= STEP_SHARED ? load<NQ, STEP>(s, at)
                                                      : node_at<NQ, STEP>(a, q, g, at);
        real f[NFIELDS];
        const real K = flux_along<STEP>(own, other, ja, a.c.gamma, false, f);
        subtract(4 * a.c.quarter_D2[p][o], f, K * own.b_inv, ja, r);
    }
}

/* Node p takes the pairs with p + 1 ... p + NQ/2, around the end of the line; where NQ is even, the
 * last of them is taken by both nodes and weighs half. Partners' sums stand in shared memory: in
 * one turn no two threads share one. */
template <int NQ, int STEP>
static __device__ __forceinline__ void sweep_half(const struct step &a, real (*s)[NQ * NQ * NQ],
                                                  int i, int p, int stride, const real ja[3],
                                                  bool is_near, real r[NFIELDS])
{
    const struct node own = load<NQ, STEP>(s, i);
#pragma unroll
    for (int turn = 1; turn <= NQ / 2; ++turn) {
        const int o = p + turn < NQ ? p + turn : p + turn - NQ, at = i + (o - p) * stride;
        const real weight = 2 * turn == NQ ? 2 : 4;
        const struct node other = load<NQ, STEP>(s, at);
        real f[NFIELDS], sums[NFIELDS];
        const real K = flux_along<STEP>(own, other, ja, a.c.gamma, is_near, f);
        subtract(weight * a.c.quarter_D2[p][o], f, K * own.b_inv, ja, r);
        for (int v = 0; v < NFIELDS; ++v)
            sums[v] = s[NQUANTITIES + v][at];
        subtract(weight * a.c.quarter_D2[o][p], f, -K * other.b_inv, ja, sums);
        for (int v = 0; v < NFIELDS; ++v)
            s[NQUANTITIES + v][at] = sums[v];
        __syncthreads();
    }
}

/* Are all pairs of the block within reach of the polynomials? */
static __device__ __forceinline__ bool block_is_near(const struct node &own, real rho, real b)
{
    return __syncthreads_and(abs(order_word(own.rho) - order_word(rho)) < ORDER_OF_2 / 2
                             && abs(order_word(own.b) - order_word(b)) < ORDER_OF_2 / 2);
}

template <int NQ, int STEP>
static __global__ void __launch_bounds__(NQ * NQ * NQ)
step_kernel(const __grid_constant__ struct step a)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    extern __shared__ double shared[];
    real(*s)[NP] = (real(*)[NP])shared;
    const int i = threadIdx.x;
    const real *q = a.q + (size_t)blockIdx.x * (NFIELDS * NP);
    const real *g = a.geometry + (size_t)blockIdx.x * GEOMETRY_SIZE;
    real *k = a.k + (size_t)blockIdx.x * (NFIELDS * NP);
    real r[NFIELDS] = { 0 };
    bool is_near = false;

    if (STEP >= STEP_SHARED) {
        const struct node own = node_at<NQ, STEP>(a, q, g, i);
        store<NQ, STEP>(s, i, own);
        if (STEP >= STEP_HALF)
            for (int v = 0; v < NFIELDS; ++v)
                s[NQUANTITIES + v][i] = 0;
        __syncthreads();
        if (STEP >= STEP_POLYNOMIALS) is_near = block_is_near(own, s[S_RHO][0], s[S_B][0]);
    }
#pragma unroll
    for (int d = 0; d < 3; ++d) {
        if (d < a.first || d > a.last) continue;
        const int stride = d == 0 ? 1 : d == 1 ? NQ : NN, p = i / stride % NQ;
        const real ja[3] = { g[GEOMETRY_JA + 3 * d], g[GEOMETRY_JA + 3 * d + 1],
                             g[GEOMETRY_JA + 3 * d + 2] };
        if (STEP >= STEP_HALF) sweep_half<NQ, STEP>(a, s, i, p, stride, ja, is_near, r);
        else sweep_full<NQ, STEP>(a, q, g, s, i, p, stride, ja, r);
    }
    for (int v = 0; v < NFIELDS; ++v) {
        const real partners = STEP >= STEP_HALF ? s[NQUANTITIES + v][i] : 0;
        const real before = a.A == 0 ? (real)0 : a.A * k[v * NP + i];
        k[v * NP + i] = before + g[GEOMETRY_J_INV] * (r[v] + partners);
    }
}

template <int STEP>
static enum status step_launch(const struct step *a, int num_elements, void *stream)
{
    constexpr int NQ = STEPS_DEGREE + 1, NP = NQ * NQ * NQ;
    constexpr int rows = STEP >= STEP_HALF ? NQUANTITIES + NFIELDS
                       : STEP >= STEP_SHARED ? NQUANTITIES : 0;
    const struct launch launch = { step_names[STEP], STEPS_DEGREE, (unsigned)num_elements, NP,
                                   rows * NP * sizeof(real) };
    LAUNCH((step_kernel<NQ, STEP>), *a, launch, stream);
}

static enum status launch(int number, const struct step *a, int num_elements, void *stream)
{
    switch (number) {
#define STEP(n) case n: return step_launch<n>(a, num_elements, stream);
        STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
#undef STEP
    }
    FAIL(BUG, "no step %d of the volume kernel", number);
}

enum status EACH(steps_launch)(int number, const struct volume_args *a, void *k, const void *q,
                               const void *geometry, void *stream)
{
    if (number == STEP_LINES)
        return EACH(volume_cuda)(a, (real *)k, (const real *)q, (const real *)geometry, stream);
    struct step s = { constants_of(a->d), 0, 2, (real)a->A };
    s.q = (const real *)q, s.geometry = (const real *)geometry, s.k = (real *)k;
    if (number >= STEP_FUSED) return launch(number, &s, a->num_elements, stream);
    for (int d = 0; d < 3; ++d) {
        s.first = s.last = d;
        if (d > 0) s.A = 1;
        TRY(launch(number, &s, a->num_elements, stream));
    }
    return OK;
}
