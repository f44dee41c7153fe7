#pragma once
/* tasks/array.h -- arrays that StarPU manages: made, and freed with all their copies. */
#include <starpu.h>
#include "base/list.h"

/** Main memory that arrays lie in, side by side; {0} has none yet. In huge pages where the system
 * has them: a core's table of ordinary ones ends at some megabytes. */
struct room {
    LIST(void *) blocks;
    char *at;
    size_t left;
};

void room_free(struct room *r);

/** n zeroed objects of that size in main memory, pinned where there are GPUs. Returns their place;
 * ends the program with exit code 3 where there is no memory. */
void *array_new(struct room *r, starpu_data_handle_t *handle, size_t n, size_t size);

/** The same for what a task writes before anybody reads it, which StarPU checks. With GPUs without
 * memory, StarPU finds some where the task runs; but in main memory where the caller says that it
 * is at home. */
void array_new_unwritten(struct room *r, starpu_data_handle_t *handle, size_t n, size_t size,
                         int is_at_home);

/** Nobody writes it any more: tasks that read it need no order, and StarPU, with traces compiled in,
 * would keep a note of each of them until somebody writes. */
void array_freeze(starpu_data_handle_t handle);

/** Frees either kind; no task may use it any more. */
void array_free(starpu_data_handle_t handle);

/** array[i] = value, in reals of that size. */
static inline void array_set(void *array, size_t sizeof_real, size_t i, double value)
{
    if (sizeof_real == sizeof(float)) ((float *)array)[i] = (float)value;
    else ((double *)array)[i] = value;
}
