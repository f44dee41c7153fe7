/* mesh/agree.c -- brings the first failure to all ranks. */
#include "mesh/agree.h"
#include <stdio.h>

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
