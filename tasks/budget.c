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
        array_new(&r->room, &p->budget.first, state_size(n, r->d.degree),
                  r->codelets->sizeof_real);
        array_new(&r->room, &p->budget.last, state_size(n, r->d.degree),
                  r->codelets->sizeof_real);
    }
    r->has_budget = 1;
}

static void fill(starpu_data_handle_t to, const void *from)
{
    const size_t bytes = starpu_data_get_size(to);
    starpu_data_acquire(to, STARPU_W);
    if (from) memcpy((void *)starpu_vector_get_local_ptr(to), from, bytes);
    else memset((void *)starpu_vector_get_local_ptr(to), 0, bytes);
    starpu_data_release(to);
}

void budget_keep(const struct run *r, const struct part *p)
{
    const void *q = data_look_part(r, p);
    fill(p->budget.first, q);
    fill(p->budget.last, q);
    fill(p->budget.values, NULL);
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

enum status task_budget_change(const struct run *r, const struct part *p, int to)
{
    const struct budget_change_args args = {
        .d = p->d,
        .num_elements = p->mesh->num_elements,
        .to = to,
    };
    struct task t = {
        .codelet = &r->codelets->budget_change,
        .args = &args,
        .args_size = sizeof args,
        .priority = STARPU_DEFAULT_PRIO,
        .is_for_cores = 1,
    };
    task_data(&t, p->budget.values, STARPU_RW);
    task_data(&t, to == BUDGETED_WHOLE ? p->budget.first : p->budget.last, STARPU_RW);
    task_data(&t, p->states[r->now].q, STARPU_R);
    task_data(&t, p->geometry, STARPU_R);
    return task_submit(r, p, &t);
}
