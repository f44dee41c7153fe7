#pragma once
/* tasks/exchange.h -- what partitions show those of other ranks: StarPU-MPI's one home. */
#include <starpu.h>
#include "tasks/run.h"

/** Starts StarPU; where MPI has started several ranks, together with its thread for messages.
 * Returns 0, or what starpu_init refuses with. Collective. */
int exchange_start(struct starpu_conf *conf);
void exchange_stop(void);

/** Sends what the part shows other ranks of its present state and takes what they show it, once the
 * tasks so far have written and read it. Returns at once: StarPU orders messages and tasks by the
 * data they name. Every rank calls it for the same stages. Local. */
void exchange_submit(const struct run *r, const struct part *p);

/** Waits for all tasks, and for the messages of this rank. Local. */
void exchange_wait(const struct run *r);

/** Is the partition behind a link another rank's? */
static inline int exchange_is_remote(const struct run *r, const struct link *l)
{
    return l->rank != r->mesh.rank;
}
