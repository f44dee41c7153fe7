/* tasks/trace.c -- submits the task that shows a partition's faces to its neighbours. */
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_trace(const struct run *r, const struct part *p)
{
    const struct trace_args args = {
        .d = p->d,
        .ports = &p->ports,
        .first = p->mesh->interior.n + p->mesh->border.n,
    };
    struct task t = {
        .codelet = &r->codelets->trace,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_MAX_PRIO, /* all neighbours wait for it */
    };
    if (p->ports.num_outlets == 0) return OK;
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->lists, STARPU_R);
    for (int o = 0; o < p->ports.num_outlets; ++o)
        task_data(&t, p->states[r->now].outlets[o], STARPU_W);
    return task_submit(r, p, &t);
}
