#pragma once
/* codelets/bytes.h -- bytes that a codelet must move to and from main memory, at the least.
 *
 * Every array that it names is read or written once, whole, as if caches were perfect: faces touch
 * all cache lines of an element. What a partition shows its neighbours is left out.
 */
#include "base/faces.h"
#include "base/fields.h"
#include "codelets/geometry_record.h"

/* Of one element: a state or k; its geometry, that of nodes but for the Coriolis parameter; the
 * neighbours. */
static inline double bytes_fields(int N, size_t sizeof_real)
{
    const double nq = N + 1;
    return NFIELDS * nq * nq * nq * (double)sizeof_real;
}
static inline double bytes_geometry(int N, size_t sizeof_real, int is_curved)
{
    const double nq = N + 1;
    return (is_curved ? NODAL_CORIOLIS * nq * nq * nq : GEOMETRY_SIZE) * (double)sizeof_real;
}
static inline double bytes_neighbors(void) { return NFACES * sizeof(struct neighbor); }

/** Of one element of degree N, read and written: k <- A k + volume terms of q. */
static inline double bytes_volume(int N, size_t sizeof_real, int is_curved)
{
    return 3 * bytes_fields(N, sizeof_real) + bytes_geometry(N, sizeof_real, is_curved);
}

/** k <- k + faces of q, over a list of elements. */
static inline double bytes_surface(int N, size_t sizeof_real, int is_curved)
{
    return bytes_volume(N, sizeof_real, is_curved) + bytes_neighbors() + sizeof(int32_t);
}

/** q <- q + B dt k; of nodal geometry, the geopotential. */
static inline double bytes_update(int N, size_t sizeof_real, int is_curved)
{
    return 3 * bytes_fields(N, sizeof_real)
         + bytes_geometry(N, sizeof_real, is_curved) / (is_curved ? NODAL_CORIOLIS : 1);
}

/** k <- A k + volume and faces of q. */
static inline double bytes_tendency(int N, size_t sizeof_real, int is_curved)
{
    return bytes_volume(N, sizeof_real, is_curved) + bytes_neighbors();
}

/** The same, and new q = q + B dt k. */
static inline double bytes_advance(int N, size_t sizeof_real, int is_curved)
{
    return bytes_tendency(N, sizeof_real, is_curved) + bytes_fields(N, sizeof_real);
}

/** Of one element in the absorbing layer. */
static inline double bytes_absorb(int N, size_t sizeof_real)
{
    return (2 + 6. / NFIELDS) * bytes_fields(N, sizeof_real) + sizeof(int32_t);
}

/** Of one shown face: read and written. */
static inline double bytes_trace(int N, size_t sizeof_real)
{
    return 2 * bytes_fields(N, sizeof_real) / (N + 1);
}
