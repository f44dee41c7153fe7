/* tasks/halo_surface.c -- submits the surface task of a partition's border elements. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_halo_surface(const struct run *r, const struct part *p)
{
    const struct surface_args args = {
        .d = p->d,
        .ports = &p->ports,
        .first = p->mesh->interior.n,
        .num_elements = p->mesh->border.n,
    };
    struct task t = {
        .codelet = &r->codelets->halo_surface,
        .args = &args,
        .args_size = sizeof args,
        .flops = args.num_elements * surface_flops(r->d.degree),
    };
    if (args.num_elements == 0) return OK;
    task_data(&t, p->k, STARPU_RW);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    task_data(&t, p->neighbors, STARPU_R);
    task_data(&t, p->lists, STARPU_R);
    for (int l = 0; l < p->ports.num_links; ++l)
        task_data(&t, p->states[r->now].incoming[l], STARPU_R);
    return task_submit(r, p, &t);
}
