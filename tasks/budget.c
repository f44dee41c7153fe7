/* tasks/budget.c -- the entropy budget of one partition: its arrays and its tasks. */
#include "tasks/budget.h"
#include <string.h>
#include "codelets/budgeted.h"
#include "tasks/data.h"
#include "tasks/submit.h"
#include "tasks/tasks.h"

static size_t state_size(int num_elements, int degree)
{
    const size_t nq = (size_t)degree + 1;
    return (size_t)num_elements * NFIELDS * nq * nq * nq;
}

void budget_new(struct run *r)
{
    REQUIRE(r->fusion == FUSION_FULL, "a budget in form %d", (int)r->fusion);
    for_each (struct part, p, r->parts) {
        const int n = p->mesh->num_elements;
        array_new(&r->room, &p->budget.values, (size_t)n * NBUDGETED, sizeof(struct budgeted));
        array_new(&r->room, &p->budget.kept, state_size(n, r->d.degree),
                  r->codelets->sizeof_real);
    }
    r->has_budget = 1;
}

size_t budget_bytes(const struct partition *p, int degree, size_t sizeof_real)
{
    return state_size(p->num_elements, degree) * sizeof_real
         + (size_t)p->num_elements * NBUDGETED * sizeof(struct budgeted);
}

void budget_keep(const struct run *r, const struct part *p)
{
    const void *q = data_look_part(r, p);
    starpu_data_acquire(p->budget.kept, STARPU_W);
    starpu_data_acquire(p->budget.values, STARPU_W);
    memcpy((void *)starpu_vector_get_local_ptr(p->budget.kept), q,
           state_size(p->mesh->num_elements, r->d.degree) * r->codelets->sizeof_real);
    memset((void *)starpu_vector_get_local_ptr(p->budget.values), 0,
           (size_t)p->mesh->num_elements * NBUDGETED * sizeof(struct budgeted));
    starpu_data_release(p->budget.values);
    starpu_data_release(p->budget.kept);
    data_release_part(r, p);
}

const struct budgeted *budget_look(const struct part *p)
{
    starpu_data_acquire(p->budget.values, STARPU_R);
    return (const struct budgeted *)starpu_vector_get_local_ptr(p->budget.values);
}

void budget_release(const struct part *p) { starpu_data_release(p->budget.values); }

enum status task_budget(const struct run *r, const struct part *p, const struct stage *s)
{
    const struct state *old = &p->states[!r->now];
    const struct budget_args args = {
        .d = p->d,
        .ports = &p->ports,
        .num_elements = p->mesh->num_elements,
        .weight = s->weight,
    };
    struct task t = {
        .codelet = &r->codelets->budget,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_DEFAULT_PRIO,
        .is_for_cores = 1,
    };
    task_data(&t, p->budget.values, STARPU_RW);
    task_data(&t, old->q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    task_data(&t, p->neighbors, STARPU_R);
    for (int l = 0; l < p->ports.num_links; ++l)
        task_data(&t, old->incoming[l], STARPU_R);
    return task_submit(r, p, &t);
}

static enum status submit_change(const struct run *r, const struct part *p,
                                 starpu_data_handle_t old, int to, int sign)
{
    const struct budget_change_args args = {
        .d = p->d,
        .num_elements = p->mesh->num_elements,
        .to = to,
        .sign = sign,
    };
    struct task t = {
        .codelet = &r->codelets->budget_change,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_DEFAULT_PRIO,
        .is_for_cores = 1,
    };
    task_data(&t, p->budget.values, STARPU_RW);
    task_data(&t, old, STARPU_R);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    return task_submit(r, p, &t);
}

enum status task_budget_change(const struct run *r, const struct part *p, int to, int sign)
{
    return submit_change(r, p, p->states[!r->now].q, to, sign);
}

enum status task_budget_whole(const struct run *r, const struct part *p)
{
    return submit_change(r, p, p->budget.kept, BUDGETED_WHOLE, 1);
}
