/* graph/stage.c -- one Runge-Kutta stage as a task graph: eq. (2), overlapped as in Sec. 4.3. */
#include "graph/graph.h"

enum status graph_submit_stage(const struct run *r, const struct stage *s)
{
    /* What neighbours wait for goes first, and travels ... */
    for_each (struct part, p, r->parts) TRY(task_trace(r, p));

    /* ... while we compute what needs no neighbour: volume terms and inner faces; */
    for_each (struct part, p, r->parts) TRY(task_volume(r, p, s));
    for_each (struct part, p, r->parts) TRY(task_interior_surface(r, p));

    /* the elements at a border as soon as the traces are here; */
    for_each (struct part, p, r->parts) TRY(task_halo_surface(r, p));

    /* and the step: q <- q + B dt k (k <- A k stands at the head of volume). */
    for_each (struct part, p, r->parts) TRY(task_update(r, p, s));
    return OK;
}
