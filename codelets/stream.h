#pragma once
/* codelets/stream.h -- the CUDA stream that a codelet launches its kernels into. */
#include "base/error.h"

/** The stream (cudaStream_t) of the worker, or the one of codelet_set_stream. */
void *codelet_stream(void);

/** What this thread launches, being no worker, goes into that stream. */
void codelet_set_stream(void *stream);

/** Ends the program with its message where a launch has failed: a task cannot hand it on. */
void codelet_launched(enum status status);
