#pragma once
/* codelets/lines.cuh -- volume terms, faces and update of an element: a thread for every line.
 *
 * A thread takes a line of nodes along x, then one along y, then one along z. It holds the line's
 * states and sums in registers, so a pair of nodes is visited once and nobody shares a sum; the two
 * ends of its line are nodes of two faces, whose fluxes it adds as well. Between directions the
 * sums stand in shared memory. Lines along z come last: their nodes are the columns that a thread
 * loads and stores.
 *
 * Few warps fit beside so many registers, so they must not wait for memory: the old k, and what lies
 * beyond the ends of a line, go to shared memory by asynchronous copies that start before the pairs.
 */
#include <cuda_pipeline.h>
#include "codelets/face.cuh"
#include "codelets/fault.cuh"
#include "codelets/launch.cuh"
#include "codelets/room.cuh"
#include "physics/coriolis.h"

/* How much of a stage a kernel does. */
enum form {
    FORM_VOLUME,   /* k <- A k + volume terms                    */
    FORM_TENDENCY, /* ... and faces                              */
    FORM_ADVANCE   /* ... and new q = q + B dt k, and its traces */
};

struct lines {
    struct constants c;
    int num_elements, num_links;
    real A, B_dt;
    const real *q, *geometry;
    const struct neighbor *neighbors;
    real *k, *q_new;
    struct moment moment;
    const real *incoming[MAX_LINKS];
    real *shown[MAX_LINKS];
};

/* A line of nodes, and the geometry along it: of an affine element ... */
template <int NQ> struct straight_line {
    static constexpr bool is_curved = false;
    int base, stride;
    real phi, slope;  /* phi = phi + slope x */
    real a[3], J_inv; /* J grad xi; 1/J      */

    __device__ __forceinline__ straight_line(const struct constants *c, const real *g, int d, int l)
    {
        const int low = l % NQ, high = l / NQ, d_low = d == 0 ? 1 : 0, d_high = d == 2 ? 1 : 2;
        J_inv = __ldg(g + GEOMETRY_J_INV);
        slope = __ldg(g + GEOMETRY_PHI + 1 + d);
        phi = __ldg(g + GEOMETRY_PHI) + __ldg(g + GEOMETRY_PHI + 1 + d_low) * c->x[low]
            + __ldg(g + GEOMETRY_PHI + 1 + d_high) * c->x[high];
        for (int m = 0; m < 3; ++m) a[m] = __ldg(g + GEOMETRY_JA + 3 * d + m);
    }
    __device__ __forceinline__ real phi_at(const struct constants *c, int i) const
    {
        return phi + slope * c->x[i];
    }
    __device__ __forceinline__ real J_inv_at(int) const { return J_inv; }
    __device__ __forceinline__ void normal_at(int, real n[3]) const
    {
        for (int m = 0; m < 3; ++m) n[m] = a[m];
    }
    __device__ __forceinline__ void between(int, int, real n[3]) const { normal_at(0, n); }
};

/* ... and of a curved one. */
template <int NQ> struct bent_line {
    static constexpr bool is_curved = true;
    static constexpr int NN = NQ * NQ, NP = NN * NQ;
    int base, stride;
    const real *g; /* of its first node                */
    int step;      /* from node to node in the geometry */
    real a[NQ][3]; /* J grad xi                         */

    __device__ __forceinline__ bent_line(const struct constants *, const real *geometry, int d,
                                         int l)
    {
        const int low = l % NQ, high = l / NQ;
        step = d == 0 ? 1 : d == 1 ? NQ : NN;
        g = geometry + (d == 0 ? NQ * l : d == 1 ? low + NN * high : l);
#pragma unroll
        for (int i = 0; i < NQ; ++i)
            for (int m = 0; m < 3; ++m)
                a[i][m] = __ldg(g + (NODAL_JA + 3 * d + m) * NP + i * step);
    }
    __device__ __forceinline__ real phi_at(const struct constants *, int i) const
    {
        return __ldg(g + NODAL_PHI * NP + i * step);
    }
    __device__ __forceinline__ real J_inv_at(int i) const
    {
        return __ldg(g + NODAL_J_INV * NP + i * step);
    }
    __device__ __forceinline__ void normal_at(int i, real n[3]) const
    {
        for (int m = 0; m < 3; ++m) n[m] = a[i][m];
    }
    __device__ __forceinline__ void between(int p, int o, real n[3]) const
    {
        for (int m = 0; m < 3; ++m) n[m] = avg(a[p][m], a[o][m]);
    }
};

