#pragma once
/* tasks/run.h -- the data of a running computation, as StarPU holds it. */
#include <starpu.h>
#include "base/list.h"
#include "codelets/args.h"
#include "codelets/codelets.h"
#include "mesh/mesh.h"
#include "tasks/array.h"
#include "tasks/place.h"

/* Forms that update in place use state 0; the full one reads one state, writes the other and
 * exchanges them. */
enum { NSTATES = 2 };

/** How a stage is cut into tasks (kernels.fusion). */
enum fusion {
    FUSION_SPLIT,   /* trace, volume, interior and halo surface, update */
    FUSION_SURFACE, /* trace, tendency (volume and all faces), update   */
    FUSION_FULL     /* advance: all of it, into the other state         */
};

/** A state of one partition: its nodes and what it shows its neighbours. */
struct state {
    starpu_data_handle_t q;         /* [element][NFIELDS][(N+1)^3]                             */
    starpu_data_handle_t *outlets;  /* [outlets] -> [face][NFIELDS][(N+1)^2], shown by us      */
    starpu_data_handle_t *incoming; /* [links] -> the outlet that the neighbour shows us       */
};

/** A partition's share of the absorbing layer (tasks/layer.h); arrays only where it has one. */
struct layer_part {
    int num_elements;
    starpu_data_handle_t values;    /* [num_elements][1 + NFIELDS][(N+1)^3], codelets/absorb.h */
    starpu_data_handle_t elements;  /* [num_elements] which they are                           */
};

/** A partition's share of the entropy budget (tasks/budget.h); only where the run has one. */
struct budget_part {
    starpu_data_handle_t values;    /* [element][NBUDGETED] codelets/budgeted.h               */
    starpu_data_handle_t first;     /* the state where the interval begins, like q             */
    starpu_data_handle_t last;      /* the one where the step begins, or its layer             */
};

/** What the solver keeps for one partition of the mesh. */
struct part {
    const struct partition *mesh;
    const struct discretization *d;   /* the run's, affine or curved                       */
    struct state states[NSTATES];     /* the second one only in the full form              */
    starpu_data_handle_t k;           /* Runge-Kutta register, like q                      */
    starpu_data_handle_t geometry;    /* codelets/geometry_record.h                        */
    starpu_data_handle_t neighbors;   /* [element][NFACES] struct neighbor                 */
    starpu_data_handle_t lists;       /* interior, border, shown faces (codelets/trace.h)  */
    starpu_data_handle_t diagnosed;   /* [element][NDIAGNOSED] double                      */
    struct layer_part layer;
    struct budget_part budget;
    struct ports ports;               /* how outlets and links lie in buffers              */
    int is_seen_elsewhere;            /* does another device's memory look at it?          */
    const struct device *device;      /* that runs all its tasks, or NULL: StarPU decides  */
    struct fault *fault;
};

/** A computation in progress: what to compute on, and with what. */
struct run {
    LIST(struct part) parts;          /* of this rank                                      */
    const struct codelets *codelets;
    struct discretization d, d_curved; /* the same but for the kind of geometry            */
    struct mesh mesh;
    struct room room;                 /* of the arrays, where there are no GPUs            */
    enum fusion fusion;
    int has_layer;                    /* is there an absorbing layer, on any rank?         */
    int has_budget;                   /* is the entropy budget kept? full form only        */
    int now;                          /* states[now] is the present one                    */
    int is_shown;                     /* do its outlets hold it already? (full form)       */
    int inline_tasks;                 /* run each task at once, in the caller: no scheduler */
    void *stream;                     /* of those on a GPU                                 */
};
