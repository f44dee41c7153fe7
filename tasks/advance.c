/* tasks/advance.c -- submits whole stages of one partition as one task. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_advance(const struct run *r, const struct part *p, const struct stage *s, int n)
{
    const struct state *old = &p->states[r->now], *new = &p->states[!r->now];
    const int N = r->d.degree;
    struct stages_args args = {
        .first = {
            .d = p->d,
            .ports = &p->ports,
            .num_elements = p->mesh->num_elements,
            .step = s->step,
            .stage = s->number,
            .fault = p->fault,
        },
        .num_stages = n,
    };
    REQUIRE(n == 1 || (n <= MAX_STAGES && p->ports.num_links == 0), "%d stages at once", n);
    for (int i = 0; i < n; ++i)
        args.A[i] = s[i].A, args.B_dt[i] = s[i].B_dt;
    struct task t = {
        .codelet = &r->codelets->advance,
        .args = &args,
        .args_size = sizeof args,
        .priority = p->is_seen_elsewhere ? STARPU_MAX_PRIO : STARPU_DEFAULT_PRIO,
        .flops = (double)n * p->mesh->num_elements
               * (volume_flops(N) + surface_flops(N) + update_flops(N)),
    };
    task_data(&t, new->q, STARPU_W);
    task_data(&t, p->k, s->A == 0 ? STARPU_W : STARPU_RW);
    task_data(&t, old->q, n == 1 ? STARPU_R : STARPU_RW);
    task_data(&t, p->geometry, STARPU_R);
    task_data(&t, p->neighbors, STARPU_R);
    for (int o = 0; o < p->ports.num_outlets; ++o)
        task_data(&t, new->outlets[o], STARPU_W);
    for (int l = 0; l < p->ports.num_links; ++l)
        task_data(&t, old->incoming[l], STARPU_R);
    return task_submit(r, p, &t);
}
