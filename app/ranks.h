#pragma once
/* app/ranks.h -- the ranks of a run, and who speaks for all of them. */
#include <argp.h>
#include <mpi.h>
#include <stddef.h>
#include "base/error.h"

/** Has a launcher, as mpirun or srun, started this process? */
int ranks_are_launched(void);

/** Starts MPI; BAD_INPUT on several ranks for a command that runs on one. */
enum status ranks_start(int is_for_one);
/** Ends MPI, where it runs, once all ranks are here: behind the last message. Collective. */
void ranks_stop(void);

/** The number of ranks, and of this one; 1 and 0 without MPI. */
int ranks_count(void);
int ranks_mine(void);

/** Does this rank speak for all, and have their files? */
static inline int ranks_is_first(void) { return ranks_mine() == 0; }

/** argp_parse for all ranks, of which the first one speaks: BAD_INPUT, without a message, where it has
 * said what is wrong. One rank ends here, as argp does. Collective. */
enum status ranks_parse(const struct argp *argp, int argc, char **argv, void *input);

/** The status, and message, of the first rank that fails. Collective. */
enum status ranks_agree(enum status s);

/** What the first rank does for all, and how it went. Collective. */
#define ON_FIRST(call) ranks_agree(ranks_is_first() ? (call) : OK)

/** Sums, and the largest, of n numbers of all ranks, in place. Collective. */
void ranks_add(double *x, int n);
void ranks_most(int *x, int n);
double ranks_longest(double x);

/** n items of this rank and those of the others, of `bytes` each, in the order of ranks; *first (may be
 * NULL) counts those before a rank, [ranks + 1]. Both are freed by the caller. Collective. */
void *ranks_gather(const void *mine, int n, size_t bytes, int **first);
