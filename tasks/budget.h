#pragma once
/* tasks/budget.h -- what the entropy budget keeps of a run: values of elements, and a state. */
#include "base/error.h"
#include "codelets/budgeted.h"
#include "tasks/run.h"

/** Gives the partitions their arrays and switches the budget on: after data_new, in the full form,
 * before the first task; data_free frees them. Local. */
void budget_new(struct run *r);

/** Keeps the present state of a part and sets its values to zero; waits. */
void budget_keep(const struct run *r, const struct part *p);

/** The partition's values, [element][NBUDGETED], between budget_look and its release. Waits for
 * their tasks. */
const struct budgeted *budget_look(const struct part *p);
void budget_release(const struct part *p);
