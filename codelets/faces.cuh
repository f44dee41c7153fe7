#pragma once
/* codelets/faces.cuh -- all six faces of listed elements on a GPU: interior and halo surface.
 *
 * A thread takes the two ends of a line in each direction, as in codelets/lines.cuh; directions
 * follow one another, since elements' edges belong to faces of several.
 */
#include "codelets/face.cuh"
#include "codelets/launch.cuh"

struct faces {
    struct constants c;
    int num_elements, num_links;
    const int32_t *list;
    real *k;
    const real *q, *geometry;
    const struct neighbor *neighbors;
    const real *incoming[MAX_LINKS];
};

/* Elements of a block, so that its threads fill whole warps. */
template <int NQ> struct faces_shape {
    static constexpr int NN = NQ * NQ;
    static constexpr int elements = NN <= 128 ? 128 / NN : 1, threads = elements * NN;
};

template <int NQ, bool IS_CURVED>
static __global__ void __launch_bounds__(faces_shape<NQ>::threads)
faces_kernel(const __grid_constant__ struct faces a)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    const int l = threadIdx.x % NN, low = l % NQ, high = l / NQ;
    const int numbered = blockIdx.x * faces_shape<NQ>::elements + threadIdx.x / NN;
    const bool is_there = numbered < a.num_elements;
    const int e = a.list[is_there ? numbered : 0];
    const real *g = a.geometry + e * geometry_size(IS_CURVED, NP);
    const size_t element = (size_t)e * (NFIELDS * NP);
    const struct constants *c = &a.c;

#pragma unroll 1
    for (int d = 0; d < 3; ++d) {
        const int base = d == 0 ? NQ * l : d == 1 ? low + NN * high : l;
        const int stride = d == 0 ? 1 : d == 1 ? NQ : NN;
        if (d > 0) __syncthreads();
#pragma unroll
        for (int side = 0; side < 2; ++side) {
            const struct neighbor nb = a.neighbors[(size_t)e * NFACES + 2 * d + side];
            const int at = base + (side ? (NQ - 1) * stride : 0);
            const int x = at % NQ, y = at / NQ % NQ, z = at / NN;
            real ja[3];
            for (int m = 0; m < 3; ++m)
                ja[m] = IS_CURVED ? __ldg(g + (NODAL_JA + 3 * d + m) * NP + at)
                                  : g[GEOMETRY_JA + 3 * d + m];
            const real phi = IS_CURVED ? __ldg(g + NODAL_PHI * NP + at)
                                       : geometry_linear(g + GEOMETRY_PHI, c->x[x], c->x[y], c->x[z]);
            const real J_inv = IS_CURVED ? __ldg(g + NODAL_J_INV * NP + at) : g[GEOMETRY_J_INV];
            const real sJ = root(dot(ja, ja)), sJ_inv = inverse(sJ);
            const real lift = sJ * J_inv * c->end_weight_inv;
            const real out = side ? sJ_inv : -sJ_inv;
            const real n[3] = { out * ja[0], out * ja[1], out * ja[2] };
            real q[NFIELDS], beyond[NFIELDS], f[NFIELDS];
            for (int v = 0; v < NFIELDS; ++v)
                q[v] = __ldg(&a.q[element + v * NP + at]);
            int apart;
            const real *from = face_beyond<NQ>(&nb, l, a.q, a.incoming, &apart);
            for (int v = 0; from && v < NFIELDS; ++v)
                beyond[v] = __ldg(from + v * apart);
            struct node own = node_but_logs(q, phi, c->gamma);
            own.phi = 0;
            face_flux(c, nb.link == WALL, &own, beyond, n, phi, f);
            if (is_there)
                for (int v = 0; v < NFIELDS; ++v)
                    a.k[element + v * NP + at] -= lift * f[v];
        }
    }
}

template <int N>
static enum status faces_launch(int is_curved, const char *kernel, const struct faces *a,
                                void *stream)
{
    using S = faces_shape<N + 1>;
    const struct launch launch = { kernel, N, blocks_for((size_t)a->num_elements, S::elements),
                                   S::threads, 0 };
    if (is_curved) LAUNCH((faces_kernel<N + 1, true>), *a, launch, stream);
    LAUNCH((faces_kernel<N + 1, false>), *a, launch, stream);
}

static enum status faces_launch(const char *kernel, const struct surface_args *args, real *k,
                                const real *q, const real *geometry,
                                const struct neighbor *neighbors, const int32_t *lists,
                                const real *const *incoming, void *stream)
{
    struct faces a = { constants_of(args->d), args->num_elements };
    a.list = lists + args->first;
    a.k = k, a.q = q, a.geometry = geometry, a.neighbors = neighbors;
    if (incoming) a.num_links = args->ports->num_links;
    for (int l = 0; l < a.num_links; ++l)
        a.incoming[l] = incoming[l];
    switch (args->d->degree) {
#define DEGREE(N) case N: return faces_launch<N>(args->d->is_curved, kernel, &a, stream);
        DEGREES(DEGREE)
#undef DEGREE
    }
    FAIL(BUG, "no kernel %s of degree %d", kernel, args->d->degree);
}
