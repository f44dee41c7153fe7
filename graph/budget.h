#pragma once
/* graph/budget.h -- the entropy budget: what changed the integral of eta, part by part. */
#include "base/budget.h"
#include "graph/graph.h"

/** Changes of entropy over some steps, kg. */
struct budget {
    double part[NBUDGET];
    double measured;   /* from the states at both ends */
    double residual;   /* (sum of parts - measured)/(sum of their moduli), 1; 0 where all are 0  */
    double scale;      /* sum of the moduli of the terms in volume and Coriolis                  */
};

/** Keeps the present state as the start of the budget; waits. Collective. */
enum status graph_budget_start(struct run *r);

/** Changes since the last call, or since the start, and starts anew; waits. The same bits on all
 * ranks and on any number of them. Collective. */
enum status graph_budget(struct run *r, struct budget *b);

/** Submits the budget of a stage that has just been submitted. Local. */
enum status graph_budget_stage(const struct run *r, const struct stage *s);

/** Submits what the stages of a step have changed, and then what its layer has, of one partition. */
enum status graph_budget_step(const struct run *r, const struct part *p);
enum status graph_budget_layer(const struct run *r, const struct part *p);
