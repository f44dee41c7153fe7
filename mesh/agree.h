#pragma once
/* mesh/agree.h -- what went wrong on one rank, or is there, is known to all. */
#include <mpi.h>
#include <stddef.h>
#include "base/error.h"

/** The status, and the message, of the first rank that did not come to OK; OK where all did.
 * Collective. */
enum status agree(MPI_Comm comm, enum status s);

/** n items of this rank, of `bytes` each, and those of the others behind one another in the order of
 * ranks; *first (may be NULL) counts those before a rank, [ranks + 1]. Both are freed by the caller.
 * Collective. */
void *agree_list(MPI_Comm comm, const void *mine, int n, size_t bytes, int **first);
