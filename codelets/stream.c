/* codelets/stream.c -- the CUDA stream that a codelet launches its kernels into. */
#include "codelets/stream.h"
#include <starpu.h>
#include <stdio.h>
#include <unistd.h>
#include <config.h>

static _Thread_local void *own; /* of this thread, which is no worker */

void codelet_set_stream(void *stream) { own = stream; }

void *codelet_stream(void)
{
#if defined(WITH_CUDA) && defined(STARPU_USE_CUDA)
    if (starpu_worker_get_id() >= 0) return starpu_cuda_get_local_stream();
#endif
    REQUIRE(own, "a kernel launched outside a worker, without a stream");
    return own;
}

void codelet_launched(enum status status)
{
    static int is_said;
    if (status == OK) return;
    while (__atomic_exchange_n(&is_said, 1, __ATOMIC_SEQ_CST)) pause(); /* once, for all threads */
    fprintf(stderr, "updraft: %s\n", error_text());
    _exit(status); /* other workers are in the middle of their tasks */
}
