#pragma once
/* app/ledger.h -- the entropy budget of a run, line by line: output.budget. */
#include "app/session.h"
#include "io/budget.h"

/** Starts the budget at the present state, where one is asked for; opens budget.csv, as
 * budget_open. */
enum status ledger_open(struct budget_table *t, struct session *s, int64_t step, double time,
                        int goes_on);

/** Adds a line for what happened since the last one; nothing where there is no budget, or no step
 * since then. Waits for tasks. */
enum status ledger_write(struct budget_table *t, struct session *s, int64_t step, double time);

/** Prints the table on standard output and draws budget.png, where there is a budget. */
enum status ledger_show(const struct budget_table *t, const struct session *s);
