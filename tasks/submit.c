/* tasks/submit.c -- fills StarPU's task from ours. */
#include "tasks/submit.h"
#include <string.h>
#include "base/memory.h"
#include "codelets/gpu.h"
#include "codelets/stream.h"
#include "tasks/census.h"
#include "tasks/exchange.h"

/* The same function on the same memory, now and here: what a plain loop over kernels would do. */
static void run_inline(const struct run *r, const struct part *p, const struct task *t)
{
    void *buffers[MAX_TASK_HANDLES];
    const unsigned memory = r->stream ? p->device->memory : STARPU_MAIN_RAM;
    for (int i = 0; i < t->num_handles; ++i)
        buffers[i] = starpu_data_get_interface_on_node(t->handles[i].handle, memory);
    if (r->stream) t->codelet->cuda_funcs[0](buffers, (void *)t->args);
    else t->codelet->cpu_funcs[0](buffers, (void *)t->args);
}

void tasks_inline(struct run *r, int is_inline)
{
    const struct device *d = r->parts.at[0].device;
    if (is_inline == r->inline_tasks) return;
    r->inline_tasks = is_inline;
    if (is_inline) {
        starpu_task_wait_for_all();
        starpu_pause(); /* idle workers would spin on the caller's core */
        if (d && d->is_gpu) codelet_set_stream(r->stream = gpu_stream_new(d->number));
        return;
    }
    if (r->stream) {
        gpu_stream_wait(r->stream);
        gpu_stream_free(r->stream);
        codelet_set_stream(r->stream = NULL);
    }
    starpu_resume();
}

void tasks_wait(const struct run *r, int n)
{
    if (r->inline_tasks) {
        if (r->stream && n == 0) gpu_stream_wait(r->stream);
    } else if (n == 0) {
        exchange_wait(r);
    } else {
        starpu_task_wait_for_n_submitted((unsigned)n);
    }
}

void tasks_step_begin(int64_t step) { starpu_iteration_push((unsigned long)step); }
void tasks_step_end(void) { starpu_iteration_pop(); }

enum status task_submit(const struct run *r, const struct part *p, const struct task *t)
{
    if (r->inline_tasks) {
        run_inline(r, p, t);
        return OK;
    }
    struct starpu_task *task = starpu_task_create();
    task->cl = (struct starpu_codelet *)t->codelet;
    task->name = t->codelet->name;
    task->cl_arg = malloc(t->args_size);
    task->cl_arg_size = t->args_size;
    task->cl_arg_free = 1;
    task->priority = t->priority;
    task->flops = t->flops;
    if (!task->cl_arg) memory_give_up(1, t->args_size);
    memcpy(task->cl_arg, t->args, t->args_size);

    starpu_data_handle_t *handles = task->handles;
    enum starpu_data_access_mode *modes = task->modes;
    if (t->num_handles > STARPU_NMAXBUFS) { /* StarPU frees both */
        handles = task->dyn_handles = malloc(t->num_handles * sizeof *handles);
        modes = task->dyn_modes = malloc(t->num_handles * sizeof *modes);
        if (!handles || !modes) memory_give_up(t->num_handles, sizeof *handles + sizeof *modes);
    }
    task->nbuffers = t->num_handles;
    for (int i = 0; i < t->num_handles; ++i) {
        handles[i] = t->handles[i].handle;
        modes[i] = t->handles[i].mode;
    }
    if (p->device && p->device->is_gpu && t->is_for_cores) {
        /* StarPU finds one */
    } else if (p->device && p->device->is_gpu) { /* any of its streams */
        task->workerids = p->device->workers;
        task->workerids_len = p->device->words;
    } else if (p->device) {
        task->execute_on_a_specific_worker = 1;
        task->workerid = (unsigned)p->device->worker;
    }
    census_add(task);
    const int rc = starpu_task_submit(task);
    if (rc != 0) {
        task->destroy = 0;
        starpu_task_destroy(task);
        FAIL(BAD_MACHINE, "StarPU refuses the task %s: %s", t->codelet->name, strerror(-rc));
    }
    return OK;
}
