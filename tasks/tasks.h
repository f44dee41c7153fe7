#pragma once
/* tasks/tasks.h -- one function = one task.
 *
 * Each submits its task and returns at once; StarPU orders tasks by the data they name. None of
 * them loops over partitions, none waits, none knows its caller. They return OK, or BAD_MACHINE
 * when StarPU refuses the task. Local.
 */
#include "base/error.h"
#include "tasks/run.h"

/** What a stage adds to its data: k <- A k + rhs(q), q <- q + B_dt k. */
struct stage {
    int64_t step;
    int number;        /* 0-based        */
    double A, B_dt;    /* 1, s           */
    double weight;     /* dt b_s, s: of this right-hand side in the whole step; for the budget */
};

enum status task_trace(const struct run *, const struct part *);
enum status task_volume(const struct run *, const struct part *, const struct stage *);
enum status task_interior_surface(const struct run *, const struct part *);
enum status task_halo_surface(const struct run *, const struct part *);
enum status task_update(const struct run *, const struct part *, const struct stage *);
enum status task_tendency(const struct run *, const struct part *, const struct stage *);

/** n stages in a row, more than one only where the part has no links. Each goes from one state into
 * the other: the caller exchanges them n times when all parts are submitted. */
enum status task_advance(const struct run *, const struct part *, const struct stage *, int n);

/** A time step of length dt (s) in the absorbing layer; nothing where the part has none of it. What
 * the part shows is then out of date. */
enum status task_absorb(const struct run *, const struct part *, double dt);

enum status task_diagnose(const struct run *, const struct part *);

/** What the right-hand side of the old state (states[!now]: after task_advance) does to entropy. */
enum status task_budget(const struct run *, const struct part *, const struct stage *);

/** Adds the entropy gained since the last such task to BUDGETED_STAGES or _LAYER; since the start of
 * the budget to BUDGETED_WHOLE. */
enum status task_budget_change(const struct run *, const struct part *, int to);
