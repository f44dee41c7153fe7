/* tasks/absorb.c -- submits the absorbing layer of one partition. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_absorb(const struct run *r, const struct part *p, double dt)
{
    const struct absorb_args args = {
        .d = p->d,
        .num_elements = p->layer.num_elements,
        .dt = dt,
    };
    struct task t = {
        .codelet = &r->codelets->absorb,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_MAX_PRIO, /* the next step's traces wait for it */
        .flops = p->layer.num_elements * flops_absorb(r->d.degree),
    };
    if (p->layer.num_elements == 0) return OK;
    task_data(&t, p->states[r->now].q, STARPU_RW);
    task_data(&t, p->layer.values, STARPU_R);
    task_data(&t, p->layer.elements, STARPU_R);
    return task_submit(r, p, &t);
}
