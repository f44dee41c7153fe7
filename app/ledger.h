#pragma once
/* app/ledger.h -- the entropy budget of a run, line by line: output.budget. */
#include "app/session.h"
#include "io/budget.h"

/** The budget of a run; the first rank has its table. */
struct ledger {
    int is_kept;               /* is a budget asked for?        */
    int64_t step;              /* of the last line              */
    struct budget_table table;
};

/** Starts the budget at the present state, where one is asked for; opens budget.csv, as
 * budget_open. Collective. */
enum status ledger_open(struct ledger *l, struct session *s, int64_t step, double time, int goes_on);

/** Goes on with the budget from the present state, whose data are new. Collective. */
enum status ledger_start(const struct ledger *l, struct session *s);

/** Adds a line for what happened since the last one; nothing where there is no budget, or no step
 * since then. Waits for tasks. Collective. */
enum status ledger_write(struct ledger *l, struct session *s, int64_t step, double time);

/** Prints the table on standard output and draws budget.png, where there is a budget. Collective. */
enum status ledger_show(const struct ledger *l, const struct session *s);

enum status ledger_close(struct ledger *l);
