#pragma once
/* codelets/trace.h -- the face values that a partition shows its neighbours. */
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers; then, for each outlet, W [face][NFIELDS][(N+1)^2], the state on the shown faces. */
enum {
    TRACE_Q,      /* R  [element][NFIELDS][(N+1)^3]  kg/m^3, kg/(m^2 s), J/m^3          */
    TRACE_LISTS,  /* R  int32: interior elements, border elements, 6 element + face shown */
    TRACE_NBUFFERS
};

/* outlets[o] is the o-th outlet's array, in host memory the pointer itself. */
EXTERN_C void EACH(trace_cpu)(const struct trace_args *a, real *const *outlets,
                              const real *q, const int32_t *lists);
EXTERN_C enum status EACH(trace_cuda)(const struct trace_args *a, real *const *outlets,
                               const real *q, const int32_t *lists, void *stream);
