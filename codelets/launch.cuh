#pragma once
/* codelets/launch.cuh -- how every kernel is started: never in a shape that the device cannot take. */
#include <cuda_runtime.h>
#include "base/error.h"
#include "codelets/args.h"

/* A launch, as messages name it. */
struct launch {
    const char *kernel; /* volume, advance, ... */
    int degree;
    unsigned blocks, threads;
    size_t shared;      /* bytes a block */
};

/** Says BAD_MACHINE, in words, where the present device cannot run the kernel in that shape; asks
 * the device once a kernel and device. `ready` is the kernel's own memory of that. */
enum status gpu_prepare(const struct launch *l, const void *kernel, unsigned *ready);

/** Notes the launch just made for reports, and says BAD_MACHINE where it was refused. */
enum status gpu_launched(const struct launch *l);

/* Launches a kernel with its one parameter and returns the status; a launch of no block only
 * prepares. Kernels are static: there is one of each name in each precision. */
#define LAUNCH(kernel_, parameter_, launch_, stream_)                                             \
    do {                                                                                          \
        static unsigned ready_;                                                                   \
        const struct launch l_ = launch_;                                                         \
        TRY(gpu_prepare(&l_, (const void *)kernel_, &ready_));                                    \
        if (l_.blocks == 0) return OK;                                                            \
        kernel_<<<l_.blocks, l_.threads, l_.shared, (cudaStream_t)stream_>>>(parameter_);         \
        return gpu_launched(&l_);                                                                 \
    } while (0)

static inline unsigned blocks_for(size_t work, size_t per_block)
{
    return (unsigned)((work + per_block - 1) / per_block);
}
