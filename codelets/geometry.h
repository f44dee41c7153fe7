#pragma once
/* codelets/geometry.h -- the geometry record of an affine element, as kernels read it.
 *
 * Geopotential and Coriolis parameter are linear in space, hence in xi: four numbers give them at
 * every node, and nobody reads an array of nodes.
 */
#include "base/real.h"

enum {
    GEOMETRY_JA = 0,        /* [3][3]: Ja^d_m = J d xi_d / d x_m at 3 d + m, m^2             */
    GEOMETRY_J_INV = 9,     /* 1/J, 1/m^3                                                    */
    GEOMETRY_PHI = 10,      /* [4]: phi = g0 + g1 xi_0 + g2 xi_1 + g3 xi_2, m^2/s^2          */
    GEOMETRY_CORIOLIS = 14, /* [4]: f likewise, 1/s                                          */
    GEOMETRY_SIZE = 18
};

/** Value at (x, y, z) of the reference element of one of the linear fields above. */
HD real geometry_linear(const real g[4], real x, real y, real z)
{
    return g[0] + (g[1] * x + g[2] * y + g[3] * z);
}

/** out[node] = such a field at all nodes of an element; x are the LGL nodes. */
HD void geometry_nodes(const int nq, const double *x, const real g[4], real *out)
{
    for (int k = 0; k < nq; ++k)
        for (int j = 0; j < nq; ++j)
            for (int i = 0; i < nq; ++i)
                out[i + nq * (j + nq * k)] = geometry_linear(g, (real)x[i], (real)x[j], (real)x[k]);
}
