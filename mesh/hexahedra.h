#pragma once
/* mesh/hexahedra.h -- the hexahedra of a mesh file in Abaqus' format (.inp). */
#include <stdint.h>
#include "base/error.h"

/** Hexahedra that share nodes. */
struct hexahedra {
    int64_t num_nodes;
    double (*nodes)[3];     /* [num_nodes] positions, m                                     */
    int64_t n;
    int32_t (*corners)[8];  /* [n] places in nodes; corner a + 2 b + 4 c is at xi = (a, b, c) */
};

/** Reads *Node and *Element, type=C3D8... of a file; other keywords and elements that are no solids
 * are passed over. Nodes may be numbered with gaps and in any order. BAD_INPUT, with nothing to
 * free, for a file that is none, other solids, a corner that is no node, a node twice, and faces
 * that do not match: three hexahedra share one, or both lie on the same side. Local. */
enum status hexahedra_read(struct hexahedra *h, const char *path);
void hexahedra_free(struct hexahedra *h);

/** XXH64 (seed 0) of the positions of the corners, hexahedron by hexahedron. Local. */
uint64_t hexahedra_fingerprint(const struct hexahedra *h);
