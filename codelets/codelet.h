#pragma once
/* codelets/codelet.h -- the words of a codelet definition. */
#include <starpu.h>
#include "base/real.h"

#define BUFFER(T, b) ((T *)STARPU_VECTOR_GET_PTR(b))

/* A performance model by history. Its footprint is a hash of what the task's time depends on
 * beside degree and precision, which are part of its name; codelets.c completes it. */
#define CODELET_MODEL(footprint_) \
    (&(struct starpu_perfmodel){ .type = STARPU_HISTORY_BASED, .footprint = (footprint_) })

static inline uint32_t footprint_of(int a, int b)
{
    return starpu_hash_crc32c_be((uint32_t)b, starpu_hash_crc32c_be((uint32_t)a, 0));
}
