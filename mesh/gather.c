/* mesh/gather.c -- what the ranks know of their elements, brought together. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/mesh.h"

/* StarPU's own messages have tags of 42 and above. */
enum { TAG_ROWS = 1, TAG_LIST };

/* Items on their way to rank 0 at a time, about, bytes. */
enum { BLOCK_BYTES = 1 << 20 };

int64_t mesh_num_own(const struct mesh *m)
{
    int64_t n = 0;
    for_each (const struct partition, p, m->partitions) n += p->num_elements;
    return n;
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

/* The elements of a rank among first to end - 1: from *from to *to - 1, where there are any. */
static int owns(const struct mesh *m, int rank, int64_t first, int64_t end, int64_t *from,
                int64_t *to)
{
    *from = m->first_of_rank[rank] > first ? m->first_of_rank[rank] : first;
    *to = m->first_of_rank[rank + 1] < end ? m->first_of_rank[rank + 1] : end;
    return *from < *to;
}

static MPI_Datatype item_new(size_t bytes)
{
    MPI_Datatype item;
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &item);
    MPI_Type_commit(&item);
    return item;
}

/* Rank 0's rows are those of the elements first to end - 1; `mine`, of the others, begins with that
 * of element `at`. */
static void collect(const struct mesh *m, int64_t first, int64_t end, char *rows, const char *mine,
                    int64_t at, size_t bytes)
{
    MPI_Datatype item = item_new(bytes);
    int64_t from, to;
    if (m->rank > 0 && owns(m, m->rank, first, end, &from, &to))
        MPI_Send(mine + (size_t)(from - at) * bytes, (int)(to - from), item, 0, TAG_ROWS, m->comm);
    for (int r = 1; m->rank == 0 && r < m->num_ranks && m->first_of_rank[r] < end; ++r)
        if (owns(m, r, first, end, &from, &to))
            MPI_Recv(rows + (size_t)(from - first) * bytes, (int)(to - from), item, r, TAG_ROWS,
                     m->comm, MPI_STATUS_IGNORE);
    MPI_Type_free(&item);
}

void mesh_collect(const struct mesh *m, int64_t first, int64_t count, void *rows, size_t bytes)
{
    if (m->num_ranks > 1) collect(m, first, first + count, rows, rows, first, bytes);
}

void mesh_each(const struct mesh *m, const void *mine, size_t bytes, mesh_taker *take, void *of)
{
    const int64_t start = m->first_of_rank[m->rank], at_once = BLOCK_BYTES / (int64_t)bytes + 1;
    char *block = m->rank == 0 && m->num_ranks > 1 ? memory_new((size_t)at_once, bytes) : NULL;
    for (int64_t first = 0; first < m->num_elements; first += at_once) {
        const int64_t left = m->num_elements - first, count = left < at_once ? left : at_once;
        const char *items = block;
        int64_t from, to;
        if (block && owns(m, 0, first, first + count, &from, &to))
            memcpy(block, (const char *)mine + (size_t)first * bytes, (size_t)(to - from) * bytes);
        if (m->num_ranks > 1) collect(m, first, first + count, block, mine, start, bytes);
        else items = (const char *)mine + (size_t)first * bytes;
        for (int64_t e = 0; m->rank == 0 && e < count; ++e) take(of, items + (size_t)e * bytes);
    }
    free(block);
}

void *mesh_fetch(const struct mesh *m, int rank, const void *list, int *n, size_t bytes)
{
    MPI_Datatype item = item_new(bytes);
    MPI_Status status;
    void *copy = NULL;
    if (m->rank == rank) {
        MPI_Send(list, *n, item, 0, TAG_LIST, m->comm);
    } else if (m->rank == 0) {
        MPI_Probe(rank, TAG_LIST, m->comm, &status);
        MPI_Get_count(&status, item, n);
        copy = memory_new((size_t)*n + 1, bytes);
        MPI_Recv(copy, *n, item, rank, TAG_LIST, m->comm, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&item);
    return copy;
}

void mesh_tell(const struct mesh *m, void *x, size_t bytes)
{
    if (m->num_ranks > 1) MPI_Bcast(x, (int)bytes, MPI_BYTE, 0, m->comm);
}
