#pragma once
/* mesh/agree.h -- what went wrong on one rank is known to all. */
#include <mpi.h>
#include "base/error.h"

/** The status, and the message, of the first rank that did not come to OK; OK where all did.
 * Collective. */
enum status agree(MPI_Comm comm, enum status s);
