/* tasks/diagnose.c -- submits the diagnostics of one partition. */
#include "tasks/submit.h"
#include "tasks/tasks.h"

enum status task_diagnose(const struct run *r, const struct part *p)
{
    const struct diagnose_args args = { .d = p->d, .num_elements = p->mesh->num_elements };
    struct task t = {
        .codelet = &r->codelets->diagnose,
        .args = &args,
        .args_size = sizeof args,
    };
    task_data(&t, p->diagnosed, STARPU_W);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    return task_submit(r, p, &t);
}
