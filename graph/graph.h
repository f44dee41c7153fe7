#pragma once
/* graph/graph.h -- the algorithms: what to submit, in the paper's words. */
#include "base/error.h"
#include "codelets/diagnosed.h"
#include "graph/rk.h"
#include "tasks/run.h"
#include "tasks/tasks.h"

/** Stages that a task takes: one, or a whole step where partitions wait for no neighbour. */
int graph_stages_at_once(const struct run *r, const struct rk *rk);

/** Submits n Runge-Kutta stages over the partitions of this rank, one task's worth, and waits until
 * at most `window` stages, or one such round, are ahead of their execution. Local. */
enum status graph_submit_stages(struct run *r, const struct stage *s, int n, int window);

/** Submits the stages of time step `step` of length dt (s), in a window as above. UNPHYSICAL, with
 * nothing running any more, where a state has lost positive density or pressure, on any rank.
 * Collective. */
enum status graph_step(struct run *r, const struct rk *rk, int64_t step, double dt,
                       int window);

/** Waits until all that was submitted is done. UNPHYSICAL as above, with one message on all ranks.
 * Collective. */
enum status graph_wait(const struct run *r);

/** The earliest unphysical node. */
struct unphysical {
    int seen;                         /* 0: there is none, nor what follows       */
    int64_t step;                     /* the one before was the last good one     */
    int stage, rank;                  /* from 0                                   */
    int64_t partition, element, tree; /* over all ranks                           */
    int node;                         /* of the element                           */
    char text[1024];                  /* all of it, with position and state       */
};

/** That of all ranks; stages behind it may have been on their way. Waits for nothing. Collective. */
struct unphysical graph_unphysical(const struct run *r);

/** An extreme and where it is: of equal ones the lowest element of the mesh and its lowest node,
 * whatever the partitions. */
struct place {
    double value, x[3]; /* its own unit; m       */
    int64_t element;    /* of the mesh           */
    int node;           /* of the element        */
};

/** Integrals and extremes over the mesh, from sums an element: compensated, in element order. */
struct diagnostics {
    double mass, energy, entropy; /* kg, J, J-independent eta integral   */
    struct place extremes[NEXTREMES]; /* in the order of codelets/diagnosed.h */
};

/** An extreme by its name there: the largest speed is graph_extreme(d, DIAGNOSED_SPEED). */
static inline const struct place *graph_extreme(const struct diagnostics *d, int diagnosed)
{
    return &d->extremes[diagnosed - DIAGNOSED_EXTREMES];
}

/** Diagnoses the state over all ranks; waits. Collective. */
enum status graph_diagnose(const struct run *r, struct diagnostics *d);
