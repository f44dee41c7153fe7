#pragma once
/* tasks/census.h -- which tasks are on their way, and with whom: what a stuck run is asked about. */
#include <starpu.h>
#include <stdint.h>
#include "tasks/place.h"

enum { CENSUS_KINDS = 32 };

/** Tasks of one codelet since census_start. */
struct census_kind {
    const struct starpu_codelet *codelet;
    int64_t submitted, done;
};

/** What a worker does: nothing, or the task it took last; GPUs take several ahead. */
struct census_worker {
    const struct starpu_codelet *codelet; /* or NULL                             */
    int taken;                            /* tasks, not done yet                 */
    double since;                         /* s; of starpu_timing_now, in seconds */
};

/** Counts from here on the tasks that task_submit hands over; off before. StarPU runs. */
void census_start(void);

/** Makes StarPU count the task, which was filled in and is not submitted yet; where the census is off
 * it stays as it is. Only the submitting thread calls it. */
void census_add(struct starpu_task *task);

/** The number of kinds; *kinds are theirs, which change while tasks run. From any thread. */
int census_kinds(const struct census_kind **kinds);

/** What a StarPU worker does. From any thread. */
struct census_worker census_worker(int worker);

/** Tasks done, and not done yet; the longest time of one, s. From any thread. */
int64_t census_done(void);
int64_t census_pending(void);
double census_longest(void);

/** Seconds in which a device had tasks to do, since census_start; a GPU's streams count once. */
double census_busy(const struct device *d);

/** Notes where the submitting thread is, for messages; stage counts from 0. */
void census_at(int64_t step, int stage);
void census_where(int64_t *step, int *stage);
