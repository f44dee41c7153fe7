#pragma once
/* codelets/flops.h -- floating point operations of the codelets, counted from the formulas.
 *
 * Additions, multiplications, divisions, roots and logarithms count one each; selections none.
 */

enum {
    FLOPS_NODE = 27,          /* node_from with its two logarithms and phi        */
    FLOPS_PAIR = 56 + 38,     /* flux_ec, and adding it to both nodes             */
    FLOPS_FACE_NODE = 56 + 130 + 2 * 27 + 12 /* flux_ec, dissipation, both sides  */
};

/** Of one element of degree N, volume terms. */
static inline double volume_flops(int N)
{
    const double nq = N + 1, np = nq * nq * nq;
    return np * (FLOPS_NODE + 3 * N / 2.0 * FLOPS_PAIR + 3 * 5);
}

/** Of one element of degree N, its six faces with matrix dissipation. */
static inline double surface_flops(int N)
{
    const double nq = N + 1;
    return 6 * nq * nq * FLOPS_FACE_NODE;
}

/** Of one element of degree N, the update and its check. */
static inline double update_flops(int N)
{
    const double nq = N + 1;
    return nq * nq * nq * (2 * 5 + 17);
}
