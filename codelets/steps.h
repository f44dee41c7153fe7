#pragma once
/* codelets/steps.h -- the volume kernel in the stages of its history, for benchmarks alone.
 *
 * Each step keeps what the ones before it brought. Elements of order 4 without Coriolis force.
 */
#include <config.h>
#include "base/error.h"
#include "base/device.h"
#include "codelets/args.h"

enum {
    STEP_NAIVE = 1,     /* a thread a node; a kernel a direction; all partners of a node; states and
                           logarithms anew for each; flux tensor 3 x 5, then contracted */
    STEP_SHARED,        /* states and logarithms once a node, in shared memory          */
    STEP_CONTRAVARIANT, /* flux along the direction itself                              */
    STEP_HALF,          /* each pair once: both nodes' sums, in turns; K/b for the partner */
    STEP_FUSED,         /* one kernel for all directions                                */
    STEP_RECIPROCALS,   /* inverse of the mean itself; one division serves two          */
    STEP_POLYNOMIALS,   /* no logarithms; the hardware's reciprocals                    */
    STEP_LINES,         /* a thread a line: the program's kernel                        */
    NUM_STEPS = STEP_LINES
};

static const char *const step_names[NUM_STEPS + 1] = {
    "", "a thread a node, all partners", "states and logarithms once a node",
    "contravariant flux", "half sweep", "directions in one kernel", "shared reciprocals",
    "no logarithms, fast reciprocals", "a thread a line",
};

enum { STEPS_DEGREE = 4 };

#ifdef WITH_CUDA
/** Launches a step, k <- A k + volume terms of q, arrays of the device; BAD_MACHINE where it does
 * not run. */
EXTERN_C enum status steps_launch_f32(int step, const struct volume_args *a, void *k,
                                      const void *q, const void *geometry, void *stream);
EXTERN_C enum status steps_launch_f64(int step, const struct volume_args *a, void *k,
                                      const void *q, const void *geometry, void *stream);

/** The largest difference of a step's k from that of the program's kernel, A = 0, over the given
 * elements, relative to rho c, rho c^2 and E c over an element's length, as large as one term. */
EXTERN_C enum status steps_difference_f32(int step, const struct volume_args *a, const void *q,
                                          const void *geometry, void *stream, double *difference);
EXTERN_C enum status steps_difference_f64(int step, const struct volume_args *a, const void *q,
                                          const void *geometry, void *stream, double *difference);
#endif
