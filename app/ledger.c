/* app/ledger.c -- asks for the entropy budget and hands it to the files. */
#include "app/ledger.h"
#include <string.h>
#include "graph/budget.h"
#include "tasks/budget.h"

enum status ledger_open(struct budget_table *t, struct session *s, int64_t step, double time,
                        int goes_on)
{
    const struct budget_line start = { .step = step, .time = time };
    if (!s->o->output_budget) return OK;
    budget_new(&s->run);
    TRY(budget_open(t, s->o->output_directory, goes_on ? step : -1));
    TRY(graph_budget_start(&s->run));
    return t->lines.n == 0 ? budget_add(t, &start) : OK;
}

enum status ledger_write(struct budget_table *t, struct session *s, int64_t step, double time)
{
    struct budget b;
    if (!t->csv || t->lines.at[t->lines.n - 1].step == step) return OK;
    TRY(graph_budget(&s->run, &b));
    struct budget_line line = { .step = step, .time = time, .measured = b.measured,
                                .residual = b.residual, .scale = b.scale };
    memcpy(line.part, b.part, sizeof line.part);
    return budget_add(t, &line);
}

enum status ledger_show(const struct budget_table *t, const struct session *s)
{
    if (!t->csv || t->lines.n == 0) return OK;
    budget_print(t, stdout);
    return budget_draw(t, s->o->output_directory, s->o->top_case);
}
