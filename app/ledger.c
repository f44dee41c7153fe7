/* app/ledger.c -- asks for the entropy budget and hands it to the files. */
#include "app/ledger.h"
#include <string.h>
#include "app/ranks.h"
#include "graph/budget.h"
#include "tasks/budget.h"

static enum status open_table(struct budget_table *t, const char *folder, int64_t step, double time,
                              int goes_on)
{
    const struct budget_line start = { .step = step, .time = time };
    TRY(budget_open(t, folder, goes_on ? step : -1));
    return t->lines.n == 0 ? budget_add(t, &start) : OK;
}

enum status ledger_open(struct ledger *l, struct session *s, int64_t step, double time, int goes_on)
{
    if (!s->o->output_budget) return OK;
    l->is_kept = 1;
    l->step = step;
    TRY(ON_FIRST(open_table(&l->table, s->o->output_directory, step, time, goes_on)));
    return ledger_start(l, s);
}

enum status ledger_start(const struct ledger *l, struct session *s)
{
    if (!l->is_kept) return OK;
    budget_new(&s->run);
    return graph_budget_start(&s->run);
}

enum status ledger_write(struct ledger *l, struct session *s, int64_t step, double time)
{
    struct budget b;
    if (!l->is_kept || l->step == step) return OK;
    TRY(graph_budget(&s->run, &b));
    struct budget_line line = { .step = step, .time = time, .measured = b.measured,
                                .residual = b.residual, .scale = b.scale };
    memcpy(line.part, b.part, sizeof line.part);
    l->step = step;
    return ON_FIRST(budget_add(&l->table, &line));
}

static enum status show(const struct budget_table *t, const struct session *s)
{
    if (!t->csv || t->lines.n == 0) return OK;
    budget_print(t, stdout);
    return budget_draw(t, s->o->output_directory, s->o->top_case);
}

enum status ledger_show(const struct ledger *l, const struct session *s)
{
    return l->is_kept ? ON_FIRST(show(&l->table, s)) : OK;
}

enum status ledger_close(struct ledger *l) { return budget_close(&l->table); }
