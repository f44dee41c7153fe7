/* app/balance.c -- compares the devices of all ranks by the time in which they had tasks. */
#include "app/balance.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "app/limit.h"
#include "app/ranks.h"
#include "base/memory.h"
#include "tasks/census.h"

/* Shorter than that, tasks are not what is measured. */
static const double LEAST_S = 1e-3;

static void take_busy(struct balance *b, const struct session *s)
{
    for (int d = 0; d < s->devices.n; ++d) b->busy[d] = census_busy(&s->devices.at[d]);
}

void balance_start(struct balance *b, const struct session *s, int64_t step, double start)
{
    *b = (struct balance){ .step = step, .start = start };
    if (s->o->balance_interval == COUNT_UNSET) return;
    census_start();
    b->busy = NEW(double, s->devices.n + 1);
    take_busy(b, s);
}

int balance_is_due(const struct balance *b, const struct session *s, int64_t step)
{
    return b->busy && step > b->step && step % s->o->balance_interval == 0
           && step < s->plan.num_steps;
}

double balance_wanted(const struct balance *b, const struct session *s, int64_t step)
{
    if (!balance_is_due(b, s, step)) return 0;
    return b->cost > 0 ? b->cost : b->start;
}

/* Nodes of each device's partitions. */
static double *nodes_of_devices(const struct session *s)
{
    const int nq = s->lgl.degree + 1;
    double *nodes = NEW(double, s->devices.n + 1);
    for_each (const struct part, p, s->run.parts)
        nodes[p->device - s->devices.at] += (double)p->mesh->num_elements * nq * nq * nq;
    return nodes;
}

enum status balance_look(struct balance *b, struct session *s, int64_t step, int *is_new)
{
    const double stages = (double)(step - b->step) * s->plan.rk->num_stages;
    double *nodes = nodes_of_devices(s), all[] = { 0, 0 }; /* nodes a stage, and a second */
    double longest = 0;
    for (int d = 0; d < s->devices.n; ++d) {
        struct device *device = &s->devices.at[d];
        const double busy = census_busy(device) - b->busy[d];
        if (nodes[d] > 0 && busy > LEAST_S) device->speed = nodes[d] * stages / busy;
        longest = fmax(longest, nodes[d] / device->speed);
        all[0] += nodes[d];
        all[1] += device->speed;
    }
    free(nodes);
    ranks_add(all, 2);
    longest = ranks_longest(longest);
    b->step = step;
    take_busy(b, s);
    *is_new = 0;
    const double even = all[0] / all[1], excess = longest / even - 1;
    if (excess <= s->o->balance_bound || (longest - even) * stages <= b->cost) return OK;
    const double start = limit_now();
    if (session_recut(s, is_new) != OK) { /* as a mesh file that was moved: the cut stays, for good */
        if (ranks_is_first()) fprintf(stderr, "balance: the mesh stays as it is: %s\n", error_text());
        error_clear();
        balance_end(b);
        return OK;
    }
    b->cuts += *is_new;
    if (*is_new) b->cost = ranks_longest(limit_now() - start);
    if (*is_new && ranks_is_first())
        fprintf(stderr, "balance: one device took %.0f %% longer than even shares would; from step "
                "%lld on the mesh is cut by the speeds measured\n", 100 * excess,
                (long long)step + 1);
    return OK;
}

void balance_end(struct balance *b)
{
    free(b->busy);
    b->busy = NULL;
}
