/* mesh/gather.c -- what the ranks know of their elements, brought together. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/mesh.h"

int64_t mesh_num_own(const struct mesh *m)
{
    int64_t n = 0;
    for_each (const struct partition, p, m->partitions) n += p->num_elements;
    return n;
}

void *mesh_gather(const struct mesh *m, const void *mine, size_t bytes)
{
    const int64_t own = mesh_num_own(m);
    char *all = memory_new((size_t)m->num_elements + 1, bytes);
    if (m->num_ranks == 1) {
        memcpy(all, mine, (size_t)own * bytes);
        return all;
    }
    MPI_Datatype item;
    int *counts = NEW(int, m->num_ranks), *first = NEW(int, m->num_ranks + 1);
    const int count = (int)own; /* a rank numbers its elements in 32 bits */
    MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, m->comm);
    for (int r = 0; r < m->num_ranks; ++r) first[r + 1] = first[r] + counts[r];
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &item);
    MPI_Type_commit(&item);
    MPI_Allgatherv(mine, count, item, all, counts, first, item, m->comm);
    MPI_Type_free(&item);
    free(counts);
    free(first);
    return all;
}

void *mesh_gather_ranks(const struct mesh *m, const void *mine, size_t bytes)
{
    char *all = memory_new((size_t)m->num_ranks, bytes);
    if (m->num_ranks == 1) memcpy(all, mine, bytes);
    else MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, m->comm);
    return all;
}

int mesh_any(const struct mesh *m, int is_so)
{
    int any = is_so != 0;
    if (m->num_ranks > 1) MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, m->comm);
    return any;
}
