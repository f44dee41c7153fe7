/* tasks/volume.c -- submits the volume task of one partition. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_volume(const struct run *r, const struct part *p, const struct stage *s)
{
    const struct volume_args args = {
        .d = p->d,
        .num_elements = p->mesh->num_elements,
        .A = s->A,
    };
    struct task t = {
        .codelet = &r->codelets->volume,
        .args = &args,
        .args_size = sizeof args,
        .flops = p->mesh->num_elements * volume_flops(r->d.degree),
    };
    task_data(&t, p->k, s->A == 0 ? STARPU_W : STARPU_RW);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    return task_submit(r, p, &t);
}