template <int NQ, class LINE>
static __device__ __forceinline__ struct node line_node(const room<NQ> &s, const LINE &n,
                                                        const struct constants *c, int i)
{
    const int at = n.base + i * n.stride;
    struct node node;
    node.rho = s(ROW_RHO, at);
    node.u[0] = s(ROW_U, at), node.u[1] = s(ROW_V, at), node.u[2] = s(ROW_W, at);
    node.b = s(ROW_B, at), node.b_inv = s(ROW_B_INV, at);
    node.p = (real)0.5 * node.rho * node.b_inv;
    node.phi = n.phi_at(c, i);
    return node;
}

template <int NQ, class LINE>
static __device__ __forceinline__ void line_load(const room<NQ> &s, const LINE &n,
                                                 const struct constants *c, struct node nodes[NQ])
{
#pragma unroll
    for (int i = 0; i < NQ; ++i) nodes[i] = line_node(s, n, c, i);
}

/* Which means do for all pairs of the line? Asked once a line: a branch a pair would keep the pairs
 * from overlapping. */
enum reach { REACH_NEAR, REACH_WIDE, REACH_FAR };

template <int NQ>
static __device__ __forceinline__ enum reach line_reach(const struct node s[NQ])
{
    int rho_least = order_word(s[0].rho), rho_most = rho_least;
    int b_least = order_word(s[0].b), b_most = b_least;
#pragma unroll
    for (int i = 1; i < NQ; ++i) {
        rho_least = min(rho_least, order_word(s[i].rho));
        rho_most = max(rho_most, order_word(s[i].rho));
        b_least = min(b_least, order_word(s[i].b));
        b_most = max(b_most, order_word(s[i].b));
    }
    if (order_is_near(rho_least, rho_most) && order_is_near(b_least, b_most)) return REACH_NEAR;
    return order_is_wide(rho_least, rho_most) && order_is_wide(b_least, b_most) ? REACH_WIDE
                                                                                 : REACH_FAR;
}

/* r -= D f for one node of a pair, in the two-point flux's own sums: 4 D f = (2 r[RHO], ...). What
 * acts along the line, pressure and gravity, is kept apart in `along` where all its pairs have one
 * direction a. */
template <class LINE>
static __device__ __forceinline__ void line_add(real D, const struct two_point &f, real pressure,
                                                const real a[3], real r[NFIELDS], real *along)
{
    const real mass = D * f.mass;
    r[RHO] -= mass;
    for (int m = 0; m < 3; ++m) {
        r[RHO_U + m] -= mass * f.u[m];
        if (LINE::is_curved) r[RHO_U + m] -= 2 * D * pressure * a[m];
    }
    r[RHO_E] -= D * f.energy;
    if (!LINE::is_curved) *along -= D * pressure;
}

/* From those sums to the terms themselves. */
template <class LINE>
static __device__ __forceinline__ void line_finish(const LINE &n, real along, real r[NFIELDS])
{
    real a[3];
    r[RHO] += r[RHO];
    if (LINE::is_curved) return;
    n.between(0, 0, a);
    for (int m = 0; m < 3; ++m)
        r[RHO_U + m] += 2 * along * a[m];
}

/* The pairs of a line by polynomials, of square roots where IS_WIDE: half sweep, eq. (5) and
 * Sec. 4.1. */
