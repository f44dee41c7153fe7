/* graph/step.c -- time steps: stages in a bounded window, and what is wrong with a state. */
#include <stdio.h>
#include <stdlib.h>
#include "graph/budget.h"
#include "graph/graph.h"
#include "tasks/data.h"
#include "tasks/submit.h"

/* The earliest fault by (step, stage, element): each partition has noted its own first one. */
static const struct part *first_fault(const struct run *r)
{
    const struct part *first = NULL;
    for_each (struct part, p, r->parts) {
        if (!__atomic_load_n(&p->fault->seen, __ATOMIC_ACQUIRE)) continue;
        if (!first || p->fault->step < first->fault->step
            || (p->fault->step == first->fault->step && p->fault->stage < first->fault->stage))
            first = p; /* partitions come in the order of their elements */
    }
    return first;
}

static void describe(const struct run *r, const struct part *p, char *text, size_t size)
{
    const struct fault *f = p->fault;
    const struct element *e = &p->mesh->elements[f->element];
    const int nq = r->d.degree + 1;
    const double xi[3] = { r->d.x[f->node % nq], r->d.x[f->node / nq % nq],
                           r->d.x[f->node / (nq * nq)] };
    double x[3];
    mesh_position(&r->mesh, e, xi, x);
    snprintf(text, size,
             "the solution became unphysical in step %lld, stage %d: element %lld (tree %lld), "
             "node %d at x = (%.6g, %.6g, %.6g) m has rho = %.6g, rho u = (%.6g, %.6g, %.6g), "
             "rho e = %.6g, p = %.6g; a smaller time.courant, a higher mesh.level or flux.surface: "
             "matrix may help", (long long)f->step, f->stage + 1,
             (long long)(p->mesh->first + f->element), (long long)e->tree, f->node, x[0], x[1], x[2],
             f->q[RHO], f->q[RHO_U], f->q[RHO_V], f->q[RHO_W], f->q[RHO_E], f->p);
}

/* This rank's. */
static struct unphysical own_unphysical(const struct run *r)
{
    const struct part *p = first_fault(r);
    struct unphysical u = { .seen = p != NULL };
    if (!p) return u;
    u.step = p->fault->step;
    u.stage = p->fault->stage;
    u.rank = r->mesh.rank;
    u.partition = p->mesh->number;
    u.element = p->mesh->first + p->fault->element;
    u.tree = p->mesh->elements[p->fault->element].tree;
    u.node = p->fault->node;
    describe(r, p, u.text, sizeof u.text);
    return u;
}

/* Ranks own elements in ascending order. */
struct unphysical graph_unphysical(const struct run *r)
{
    const struct unphysical mine = own_unphysical(r);
    struct unphysical *all = mesh_gather_ranks(&r->mesh, &mine, sizeof mine), first = all[0];
    for (int n = 1; n < r->mesh.num_ranks; ++n)
        if (all[n].seen
            && (!first.seen || all[n].step < first.step
                || (all[n].step == first.step && all[n].stage < first.stage)))
            first = all[n];
    free(all);
    return first;
}

enum status graph_wait(const struct run *r)
{
    tasks_wait(r, 0);
    const struct unphysical first = graph_unphysical(r);
    if (first.seen) FAIL(UNPHYSICAL, "%s", first.text);
    return OK;
}

/* The layer's part of a step, after the rest (first order splitting); neighbours have not seen it. */
static enum status absorb(struct run *r, double dt)
{
    for_each (struct part, p, r->parts) {
        if (r->has_budget) TRY(graph_budget_step(r, p));
        TRY(task_absorb(r, p, dt));
        if (r->has_budget) TRY(graph_budget_layer(r, p));
    }
    if (r->has_layer) r->is_shown = 0; /* all ranks exchange the same stages */
    return OK;
}

enum status graph_step(struct run *r, const struct rk *rk, int64_t step, double dt,
                       int window)
{
    enum status status = OK;
    struct stage stages[MAX_STAGES];
    double b[MAX_STAGES];
    rk_weights(rk, b);
    for (int s = 0; s < rk->num_stages; ++s)
        stages[s] = (struct stage){ step, s, rk->A[s], rk->B[s] * dt, b[s] * dt };
    const int at_once = graph_stages_at_once(r, rk);
    tasks_step_begin(step);
    for (int s = 0; s < rk->num_stages && status == OK; s += at_once) {
        status = graph_submit_stages(r, &stages[s], at_once, window);
        if (status == OK && r->mesh.num_ranks == 1 && first_fault(r)) status = graph_wait(r);
    }
    if (status == OK) status = absorb(r, dt);
    if (r->mesh.num_ranks > 1 && mesh_any(&r->mesh, status != OK || first_fault(r)))
        status = status == OK ? graph_wait(r) : status;
    tasks_step_end();
    return status;
}
