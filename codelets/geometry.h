#pragma once
/* codelets/geometry.h -- the geometry of an element, as kernels read it. */
#include <stddef.h>
#include "base/real.h"
#include "codelets/args.h"
#include "codelets/geometry_record.h"

/** Reals that describe an element of np nodes. */
HD size_t geometry_size(int is_curved, int np)
{
    return is_curved ? (size_t)NODAL_SIZE * np : (size_t)GEOMETRY_SIZE;
}

/** Value at (x, y, z) of the reference element of one of the record's linear fields. */
HD real geometry_linear(const real g[4], real x, real y, real z)
{
    return g[0] + (g[1] * x + g[2] * y + g[3] * z);
}

/** phi[node] = geopotential at the nodes of an element with geometry g. */
HD void geometry_phi(const int nq, const struct discretization *d, const real *g, real *phi)
{
    const int np = nq * nq * nq;
    for (int i = 0; i < np; ++i)
        phi[i] = d->is_curved ? g[NODAL_PHI * np + i]
                              : geometry_linear(g + GEOMETRY_PHI, (real)d->x[i % nq],
                                                (real)d->x[i / nq % nq], (real)d->x[i / (nq * nq)]);
}
