#pragma once
/* tasks/array.h -- arrays that StarPU manages: made, and freed with all their copies. */
#include <starpu.h>

/** n zeroed objects of that size in main memory, pinned where there are GPUs. Returns their place;
 * ends the program with exit code 3 where there is no memory. */
void *array_new(starpu_data_handle_t *handle, size_t n, size_t size);

/** The same without memory: StarPU finds some wherever a task first writes them. */
void array_new_anywhere(starpu_data_handle_t *handle, size_t n, size_t size);

/** Frees either kind; no task may use it any more. */
void array_free(starpu_data_handle_t handle);
