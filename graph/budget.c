/* graph/budget.c -- when parts of the entropy budget are taken, and their sums over elements. */
#include "graph/budget.h"
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/sum.h"
#include "codelets/budgeted.h"
#include "mesh/agree.h"
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

static void add_element(void *of, const void *item)
{
    struct sum *sums = of;
    const struct budgeted *v = item;
    for (int n = 0; n < NBUDGETED; ++n)
        add(&sums[n], v[n].high), add(&sums[n], v[n].low);
}

/* In the order of the elements, whatever rank has them; the totals are known to all. */
static void sum_elements(const struct run *r, long double total[NBUDGETED])
{
    const size_t own = (size_t)mesh_num_own(&r->mesh);
    struct budgeted(*mine)[NBUDGETED] = memory_new(own + 1, sizeof *mine), (*to)[NBUDGETED] = mine;
    struct sum sums[NBUDGETED] = { { 0 } };
    for_each (struct part, p, r->parts) {
        memcpy(to, budget_look(p), (size_t)p->mesh->num_elements * sizeof *to);
        budget_release(p);
        to += p->mesh->num_elements;
    }
    mesh_each(&r->mesh, mine, sizeof *mine, add_element, sums);
    free(mine);
    for (int n = 0; n < NBUDGETED; ++n) total[n] = value_of(&sums[n]);
    mesh_tell(&r->mesh, total, NBUDGETED * sizeof *total);
}

static enum status take_whole(struct run *r)
{
    for_each (struct part, p, r->parts) TRY(task_budget_change(r, p, BUDGETED_WHOLE));
    return OK;
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
    TRY(agree(r->mesh.comm, take_whole(r)));
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
