/* tasks/tendency.c -- submits volume and surface terms of one partition as one task. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_tendency(const struct run *r, const struct part *p, const struct stage *s)
{
    const struct tendency_args args = {
        .d = p->d,
        .ports = &p->ports,
        .num_elements = p->mesh->num_elements,
        .A = s->A,
    };
    struct task t = {
        .codelet = &r->codelets->tendency,
        .args = &args,
        .args_size = sizeof args,
        .flops = args.num_elements * (volume_flops(r->d.degree) + surface_flops(r->d.degree)),
    };
    task_data(&t, p->k, s->A == 0 ? STARPU_W : STARPU_RW);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    task_data(&t, p->neighbors, STARPU_R);
    for (int l = 0; l < p->ports.num_links; ++l)
        task_data(&t, p->states[r->now].incoming[l], STARPU_R);
    return task_submit(r, p, &t);
}
