#pragma once
/* codelets/steps.h -- the volume kernel in the stages of its history, for benchmarks alone.
 *
 * A history for GPUs and one for cores. Each step keeps what the ones before it brought, and the
 * last one is the program's kernel. Elements of order 4 without Coriolis force.
 */
#include <config.h>
#include "base/error.h"
#include "base/device.h"
#include "codelets/args.h"

enum { STEPS_DEGREE = 4 };

/* On a GPU. */
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

/* On a core; what a step has in common with a GPU's is not said again. */
enum {
    CORE_STEP_NAIVE = 1,     /* node after node: all else as on a GPU                */
    CORE_STEP_ONCE,          /* states and logarithms once a node, in the cache      */
    CORE_STEP_CONTRAVARIANT,
    CORE_STEP_HALF,
    CORE_STEP_RECIPROCALS,
    CORE_STEP_POLYNOMIALS,   /* a core divides                                       */
    CORE_STEP_LANES,         /* elements as lanes of vectors: the program's kernel   */
    NUM_CORE_STEPS = CORE_STEP_LANES
};

static const char *const core_step_names[NUM_CORE_STEPS + 1] = {
    "", "node by node, all partners", "states and logarithms once a node", "contravariant flux",
    "half sweep", "shared reciprocals", "no logarithms", "elements as vector lanes",
};

/** Takes a step, k <- A k + volume terms of q, on the calling thread. */
EXTERN_C void steps_cpu_f32(int step, const struct volume_args *a, void *k, const void *q,
                            const void *geometry);
EXTERN_C void steps_cpu_f64(int step, const struct volume_args *a, void *k, const void *q,
                            const void *geometry);

/** The largest difference of a step's k from that of the program's kernel, A = 0, over the given
 * elements, relative to rho c, rho c^2 and E c over an element's length, as large as one term;
 * infinity where something is not a number. */
EXTERN_C double steps_difference_cpu_f32(int step, const struct volume_args *a, const void *q,
                                         const void *geometry);
EXTERN_C double steps_difference_cpu_f64(int step, const struct volume_args *a, const void *q,
                                         const void *geometry);

/** The same of two arrays k and expected that are there already; all in main memory. */
EXTERN_C double steps_compare_f32(const struct volume_args *a, const void *q, const void *geometry,
                                  const void *k, const void *expected);
EXTERN_C double steps_compare_f64(const struct volume_args *a, const void *q, const void *geometry,
                                  const void *k, const void *expected);

#ifdef WITH_CUDA
/** Launches a step likewise, arrays of the device; BAD_MACHINE where it does not run. */
EXTERN_C enum status steps_launch_f32(int step, const struct volume_args *a, void *k,
                                      const void *q, const void *geometry, void *stream);
EXTERN_C enum status steps_launch_f64(int step, const struct volume_args *a, void *k,
                                      const void *q, const void *geometry, void *stream);

/** steps_difference_cpu for a step on a GPU, arrays of the device. */
EXTERN_C enum status steps_difference_f32(int step, const struct volume_args *a, const void *q,
                                          const void *geometry, void *stream, double *difference);
EXTERN_C enum status steps_difference_f64(int step, const struct volume_args *a, const void *q,
                                          const void *geometry, void *stream, double *difference);
#endif
