#pragma once
/* tasks/shape.h -- geometry of a partition's elements, from the mesh into the arrays of a run. */
#include "tasks/data.h"

/** Reals that describe an element of the partition, with nq nodes a direction. */
size_t shape_reals(const struct partition *p, int nq);

/** geometry[element] = metric terms, geopotential and Coriolis parameter, in the run's precision:
 * records where all elements are affine, else nodes. An affine element has the same values in both
 * kinds, so that its bits do not depend on its neighbours in the partition. Local. */
void shape_fill(const struct run *r, const struct partition *p, const struct lgl *lgl,
                const struct physics *physics, void *geometry);
