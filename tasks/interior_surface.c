/* tasks/interior_surface.c -- submits the surface task of a partition's inner elements. */
#include "codelets/flops.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_interior_surface(const struct run *r, const struct part *p)
{
    const struct surface_args args = {
        .d = p->d,
        .first = 0,
        .num_elements = p->mesh->interior.n,
    };
    struct task t = {
        .codelet = &r->codelets->interior_surface,
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
    return task_submit(r, p, &t);
}