template <int NQ, bool IS_WIDE, class LINE>
static __device__ __forceinline__ void line_pairs(const struct constants *c, const LINE &n,
                                                  const struct node s[NQ], real r[NQ][NFIELDS])
{
    real along[NQ] = { 0 }, half_b_inv[NQ];
    struct roots roots[NQ];
#pragma unroll
    for (int i = 0; i < NQ; ++i) {
        half_b_inv[i] = (real)0.5 * s[i].b_inv;
        if (IS_WIDE) roots[i] = roots_of(&s[i]);
    }
#pragma unroll
    for (int p = 0; p < NQ; ++p)
#pragma unroll
        for (int o = p + 1; o < NQ; ++o) {
            real a[3];
            n.between(p, o, a);
            const struct means means = IS_WIDE ? means_wide(&s[p], &s[o], &roots[p], &roots[o])
                                               : means_near(&s[p], &s[o]);
            const struct two_point f = flux_two_point(&s[p], &s[o], &means, a, c->gamma);
            line_add<LINE>(c->quarter_D2[p][o], f, f.p + f.gravity * half_b_inv[p], a, r[p],
                           &along[p]);
            line_add<LINE>(c->quarter_D2[o][p], f, f.p - f.gravity * half_b_inv[o], a, r[o],
                           &along[o]);
        }
#pragma unroll
    for (int i = 0; i < NQ; ++i)
        line_finish(n, along[i], r[i]);
}

/* The same where they are not near, straight into the sums in shared memory, which nobody else
 * touches: kept out of the way of the lines that are. */
template <int NQ, class LINE>
static __device__ __noinline__ void line_pairs_wide(const struct constants *c, LINE n, room<NQ> s,
                                                    real keep)
{
    real r[NQ][NFIELDS];
    struct node nodes[NQ];
    line_load(s, n, c, nodes);
#pragma unroll
    for (int i = 0; i < NQ; ++i)
        for (int v = 0; v < NFIELDS; ++v)
            r[i][v] = 0;
    line_pairs<NQ, true>(c, n, nodes, r);
#pragma unroll
    for (int i = 0; i < NQ; ++i) {
        const real J_inv = n.J_inv_at(i);
        for (int v = 0; v < NFIELDS; ++v) {
            real &sum = s(ROW_SUMS + v, n.base + i * n.stride);
            sum = keep * sum + J_inv * r[i][v];
        }
    }
}

/* By logarithms. */
template <int NQ, class LINE>
static __device__ __noinline__ void line_pairs_far(const struct constants *c, LINE n, room<NQ> s,
                                                   real keep)
{
    for (int i = 0; i < NQ; ++i)
        for (int v = 0; v < NFIELDS; ++v)
            s(ROW_SUMS + v, n.base + i * n.stride) *= keep;
#pragma unroll 1
    for (int p = 0; p < NQ; ++p)
#pragma unroll 1
        for (int o = 0; o < NQ; ++o) {
            if (o == p) continue;
            const struct node L = line_node(s, n, c, p), R = line_node(s, n, c, o);
            const struct means means = means_far(L, R);
            real a[3];
            n.between(p, o, a);
            const struct two_point f = flux_two_point(&L, &R, &means, a, c->gamma);
            real r[NFIELDS] = { 0 }, along = 0;
            line_add<LINE>(c->quarter_D2[p][o], f, f.p + f.gravity * ((real)0.5 * L.b_inv), a, r,
                           &along);
            line_finish(n, along, r);
            for (int v = 0; v < NFIELDS; ++v)
                s(ROW_SUMS + v, n.base + p * n.stride) += n.J_inv_at(p) * r[v];
        }
}

/* J grad xi at a node, and how long it is. */
struct direction {
    real a[3], length, length_inv;
};

template <class LINE>
static __device__ __forceinline__ struct direction line_direction_at(const LINE &n, int i)
{
    struct direction d;
    n.normal_at(i, d.a);
    d.length = root(dot(d.a, d.a));
    d.length_inv = inverse(d.length);
    return d;
}

