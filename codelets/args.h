#pragma once
/* codelets/args.h -- what codelets need besides their buffers. Free of `real`, StarPU and mesh. */
#include <stddef.h>
#include <stdint.h>
#include "base/degrees.h"
#include "base/fields.h"

/** Constants that the kernels of a run share, one for its affine and one for its curved partitions;
 * outlives every task. */
struct discretization {
    int degree;                 /* N, one of DEGREES                                     */
    int is_curved;              /* geometry: an array of nodes, not a record an element  */
    int flux;                   /* FLUX_MATRIX, FLUX_RUSANOV or FLUX_CONSERVATIVE        */
    double gamma;               /* cp/cv                                                 */
    int rotates;                /* is there a Coriolis force?                            */
    double omega[2];            /* horizontal parts of the vector that multiplies rho u, 1/s;
                                   the vertical one is in the geometry record            */
    double x[MAX_NQ];           /* LGL nodes                                             */
    double w[MAX_NQ];           /* LGL weights                                           */
    double D2[MAX_NQ][MAX_NQ];  /* 2 D_ij off the diagonal, 0 on it                      */
};

/** The first unphysical node that an update met in its partition. In host memory, one a partition,
 * written by one task at a time and read by the submitting thread. */
struct fault {
    volatile int seen;          /* set last: the rest is valid */
    int claimed;                /* threads of a GPU: who writes the rest */
    int stage;                  /* 0-based                     */
    int64_t step;
    int element, node;          /* of the partition            */
    double q[NFIELDS], p;
};

/* Neighbour partitions that a task can have: kernels take their addresses as parameters. */
enum { MAX_LINKS = 120 };

/** How what a partition shows, and sees, lies in buffers; outlives every task. A partition shows its
 * faces through outlets: arrays of [face][NFIELDS][(N+1)^2], one for all neighbours in the same
 * memory and one for each neighbour elsewhere. A link is a neighbour partition. */
struct ports {
    int num_links, num_outlets;
    int *faces;                 /* [outlets] faces that it shows                         */
    int *outlet;                /* [links] the outlet that the neighbour looks at        */
    int *shown_at;              /* [links] its first face in there                       */
    int *incoming_at;           /* [links] our first face in the neighbour's outlet      */
};

struct trace_args {
    const struct discretization *d;
    const struct ports *ports;
    int first;                  /* of the shown faces in the lists buffer, outlet by outlet */
};

struct volume_args {
    const struct discretization *d;
    int num_elements;
    double A;                   /* k <- A k + volume terms; 0: the old k is not read */
};

struct surface_args {
    const struct discretization *d;
    const struct ports *ports;  /* halo only                                         */
    int first, num_elements;    /* range of the lists buffer                         */
};

struct tendency_args {
    const struct discretization *d;
    const struct ports *ports;
    int num_elements;
    double A;                   /* k <- A k + volume and surface terms               */
};

struct update_args {
    const struct discretization *d;
    int num_elements;
    double B_dt;                /* q <- q + B_dt k                                   */
    int64_t step;
    int stage;
    struct fault *fault;
};

struct advance_args {
    const struct discretization *d;
    const struct ports *ports;
    int num_elements;
    double A, B_dt;             /* as above                                          */
    int64_t step;
    int stage;
    struct fault *fault;
};

/* Stages that a task can take. */
enum { MAX_STAGES = 14 };

/** Stages first.stage, first.stage + 1, ...; more than one only where there are no links. */
struct stages_args {
    struct advance_args first;
    int num_stages;
    double A[MAX_STAGES], B_dt[MAX_STAGES];
};

struct absorb_args {
    const struct discretization *d;
    int num_elements;           /* of the partition's, in the layer                  */
    double dt;                  /* s; a whole time step                              */
};

struct diagnose_args {
    const struct discretization *d;
    int num_elements;
};

struct budget_args {
    const struct discretization *d;
    const struct ports *ports;
    int num_elements;
    double weight;              /* of the right-hand side in the time step, s        */
};

struct budget_change_args {
    const struct discretization *d;
    int num_elements;
    int to;                     /* BUDGETED_LAYER, ...: codelets/budgeted.h          */
};
