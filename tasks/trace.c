/* tasks/trace.c -- submits the task that shows a partition's faces to its neighbours. */
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_trace(const struct run *r, const struct part *p)
{
    const int num_links = p->mesh->links.n;
    const struct trace_args args = {
        .d = &r->d,
        .num_links = num_links,
        .first = p->mesh->interior.n + p->mesh->border.n,
        .counts = p->shown_counts,
    };
    struct task t = {
        .codelet = &r->codelets->trace,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_MAX_PRIO, /* all neighbours wait for it */
    };
    if (num_links == 0) return OK;
    task_data(&t, p->states[0].q, STARPU_R);
    task_data(&t, p->lists, STARPU_R);
    for (int l = 0; l < num_links; ++l)
        task_data(&t, p->states[0].traces[l], STARPU_W);
    return task_submit(r, p, &t);
}
