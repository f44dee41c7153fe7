#pragma once
/* codelets/fault.cuh -- looks at a new state without a division, and notes the first bad node. */
#include "codelets/args.h"
#include "physics/node.h"

/* Where and when an update is. */
struct moment {
    int64_t step;
    int stage;
    struct fault *fault; /* in host memory that the device reaches */
};

/* rho > 0 and p > 0, the latter as rho^2 e_internal > 0. Comparisons are false for NaN. */
HD int is_physical(const real q[NFIELDS], real phi)
{
    const real inner = q[RHO] * (q[RHO_E] - q[RHO] * phi) - (real)0.5 * dot(&q[RHO_U], &q[RHO_U]);
    return (q[RHO] > 0) & (inner > 0) & (inner <= REAL_MAX);
}

/* The first thread that finds something writes; what later stages make of it is not noted. Only one
 * kernel at a time can look at a partition's states, so the GPU's own atomics do. */
static __device__ __noinline__ void note_fault(const struct moment *m, int element, int node,
                                               const real q[NFIELDS], real phi, real gamma)
{
    struct fault *f = m->fault;
    if (f->seen || atomicCAS(&f->claimed, 0, 1) != 0) return;
    f->step = m->step, f->stage = m->stage, f->element = element, f->node = node;
    f->p = pressure(q, phi, gamma);
    for (int v = 0; v < NFIELDS; ++v)
        f->q[v] = q[v];
    __threadfence_system();
    f->seen = 1;
}
