#pragma once
/* codelets/ceilings.h -- what a machine can do at most: arithmetic and memory, measured. */
#include <stddef.h>
#include <config.h>
#include "base/device.h"
#include "base/error.h"

/** Flop/s of fused products and sums; bytes/s of b = a, and of a = a + s b (two read, one written),
 * the pattern of a Runge-Kutta update. In the precision asked for. */
struct ceilings {
    double flops, copy, update;
};

/** Of one core, the calling thread's; 0.4 GB of memory, about a second. */
EXTERN_C void ceilings_cpu_f32(struct ceilings *c);
EXTERN_C void ceilings_cpu_f64(struct ceilings *c);

#ifdef WITH_CUDA
/** Of one GPU; 2 GiB of its memory, less than a second. BAD_MACHINE without them. */
EXTERN_C enum status ceilings_gpu(int device, size_t sizeof_real, struct ceilings *c);
#else
static inline enum status ceilings_gpu(int device, size_t sizeof_real, struct ceilings *c)
{
    (void)sizeof_real, (void)c;
    FAIL(BAD_MACHINE, "this program has no kernels for GPU %d", device);
}
#endif
