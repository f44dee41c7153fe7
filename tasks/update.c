/* tasks/update.c -- submits the Runge-Kutta update of one partition. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_update(const struct run *r, const struct part *p, const struct stage *s)
{
    const struct update_args args = {
        .d = p->d,
        .num_elements = p->mesh->num_elements,
        .B_dt = s->B_dt,
        .step = s->step,
        .stage = s->number,
        .fault = p->fault,
    };
    struct task t = {
        .codelet = &r->codelets->update,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_MAX_PRIO, /* the next stage's traces wait for it */
        .flops = p->mesh->num_elements * update_flops(r->d.degree),
    };
    task_data(&t, p->states[r->now].q, STARPU_RW);
    task_data(&t, p->k, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    return task_submit(r, p, &t);
}
