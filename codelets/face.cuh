#pragma once
/* codelets/face.cuh -- the flux at one node of an element's face, whatever lies beyond it. */
#include "base/faces.h"
#include "codelets/constants.cuh"
#include "codelets/order.cuh"
#include "physics/flux_surface.h"

/* Beyond the reach of polynomials: rare, and kept out of the way of the others. */
static __device__ __noinline__ struct means means_far(struct node L, struct node R)
{
    L.log_rho = log(L.rho), L.log_b = log(L.b);
    R.log_rho = log(R.rho), R.log_b = log(R.b);
    return means_by_logs(&L, &R);
}

/* Where the state beyond node l of our face stands, its variables `stride` apart; NULL at a wall. */
template <int NQ>
static __device__ __forceinline__ const real *face_beyond(const struct neighbor *nb, int l,
                                                          const real *q,
                                                          const real *const *incoming, int *stride)
{
    constexpr int NN = NQ * NQ, NP = NN * NQ;
    const int across = nb->orientation ? face_node_across(nb->orientation, NQ, l % NQ, l / NQ) : l;
    if (nb->link == INSIDE) {
        *stride = NP;
        return q + (size_t)nb->at * (NFIELDS * NP)
                 + face_node_inside(nb->face, NQ, across % NQ, across / NQ);
    }
    *stride = NN;
    return nb->link == WALL ? NULL
                            : incoming[nb->link] + (size_t)nb->at * (NFIELDS * NN) + across;
}

/* f = f* along n at one node; own has phi = 0; beyond a wall nothing is read. */
static __device__ __forceinline__ void face_flux(const struct constants *c, bool is_wall,
                                                 const struct node *own, const real beyond[NFIELDS],
                                                 const real n[3], real phi, real f[NFIELDS])
{
    struct node other;
    if (is_wall) {
        other = beyond_wall(own, n);
    } else {
        other = node_but_logs(beyond, phi, c->gamma);
        other.phi = 0;
    }
    struct means means = means_near(own, &other);
    const int rho[2] = { order_word(own->rho), order_word(other.rho) };
    const int b[2] = { order_word(own->b), order_word(other.b) };
    if (!order_is_near(min(rho[0], rho[1]), max(rho[0], rho[1]))
        || !order_is_near(min(b[0], b[1]), max(b[0], b[1])))
        means = means_far(*own, other);
    flux_surface(c->flux, own, &other, &means, n, phi, c->gamma, f);
}
