#pragma once
/* tasks/run.h -- the data of a running computation, as StarPU holds it. */
#include <starpu.h>
#include "base/list.h"
#include "codelets/args.h"
#include "codelets/codelets.h"
#include "mesh/mesh.h"

/* Kernels that update in place use state 0; those that write a second state read one, write the
 * other and exchange them. */
enum { NSTATES = 2 };

/** A state of one partition: its nodes and what it shows its neighbours. */
struct state {
    starpu_data_handle_t q;         /* [element][NFIELDS][(N+1)^3]                       */
    starpu_data_handle_t *traces;   /* [links] -> [face][NFIELDS][(N+1)^2], shown by us  */
    starpu_data_handle_t *incoming; /* [links] -> the same, shown to us                  */
};

/** What the solver keeps for one partition of the mesh. */
struct part {
    const struct partition *mesh;
    struct state states[NSTATES];     /* the second one only where a kernel form wants it  */
    starpu_data_handle_t k;           /* Runge-Kutta register, like q                      */
    starpu_data_handle_t geometry;    /* [element][GEOMETRY_SIZE]                          */
    starpu_data_handle_t neighbors;   /* [element][NFACES] struct neighbor                 */
    starpu_data_handle_t lists;       /* interior, border, shown faces (codelets/trace.h)  */
    starpu_data_handle_t diagnosed;   /* [element][NDIAGNOSED] double                      */
    int *shown_counts;                /* [links] faces shown through each link             */
    int worker;                       /* that runs all its tasks, or -1: StarPU decides    */
    struct fault *fault;
};

/** A computation in progress: what to compute on, and with what. */
struct run {
    LIST(struct part) parts;          /* of this rank                                      */
    const struct codelets *codelets;
    struct discretization d;
    struct mesh mesh;
    int inline_tasks;                 /* run each task at once, in the caller: no scheduler */
};
