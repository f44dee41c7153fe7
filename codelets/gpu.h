#pragma once
/* codelets/gpu.h -- the GPUs themselves: what they are, whether our kernels run there.
 *
 * Devices have CUDA's numbers. A program without CUDA kernels sees none.
 */
#include <stddef.h>
#include <config.h>
#include "base/device.h"
#include "base/error.h"

/** Bytes that tell GPUs of a machine apart. */
enum { GPU_ID_BYTES = 16 };

#ifdef WITH_CUDA
EXTERN_C int gpu_count(void);
EXTERN_C const char *gpu_name(int device);
EXTERN_C void gpu_id(int device, unsigned char id[GPU_ID_BYTES]);

/** Free bytes of its memory now, and all it has. */
EXTERN_C size_t gpu_free_bytes(int device, size_t *total);

/** BAD_MACHINE, in words, where the device has no image of our kernels, or where a launch of that
 * degree and precision would not fit. */
EXTERN_C enum status gpu_check(int device, int degree, size_t sizeof_real);

/** Where a GPU has failed, prints the kernels that GPUs were given last and returns 1: for handlers of
 * a crash. */
EXTERN_C int gpu_report(void);

/** A stream (cudaStream_t) of its own; the device is the calling thread's from here on. */
EXTERN_C void *gpu_stream_new(int device);
EXTERN_C void gpu_stream_wait(void *stream);
EXTERN_C void gpu_stream_free(void *stream);
#else
static inline int gpu_count(void) { return 0; }
static inline const char *gpu_name(int device) { (void)device; return "no GPU"; }
static inline void gpu_id(int device, unsigned char id[GPU_ID_BYTES]) { (void)device, (void)id; }
static inline size_t gpu_free_bytes(int device, size_t *total) { (void)device; return *total = 0; }
static inline enum status gpu_check(int device, int degree, size_t sizeof_real)
{
    (void)device, (void)degree, (void)sizeof_real;
    return OK;
}
static inline int gpu_report(void) { return 0; }
static inline void *gpu_stream_new(int device) { (void)device; return NULL; }
static inline void gpu_stream_wait(void *stream) { (void)stream; }
static inline void gpu_stream_free(void *stream) { (void)stream; }
#endif
