#pragma once
/* codelets/flops.h -- floating point operations of the codelets, counted from the formulas.
 *
 * Additions, multiplications, divisions, roots and logarithms count one each, a fused product and
 * sum two; selections, absolute values and comparisons none. What depends on gamma alone counts
 * nothing, common sums count once. A GPU's double-precision quotient is an approximation and a
 * Newton step, and counts as those. Walls and states beyond the reach of polynomials are left out.
 */
#include <stddef.h>

/** Where a codelet runs decides which formulas it takes. */
struct flops_of {
    int is_gpu;
    size_t sizeof_real;
    int is_curved;
};

static inline int flops_is_double(struct flops_of o) { return o.sizeof_real == sizeof(double); }

/* physics/quotient.h */
static inline double flops_inverse(struct flops_of o)
{
    return o.is_gpu && flops_is_double(o) ? 7 : 1;
}
static inline double flops_quotient(struct flops_of o)
{
    return o.is_gpu ? 1 + flops_inverse(o) : 1;
}
static inline double flops_root(struct flops_of o)
{
    return o.is_gpu && flops_is_double(o) ? 10 : 1;
}

/* A minimax polynomial of physics/logmean.h. */
static inline double flops_polynomial(struct flops_of o) { return flops_is_double(o) ? 18 : 8; }

/* physics/node.h: node_but_logs. */
static inline double flops_primitives(struct flops_of o)
{
    return 15 + flops_inverse(o) + flops_quotient(o);
}

/* phi at a node: on a GPU a thread's column has all but the last term. */
static inline double flops_phi(struct flops_of o) { return o.is_curved ? 0 : o.is_gpu ? 2 : 6; }

/* physics/means.h: means_near. */
static inline double flops_means(struct flops_of o)
{
    return 14 + 2 * flops_polynomial(o) + flops_inverse(o);
}

/* physics/flux_ec.h: flux_two_point; its five components; both without gravity, at faces. */
enum { FLOPS_TWO_POINT = 24, FLOPS_COMPONENTS = 16, FLOPS_AT_FACES = 24 - 5 + 16 - 1 };

/* A pair of nodes: means, flux, and adding it to both nodes; on curved elements the mean direction,
 * along which a GPU adds at once. */
static inline double flops_pair(struct flops_of o)
{
    const double curved = o.is_curved ? 6 + (o.is_gpu ? 12 : 0) : 0;
    return flops_means(o) + FLOPS_TWO_POINT + (o.is_gpu ? 2 * 14 : 2 * 20) + curved;
}

/* What is done once a node: its state, half 1/b, times 1/J, k <- A k + ...; on a GPU the ends of its
 * three lines instead (sums to terms, half 1/b, phi; the sum so far). */
static inline double flops_node(struct flops_of o)
{
    const double ends = !o.is_gpu ? 1 : 3 * (o.is_curved ? 1 + 1 : 8 + 1 + 2) + 2 * 10;
    return flops_primitives(o) + flops_phi(o) + ends + 3 * 5;
}

/* physics/flux_surface.h: dissipate_matrix. */
static inline double flops_dissipation(struct flops_of o)
{
    return 84 + flops_quotient(o) + flops_root(o);
}

/* A face node whose own state is known: the state beyond, means, flux, dissipation, energy of phi,
 * adding it; on a GPU the own pressure, the normal, and half of a line's length and its inverse. */
static inline double flops_face(struct flops_of o)
{
    const double line = 2 + 3 + (5 + flops_root(o) + flops_inverse(o) + 1) / 2;
    return flops_primitives(o) + flops_means(o) + FLOPS_AT_FACES + flops_dissipation(o) + 2 + 10
         + (o.is_gpu ? line : 0);
}

/** Of one element of degree N, volume terms. */
static inline double flops_volume(int N, struct flops_of o)
{
    const double nq = N + 1;
    return nq * nq * nq * (flops_node(o) + 3 * N / 2.0 * flops_pair(o));
}

/** Of one element of degree N, its six faces with matrix dissipation, as a codelet of their own. */
static inline double flops_surface(int N, struct flops_of o)
{
    const double nq = N + 1, own = o.is_gpu ? 6 * nq * nq : nq * nq * nq;
    return own * (flops_primitives(o) + 6) + 6 * nq * nq * flops_face(o);
}

/** Of one element of degree N, the update and its check: a core divides, a GPU does not. */
static inline double flops_update(int N, struct flops_of o)
{
    const double nq = N + 1;
    return nq * nq * nq * (2 * 5 + (o.is_gpu ? 10 : 11) + 6);
}

/** Of one element of degree N in the absorbing layer: exp counts as a logarithm. */
static inline double flops_absorb(int N)
{
    const double nq = N + 1;
    return nq * nq * nq * (3 * 5 + 2);
}

/** Of one element of degree N, volume and faces in one codelet, which knows the own states. */
static inline double flops_tendency(int N, struct flops_of o)
{
    const double nq = N + 1;
    return flops_volume(N, o) + 6 * nq * nq * flops_face(o);
}

/** Of one element of degree N, a whole stage in one codelet. */
static inline double flops_advance(int N, struct flops_of o)
{
    const double nq = N + 1, phi_known = o.is_gpu ? 4 * nq * nq * nq : 0;
    return flops_tendency(N, o) + flops_update(N, o) - phi_known;
}

/* A task's, wherever it will run: those of a core in double precision. */
static const struct flops_of flops_of_tasks = { 0, sizeof(double), 0 };
static inline double volume_flops(int N) { return flops_volume(N, flops_of_tasks); }
static inline double surface_flops(int N) { return flops_surface(N, flops_of_tasks); }
static inline double update_flops(int N) { return flops_update(N, flops_of_tasks); }