/* One direction: sums <- keep sums + its terms. LAST: the sums come back in r instead. */
template <int NQ, int FORM, class LINE>
static __device__ __forceinline__ void line_direction(const struct lines &a, int d, bool is_last,
                                                      int l, const real *g, const room<NQ> &s,
                                                      real r[NQ][NFIELDS], struct node nodes[NQ])
{
    using S = shape<NQ>;
    const struct constants *c = &a.c;
    const int low = l % NQ, high = l / NQ;
    LINE n(c, g, d, l);
    n.base = d == 0 ? S::node(0, low, high) : d == 1 ? S::node(low, 0, high)
                                                     : S::node(low, high, 0);
    n.stride = d == 0 ? 1 : d == 1 ? S::row : S::plane;

    const struct neighbor *nb = s.neighbors() + s.element * NFACES + 2 * d;
    if (FORM != FORM_VOLUME) {
#pragma unroll
        for (int side = 0; side < 2; ++side) {
            int stride;
            const real *from = face_beyond<NQ>(&nb[side], l, a.q, a.incoming, &stride);
            if (from)
                for (int v = 0; v < NFIELDS; ++v)
                    __pipeline_memcpy_async(&s.beyond(side, v), from + v * stride, sizeof(real));
        }
        __pipeline_commit();
    }
    line_load(s, n, c, nodes);
#pragma unroll
    for (int i = 0; i < NQ; ++i)
        for (int v = 0; v < NFIELDS; ++v)
            r[i][v] = 0;

    real keep = d == 0 ? a.A : (real)1;
    const enum reach reach = line_reach<NQ>(nodes);
    if (reach == REACH_NEAR) {
        line_pairs<NQ, false>(c, n, nodes, r);
    } else {
        if (reach == REACH_WIDE) line_pairs_wide(c, n, s, keep);
        else line_pairs_far(c, n, s, keep);
        line_load(s, n, c, nodes); /* rather than on the stack, in all lines, across the calls */
        keep = 1;
    }

    if (FORM != FORM_VOLUME) {
        struct direction along = line_direction_at(n, 0);
        __pipeline_wait_prior(0);
#pragma unroll
        for (int side = 0; side < 2; ++side) {
            const int end = side ? NQ - 1 : 0;
            if (LINE::is_curved && side) along = line_direction_at(n, end);
            const real lift = along.length * c->end_weight_inv;
            const real out = side ? along.length_inv : -along.length_inv;
            const real normal[3] = { out * along.a[0], out * along.a[1], out * along.a[2] };
            struct node own = nodes[end];
            real beyond[NFIELDS], f[NFIELDS];
            own.phi = 0;
            for (int v = 0; v < NFIELDS; ++v)
                beyond[v] = s.beyond(side, v);
            face_flux(c, nb[side].link == WALL, &own, beyond, normal, nodes[end].phi, f);
            for (int v = 0; v < NFIELDS; ++v)
                r[end][v] -= lift * f[v];
        }
    }

#pragma unroll
    for (int i = 0; i < NQ; ++i) {
        const real J_inv = n.J_inv_at(i);
        for (int v = 0; v < NFIELDS; ++v) {
            real &sum = s(ROW_SUMS + v, n.base + i * n.stride);
            const real all = keep * sum + J_inv * r[i][v];
            if (is_last) r[i][v] = all;
            else sum = all;
        }
    }
}

/* Shows the new state, which stands in the first rows of shared memory, to the neighbour partitions:
 * a thread a face node. */
template <int NQ>
static __device__ __forceinline__ void line_show(const struct lines &a, const room<NQ> &s, int l)
{
    using S = shape<NQ>;
    const int low = l % NQ, high = l / NQ;
    const struct neighbor *nb = s.neighbors() + s.element * NFACES;
#pragma unroll 1
    for (int face = 0; face < NFACES; ++face) {
        if (nb[face].link < 0) continue;
        const int end = face % 2 ? NQ - 1 : 0;
        const int node = face / 2 == 0 ? S::node(end, low, high) : face / 2 == 1
                       ? S::node(low, end, high) : S::node(low, high, end);
        real *at = a.shown[nb[face].link] + (size_t)nb[face].shown * (NFIELDS * S::NN) + l;
        for (int v = 0; v < NFIELDS; ++v)
            at[v * S::NN] = s(v, node);
    }
}

