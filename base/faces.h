#pragma once
/* base/faces.h -- how element faces meet: what mesh/ writes and codelets/ read.
 *
 * Face f = 2 d + s of an element stands across reference direction d, at xi_d = -1 (s = 0) or +1 (s = 1).
 * Its nodes are numbered (a, b), a along the lower remaining direction and fastest.
 */
#include <stdint.h>
#include "base/device.h"

enum { NFACES = 6 };

/* What lies beyond a face, where it is not another partition. */
enum { INSIDE = -1, WALL = -2 };

/** The neighbour of an element across one of its faces. */
struct neighbor {
    int32_t at;          /* INSIDE: element of the same partition; else face of the incoming trace */
    int32_t shown;       /* face of the outgoing trace of the same link; unused INSIDE and at WALL */
    int16_t link;        /* INSIDE, WALL, or the number of the link that the trace comes through   */
    uint8_t face;        /* the neighbour's face, 0 to 5                                           */
    uint8_t orientation; /* bit 0: exchange a and b; then bit 1: reverse a, bit 2: reverse b       */
};

/** Node (a, b) of our face, seen as a node of the neighbour's face; nq nodes a direction. */
HD int face_node_across(int orientation, int nq, int a, int b)
{
    int a2 = orientation & 1 ? b : a, b2 = orientation & 1 ? a : b;
    if (orientation & 2) a2 = nq - 1 - a2;
    if (orientation & 4) b2 = nq - 1 - b2;
    return a2 + nq * b2;
}

/** Node (a, b) of face f as a node of its element. */
HD int face_node_inside(int face, int nq, int a, int b)
{
    const int d = face / 2, at = face % 2 ? nq - 1 : 0;
    switch (d) {
    case 0: return at + nq * (a + nq * b);
    case 1: return a + nq * (at + nq * b);
    default: return a + nq * (b + nq * at);
    }
}
