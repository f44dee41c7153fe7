#pragma once
/* tasks/submit.h -- how every task reaches StarPU. */
#include "base/error.h"
#include "tasks/run.h"

enum { MAX_TASK_HANDLES = 512 };

/** One task to be: its codelet, its data in the order of the codelet's buffers, its arguments. */
struct task {
    const struct starpu_codelet *codelet;
    const void *args;      /* copied                                             */
    size_t args_size;
    int priority;
    int is_for_cores;      /* of a part on a GPU, too: any core may take it      */
    double flops;
    int num_handles;
    struct starpu_data_descr handles[MAX_TASK_HANDLES];
};

static inline void task_data(struct task *t, starpu_data_handle_t handle,
                             enum starpu_data_access_mode mode)
{
    REQUIRE(t->num_handles < MAX_TASK_HANDLES, "a task with more than %d buffers", t->num_handles);
    t->handles[t->num_handles++] = (struct starpu_data_descr){ handle, mode };
}

/** Waits until at most n tasks of this process are not done yet. */
void tasks_wait(const struct run *r, int n);

/** From here on tasks run at once, in the caller: on its core, or, where the data are pinned to one
 * GPU, as kernels in one stream of it. Tasks have to have written all data before. 0 goes back. */
void tasks_inline(struct run *r, int is_inline);

/** Marks the tasks submitted in between as those of a time step, for traces. */
void tasks_step_begin(int64_t step);
void tasks_step_end(void);

/** Hands the task to StarPU, on the part's device where it has one. */
enum status task_submit(const struct run *r, const struct part *p, const struct task *t);
