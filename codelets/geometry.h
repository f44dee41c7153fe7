#pragma once
/* codelets/geometry.h -- fields of the geometry record at the nodes, as kernels read it. */
#include "base/real.h"
#include "codelets/geometry_record.h"

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
