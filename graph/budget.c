/* graph/budget.c -- when parts of the entropy budget are taken, and their sums over elements. */
#include "graph/budget.h"
#include "base/sum.h"
#include "codelets/budgeted.h"
#include "tasks/budget.h"

enum status graph_budget_start(struct run *r)
{
    TRY(graph_wait(r));
    for_each (struct part, p, r->parts) budget_keep(r, p);
    return OK;
}

enum status graph_budget_stage(const struct run *r, const struct stage *s)
{
    for_each (struct part, p, r->parts) TRY(task_budget(r, p, s));
    return OK;
}

enum status graph_budget_step(const struct run *r, const struct part *p)
{
    return task_budget_change(r, p, BUDGETED_STAGES);
}

enum status graph_budget_layer(const struct run *r, const struct part *p)
{
    return p->layer.num_elements > 0 ? task_budget_change(r, p, BUDGETED_LAYER) : OK;
}

/* Both halves of a long double, so that no digit is lost. */
static void add(struct sum *s, long double x)
{
    const double high = (double)x;
    sum_add(s, high);
    sum_add(s, (double)(x - high));
}

static long double value_of(const struct sum *s) { return (long double)s->high + s->low; }

static void sum_elements(const struct run *r, long double total[NBUDGETED])
{
    struct sum sums[NBUDGETED] = { { 0 } };
    for_each (struct part, p, r->parts) {
        const struct budgeted *v = budget_look(p);
        for (int e = 0; e < p->mesh->num_elements; ++e, v += NBUDGETED)
            for (int n = 0; n < NBUDGETED; ++n)
                add(&sums[n], v[n].high), add(&sums[n], v[n].low);
        budget_release(p);
    }
    for (int n = 0; n < NBUDGETED; ++n) total[n] = value_of(&sums[n]);
}

enum status graph_budget(struct run *r, struct budget *b)
{
    static const int from[] = {
        [BUDGET_VOLUME] = BUDGETED_VOLUME, [BUDGET_INTERIOR] = BUDGETED_INTERIOR,
        [BUDGET_HALO] = BUDGETED_HALO, [BUDGET_WALLS] = BUDGETED_WALLS,
        [BUDGET_CORIOLIS] = BUDGETED_CORIOLIS, [BUDGET_LAYER] = BUDGETED_LAYER,
        [BUDGET_INTEGRATOR] = BUDGETED_STAGES,
    };
    long double total[NBUDGETED], moduli = 0, sum = 0;
    for_each (struct part, p, r->parts) TRY(task_budget_change(r, p, BUDGETED_WHOLE));
    sum_elements(r, total);
    for (int rate = 0; rate < NRATES; ++rate) total[BUDGETED_STAGES] -= total[rate];
    for (int n = 0; n < NBUDGET; ++n) {
        b->part[n] = (double)total[from[n]];
        sum += total[from[n]];
        moduli += fabsl(total[from[n]]);
    }
    b->measured = (double)total[BUDGETED_WHOLE];
    b->residual = moduli > 0 ? (double)((sum - total[BUDGETED_WHOLE]) / moduli) : 0;
    b->scale = (double)total[BUDGETED_SCALE];
    return graph_budget_start(r);
}
