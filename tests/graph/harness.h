#pragma once
/* tests/graph/harness.h -- a computation for tests: any initial state, tasks run in the caller. */
#include "graph/graph.h"
#include "mesh/lgl.h"
#include "tasks/data.h"

/** What to compute on; a zero or NULL takes the default in brackets. */
struct setup {
    int degree;
    size_t sizeof_real;        /* [8]                          */
    struct mesh_spec mesh;     /* partitions [1]               */
    struct physics physics;    /* gamma [1.4]                  */
    data_initial *initial;
    void *data;
    enum fusion fusion;        /* [split]                      */
    int workers;               /* [0: tasks run in the caller] */
    int gpus;                  /* [0] all partitions are pinned to them, as tasks */
    const char *scheduler;     /* [StarPU's own]               */
    int is_pinned;
    int is_alone;              /* on this rank alone, whatever the others do */
    void (*rewire)(struct mesh *); /* [NULL] what to do to the mesh before it is used */
};

/** Starts MPI, and StarPU with so many workers on cores and GPUs, for several runs; these are then
 * pinned to the GPUs, or else to the cores, that they ask for. */
void harness_start(int workers, int gpus, const char *scheduler);
void harness_stop(void);

/** Makes and fills the run; starts MPI and StarPU for it alone where they do not run yet. */
void harness_new(struct run *r, const struct setup *s);
void harness_free(struct run *r);

/** Does stages of `rk` as tasks; REQUIREs that they are physical. */
void harness_steps(struct run *r, const struct rk *rk, double dt, int64_t steps);

/** rhs[element over all partitions][NFIELDS][node] of the present state, by the tasks of the run's
 * form; freed by the caller. */
double *harness_rhs(struct run *r);

/** The state, likewise. */
double *harness_state(struct run *r);

/** Any vector of the run's reals as doubles, n of them; freed by the caller. */
double *harness_values(const struct run *r, starpu_data_handle_t h, size_t *n);

/** Position of a node, and the element that it belongs to. */
const struct element *harness_node(const struct run *r, int64_t element, int node, double x[3]);

/** w_i w_j w_k J of a node. */
double harness_volume(const struct run *r, int64_t element, int node);
