/* mesh/move.c -- brings what belongs to elements from one cut of the mesh into another. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/mesh.h"

enum { TAG_MOVE = 3, PIECE_BYTES = 1 << 24 };

/* Copies the elements from `first` to `end` - 1, which are this rank's, between the arrays of its
 * partitions and `piece`. */
static void copy(const struct mesh *m, void *const *arrays, int64_t first, int64_t end, char *piece,
                 size_t bytes, int is_taken)
{
    for (int n = 0; n < m->partitions.n; ++n) {
        const struct partition *p = &m->partitions.at[n];
        const int64_t from = first > p->first ? first : p->first;
        const int64_t to = end < p->first + p->num_elements ? end : p->first + p->num_elements;
        if (from >= to) continue;
        char *here = (char *)arrays[n] + (size_t)(from - p->first) * bytes;
        char *there = piece + (size_t)(from - first) * bytes;
        memcpy(is_taken ? there : here, is_taken ? here : there, (size_t)(to - from) * bytes);
    }
}

/* Ranks go through the pieces in the same order, so that none waits for one that waits for it. */
void mesh_move(const struct mesh *a, const void *const *from, const struct mesh *b, void *const *to,
               size_t bytes)
{
    const int64_t at_once = PIECE_BYTES / (int64_t)bytes + 1;
    char *piece = memory_new((size_t)at_once, bytes);
    for (int64_t first = 0, end; first < a->num_elements; first = end) {
        const int source = mesh_owner(a, first), target = mesh_owner(b, first);
        end = first + at_once;
        if (end > a->first_of_rank[source + 1]) end = a->first_of_rank[source + 1];
        if (end > b->first_of_rank[target + 1]) end = b->first_of_rank[target + 1];
        const int size = (int)((size_t)(end - first) * bytes);
        if (source == a->rank) copy(a, (void *const *)from, first, end, piece, bytes, 1);
        if (source != target && source == a->rank)
            MPI_Send(piece, size, MPI_BYTE, target, TAG_MOVE, a->comm);
        if (source != target && target == a->rank)
            MPI_Recv(piece, size, MPI_BYTE, source, TAG_MOVE, a->comm, MPI_STATUS_IGNORE);
        if (target == a->rank) copy(b, to, first, end, piece, bytes, 0);
    }
    free(piece);
}
