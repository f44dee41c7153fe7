#pragma once
/* codelets/codelet.h -- the words of a codelet definition. */
#include <starpu.h>
#include <config.h>
#include "base/real.h"
#include "codelets/args.h"
#include "codelets/stream.h"

#define BUFFER(T, b) ((T *)STARPU_VECTOR_GET_PTR(b))

/* CODELET_CUDA(on_cuda) in a definition: runs on GPUs as well, where the kernels are built and
 * StarPU drives GPUs. The function only launches; StarPU waits for the stream. */
#if defined(WITH_CUDA) && defined(STARPU_USE_CUDA)
#define CODELET_CUDA(f) .cuda_funcs = { f }, .cuda_flags = { STARPU_CUDA_ASYNC },
#define HAS_CUDA 1
#else
#define CODELET_CUDA(f)
#define HAS_CUDA 0
#endif

/* A performance model by history. Its footprint is a hash of what the task's time depends on
 * beside degree and precision, which are part of its name; codelets.c completes it. */
#define CODELET_MODEL(footprint_) \
    (&(struct starpu_perfmodel){ .type = STARPU_HISTORY_BASED, .footprint = (footprint_) })

static inline uint32_t footprint_of(const struct discretization *d, int a, int b)
{
    const uint32_t kind = starpu_hash_crc32c_be((uint32_t)d->is_curved, 0);
    return starpu_hash_crc32c_be((uint32_t)b, starpu_hash_crc32c_be((uint32_t)a, kind));
}

/** shown[l] = the first face shown through link l, in the outlets' buffers. */
static inline void ports_shown(const struct ports *p, const struct discretization *d,
                               void *const *buf, real **shown)
{
    const int nq = d->degree + 1;
    for (int l = 0; l < p->num_links; ++l)
        shown[l] = BUFFER(real, buf[p->outlet[l]]) + (size_t)p->shown_at[l] * NFIELDS * nq * nq;
}

/** incoming[l] = the first face that comes through link l, in the neighbours' outlets' buffers. */
static inline void ports_incoming(const struct ports *p, const struct discretization *d,
                                  void *const *buf, const real **incoming)
{
    const int nq = d->degree + 1;
    for (int l = 0; l < p->num_links; ++l)
        incoming[l] = BUFFER(const real, buf[l]) + (size_t)p->incoming_at[l] * NFIELDS * nq * nq;
}