/* Is one of the element's faces looked at from another partition? */
static __device__ __forceinline__ bool is_border(const struct neighbor *nb)
{
    bool is = false;
    for (int face = 0; face < NFACES; ++face)
        is |= nb[face].link >= 0;
    return is;
}

/* What a column along z needs at its nodes: geopotential and Coriolis parameter. */
template <int NQ, bool IS_CURVED> struct column_geometry {
    real first, slope;
    const real *g;
    int x, y;

    __device__ __forceinline__ column_geometry(const struct constants *c, const real *geometry, int l)
        : g(geometry), x(l % NQ), y(l / NQ)
    {
        first = geometry_linear(g + GEOMETRY_PHI, c->x[x], c->x[y], 0);
        slope = g[GEOMETRY_PHI + 3];
    }
    __device__ __forceinline__ real phi(const struct constants *c, int k) const
    {
        return first + slope * c->x[k];
    }
    __device__ __forceinline__ real coriolis(const struct constants *c, int k) const
    {
        return geometry_linear(g + GEOMETRY_CORIOLIS, c->x[x], c->x[y], c->x[k]);
    }
};
template <int NQ> struct column_geometry<NQ, true> {
    static constexpr int NN = NQ * NQ, NP = NN * NQ;
    const real *g; /* of its first node */

    __device__ __forceinline__ column_geometry(const struct constants *, const real *geometry, int l)
        : g(geometry + l) {}
    __device__ __forceinline__ real phi(const struct constants *, int k) const
    {
        return __ldg(g + NODAL_PHI * NP + NN * k);
    }
    __device__ __forceinline__ real coriolis(const struct constants *, int k) const
    {
        return __ldg(g + NODAL_CORIOLIS * NP + NN * k);
    }
};

