/* graph/stage.c -- one Runge-Kutta stage as a task graph: eq. (2), overlapped as in Sec. 4.3. */
#include "graph/budget.h"
#include "graph/graph.h"
#include "tasks/census.h"
#include "tasks/data.h"
#include "tasks/exchange.h"
#include "tasks/submit.h"

static enum status submit_split(const struct run *r, const struct stage *s)
{
    /* What neighbours wait for goes first, and travels ... */
    for_each (struct part, p, r->parts) TRY(task_trace(r, p));
    for_each (struct part, p, r->parts) exchange_submit(r, p);

    /* ... while we compute what needs no neighbour: volume terms and inner faces; */
    for_each (struct part, p, r->parts) TRY(task_volume(r, p, s));
    for_each (struct part, p, r->parts) TRY(task_interior_surface(r, p));

    /* the elements at a border as soon as the traces are here; */
    for_each (struct part, p, r->parts) TRY(task_halo_surface(r, p));

    /* and the step: q <- q + B dt k (k <- A k stands at the head of volume). */
    for_each (struct part, p, r->parts) TRY(task_update(r, p, s));
    return OK;
}

/* Volume terms and all faces of a partition in one task. */
static enum status submit_surface(const struct run *r, const struct stage *s)
{
    for_each (struct part, p, r->parts) TRY(task_trace(r, p));
    for_each (struct part, p, r->parts) exchange_submit(r, p);
    for_each (struct part, p, r->parts) TRY(task_tendency(r, p, s));
    for_each (struct part, p, r->parts) TRY(task_update(r, p, s));
    return OK;
}

/* One task a partition, from one state into the other: the partitions overlap each other, and one
 * that has no neighbour takes several stages at once. */
static enum status submit_full(struct run *r, const struct stage *s, int n)
{
    if (!r->is_shown) {
        for_each (struct part, p, r->parts) TRY(task_trace(r, p));
        for_each (struct part, p, r->parts) exchange_submit(r, p);
    }
    for_each (struct part, p, r->parts) TRY(task_advance(r, p, s, n));
    r->now = (r->now + n) % NSTATES;
    for_each (struct part, p, r->parts) exchange_submit(r, p);
    r->is_shown = 1;
    return r->has_budget ? graph_budget_stage(r, s) : OK;
}

int graph_stages_at_once(const struct run *r, const struct rk *rk)
{
    if (r->fusion != FUSION_FULL || r->has_budget) return 1;
    for_each (const struct part, p, r->parts)
        if (p->ports.num_links > 0) return 1;
    return rk->num_stages;
}

static enum status submit(struct run *r, const struct stage *s, int n)
{
    REQUIRE(n == 1 || r->fusion == FUSION_FULL, "%d stages at once in a form for one", n);
    switch (r->fusion) {
    case FUSION_SPLIT: return submit_split(r, s);
    case FUSION_SURFACE: return submit_surface(r, s);
    default: return submit_full(r, s, n);
    }
}

enum status graph_submit_stages(struct run *r, const struct stage *s, int n, int window)
{
    const int rounds = (window + n - 1) / n;
    census_at(s->step, s->number);
    const enum status status = submit(r, s, n);
    tasks_wait(r, rounds * data_tasks_a_stage(r));
    return status;
}
