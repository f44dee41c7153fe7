#pragma once
/* codelets/args.h -- what codelets need besides their buffers. Free of `real`, StarPU and mesh. */
#include <stddef.h>
#include <stdint.h>
#include "base/degrees.h"
#include "base/fields.h"

/** Constants of a run that all kernels share; outlives every task. */
struct discretization {
    int degree;                 /* N, one of DEGREES                                     */
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
    int stage;                  /* 0-based                     */
    int64_t step;
    int element, node;          /* of the partition            */
    double q[NFIELDS], p;
};

struct trace_args {
    const struct discretization *d;
    int num_links;
    int first;                  /* of the shown faces in the lists buffer            */
    const int *counts;          /* [num_links] faces shown through each link         */
};

struct volume_args {
    const struct discretization *d;
    int num_elements;
    double A;                   /* k <- A k + volume terms; 0: the old k is not read */
};

struct surface_args {
    const struct discretization *d;
    int first, num_elements;    /* range of the lists buffer                         */
    int num_links;              /* traces that follow the named buffers; halo only   */
};

struct update_args {
    const struct discretization *d;
    int num_elements;
    double B_dt;                /* q <- q + B_dt k                                   */
    int64_t step;
    int stage;
    struct fault *fault;
};

struct diagnose_args {
    const struct discretization *d;
    int num_elements;
};
