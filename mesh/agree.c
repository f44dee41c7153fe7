/* mesh/agree.c -- brings the first failure, and lists, to all ranks. */
#include "mesh/agree.h"
#include <stdio.h>
#include <stdlib.h>
#include "base/memory.h"

enum status agree(MPI_Comm comm, enum status s)
{
    struct { int status; char text[2044]; } first;
    int rank, size;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (size == 1) return s;

    int fails_on = s == OK ? size : rank;
    MPI_Allreduce(MPI_IN_PLACE, &fails_on, 1, MPI_INT, MPI_MIN, comm);
    if (fails_on == size) return OK;
    if (fails_on == rank) {
        first.status = s;
        snprintf(first.text, sizeof first.text, "%s", error_text());
    }
    MPI_Bcast(&first, sizeof first, MPI_BYTE, fails_on, comm);
    if (fails_on == rank) return s;
    error_clear();
    return error_raise((enum status)first.status, "%s", first.text);
}

void *agree_list(MPI_Comm comm, const void *mine, int n, size_t bytes, int **first)
{
    MPI_Datatype item;
    int ranks;
    MPI_Comm_size(comm, &ranks);
    int *counts = NEW(int, ranks), *before = NEW(int, ranks + 1);
    MPI_Allgather(&n, 1, MPI_INT, counts, 1, MPI_INT, comm);
    for (int r = 0; r < ranks; ++r) before[r + 1] = before[r] + counts[r];
    char *all = memory_new((size_t)before[ranks] + 1, bytes);
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &item);
    MPI_Type_commit(&item);
    MPI_Allgatherv(mine, n, item, all, counts, before, item, comm);
    MPI_Type_free(&item);
    free(counts);
    if (first) *first = before;
    else free(before);
    return all;
}