template <int NQ, int FORM, class LINE>
static __global__ void __launch_bounds__(shape<NQ>::threads, shape<NQ>::blocks)
lines_kernel(const __grid_constant__ struct lines a)
{
    using S = shape<NQ>;
    constexpr int NN = S::NN, NP = S::NP;
    extern __shared__ double shared[];
    const int in_block = threadIdx.x / NN, l = threadIdx.x % NN, x = l % NQ, y = l / NQ;
    const int first = blockIdx.x * S::elements, numbered = first + in_block;
    const bool is_there = numbered < a.num_elements; /* the others compute along, and write nothing */
    const int e = is_there ? numbered : a.num_elements - 1;
    const room<NQ> s = { (real *)shared, in_block, (int)threadIdx.x };
    const real *g = a.geometry + e * geometry_size(LINE::is_curved, NP);
    const size_t column = (size_t)e * (NFIELDS * NP) + l;
    const struct constants *c = &a.c;

    if (FORM != FORM_VOLUME) {
        constexpr int words = sizeof(struct neighbor) * NFACES / sizeof(int);
        const int here = min(S::elements, a.num_elements - first) * words;
        const int *from = (const int *)(a.neighbors + (size_t)first * NFACES);
        for (int i = threadIdx.x; i < S::elements * words; i += S::threads)
            __pipeline_memcpy_async((int *)s.neighbors() + i, from + min(i, here - words + i % words),
                                    sizeof(int));
    }
    const bool wants_k = a.A != 0; /* goes straight to the sums */
#pragma unroll
    for (int v = 0; v < NFIELDS; ++v)
        for (int k = 0; k < NQ; ++k) {
            real *sum = &s(ROW_SUMS + v, S::node(x, y, k));
            if (wants_k) __pipeline_memcpy_async(sum, &a.k[column + v * NP + NN * k], sizeof(real));
            else *sum = 0;
        }
    __pipeline_commit();

    const column_geometry<NQ, LINE::is_curved> here(c, g, l);
#pragma unroll
    for (int k = 0; k < NQ; ++k) {
        real q[NFIELDS];
        for (int v = 0; v < NFIELDS; ++v)
            q[v] = __ldg(&a.q[column + v * NP + NN * k]);
        const struct node n = node_but_logs(q, here.phi(c, k), c->gamma);
        const int at = S::node(x, y, k);
        s(ROW_RHO, at) = n.rho, s(ROW_B, at) = n.b, s(ROW_B_INV, at) = n.b_inv;
        s(ROW_U, at) = n.u[0], s(ROW_V, at) = n.u[1], s(ROW_W, at) = n.u[2];
    }
    __pipeline_wait_prior(0);
    __syncthreads();

    real r[NQ][NFIELDS];
    struct node nodes[NQ];
    if (S::is_rolled) {
#pragma unroll 1
        for (int d = 0; d < 3; ++d) {
            line_direction<NQ, FORM, LINE>(a, d, d == 2, l, g, s, r, nodes);
            if (d < 2) __syncthreads();
        }
    } else {
        line_direction<NQ, FORM, LINE>(a, 0, false, l, g, s, r, nodes);
        __syncthreads();
        line_direction<NQ, FORM, LINE>(a, 1, false, l, g, s, r, nodes);
        __syncthreads();
        line_direction<NQ, FORM, LINE>(a, 2, true, l, g, s, r, nodes);
    }

    /* Everything that follows touches this thread's column alone, in shared memory as well. */
#pragma unroll
    for (int k = 0; k < NQ; ++k) {
        if (c->rotates) {
            real force[3];
            coriolis(&nodes[k], c->omega, here.coriolis(c, k), force);
            for (int m = 0; m < 3; ++m)
                r[k][RHO_U + m] += force[m];
        }
        for (int v = 0; v < NFIELDS; ++v)
            if (is_there) a.k[column + v * NP + NN * k] = r[k][v];
        if (FORM == FORM_ADVANCE) {
            const real phi = here.phi(c, k);
            real q[NFIELDS];
            for (int v = 0; v < NFIELDS; ++v) {
                q[v] = __ldg(&a.q[column + v * NP + NN * k]) + a.B_dt * r[k][v];
                s(v, S::node(x, y, k)) = q[v];
                if (is_there) a.q_new[column + v * NP + NN * k] = q[v];
            }
            if (!is_physical(q, phi)) note_fault(&a.moment, e, l + NN * k, q, phi, c->gamma);
        }
    }
    if (FORM == FORM_ADVANCE && a.num_links > 0) {
        const bool is_seen = is_there && is_border(s.neighbors() + in_block * NFACES);
        if (__syncthreads_or(is_seen) && is_seen) line_show<NQ>(a, s, l);
    }
}

/** Launches the kernel of one degree and form; BAD_MACHINE where it does not run here. */
template <int N, int FORM>
static enum status lines_launch(int is_curved, const char *kernel, const struct lines *a,
                                void *stream)
{
    using S = shape<N + 1>;
    const struct launch launch = { kernel, N, blocks_for((size_t)a->num_elements, S::elements),
                                   S::threads, room<N + 1>::bytes };
    if (is_curved) {
        LAUNCH((lines_kernel<N + 1, FORM, bent_line<N + 1>>), *a, launch, stream);
    } else {
        LAUNCH((lines_kernel<N + 1, FORM, straight_line<N + 1>>), *a, launch, stream);
    }
}

template <int FORM>
static enum status lines_launch(const struct discretization *d, const char *kernel,
                                const struct lines *a, void *stream)
{
    switch (d->degree) {
#define DEGREE(N) case N: return lines_launch<N, FORM>(d->is_curved, kernel, a, stream);
        DEGREES(DEGREE)
#undef DEGREE
    }
    FAIL(BUG, "no kernel %s of degree %d", kernel, d->degree);
}
