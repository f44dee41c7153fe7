#pragma once
/* tasks/outlets.h -- what partitions show each other: arrays, and who looks at which. */
#include "tasks/run.h"

/** Makes the first `states` sets of outlets of all parts, whose devices are known, and connects
 * them: what one partition shows is what the other one sees, the same handle without a copy. Local. */
void outlets_new(struct run *r, int states);
void outlets_free(const struct run *r, struct part *p, int states);

/** Writes into list what a trace task copies, 6 element + face, outlet by outlet. */
void outlets_list(const struct part *p, int32_t *list);
