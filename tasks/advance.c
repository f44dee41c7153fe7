/* tasks/advance.c -- submits a whole stage of one partition as one task. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_advance(const struct run *r, const struct part *p, const struct stage *s)
{
    const struct state *old = &p->states[r->now], *new = &p->states[!r->now];
    const int N = r->d.degree;
    const struct advance_args args = {
        .d = &r->d,
        .ports = &p->ports,
        .num_elements = p->mesh->num_elements,
        .A = s->A,
        .B_dt = s->B_dt,
        .step = s->step,
        .stage = s->number,
        .fault = p->fault,
    };
    struct task t = {
        .codelet = &r->codelets->advance,
        .args = &args,
        .args_size = sizeof args,
        .flops = args.num_elements * (volume_flops(N) + surface_flops(N) + update_flops(N)),
    };
    task_data(&t, new->q, STARPU_W);
    task_data(&t, p->k, s->A == 0 ? STARPU_W : STARPU_RW);
    task_data(&t, old->q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    task_data(&t, p->neighbors, STARPU_R);
    for (int o = 0; o < p->ports.num_outlets; ++o)
        task_data(&t, new->outlets[o], STARPU_W);
    for (int l = 0; l < p->ports.num_links; ++l)
        task_data(&t, old->incoming[l], STARPU_R);
    return task_submit(r, p, &t);
}
