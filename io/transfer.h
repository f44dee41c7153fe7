#pragma once
/* io/transfer.h -- a state of one polynomial degree as one of another, element by element. */
#include "base/degrees.h"
#include "base/fields.h"
#include "mesh/lgl.h"
#include "mesh/mesh.h"

/** From degree from.degree to to.degree: T takes values at nodes to values at nodes, along each
 * direction in turn. */
struct transfer {
    struct lgl from, to;
    double T[MAX_NQ][MAX_NQ]; /* [to][from] */
};

/** Upwards the same polynomial, downwards its L2 projection in the reference element. */
void transfer_new(struct transfer *t, int from, int to);

/** Brings the conserved variables of an element from q to r, [(N+1)^3] values each, and adds to each
 * variable the constant that keeps its integral, sum w J q over the element's nodes. */
void transfer_element(const struct transfer *t, const struct mesh *m, const struct element *e,
                      double (*q)[MAX_NP], double (*r)[MAX_NP]);
