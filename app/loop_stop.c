/* app/loop_stop.c -- whether a run ends before its last step, and what it says then. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "app/loop.h"
#include "app/ranks.h"
#include "app/stop.h"
#include "base/shell.h"

#define LIMIT "--walltime"

/* Steps that may have to be waited for: the next one, and those submitted ahead. */
static int steps_ahead(const struct loop *l)
{
    const int stages = l->s->plan.rk->num_stages;
    return 1 + ((int)l->s->o->runtime_window + stages - 1) / stages;
}

enum status loop_check_limit(const struct loop *l, int has_output)
{
    const int writes = has_output && l->s->o->output_fields.n > 0;
    const double left = limit_left(&l->limit);
    const double wanted = limit_wanted(&l->limit, 0, writes) + 1;
    char limit[32];
    int is_late = left < wanted;
    ranks_most(&is_late, 1);
    if (!is_late) return OK;
    limit_print(&l->limit, limit, sizeof limit);
    FAIL(BAD_INPUT, "%s %s leaves no time for a step and a checkpoint: starting took %.3g s, and "
         "writing may take %.3g s; nothing was computed or replaced", LIMIT, limit,
         l->limit.wall - left, wanted);
}

/* Reasons to stop, the strongest last. */
static const char *const reasons[] = { NULL, LIMIT, "SIGTERM", "SIGINT" };
enum { NUM_REASONS = sizeof reasons / sizeof *reasons };

static int reason_here(const struct loop *l, int has_output)
{
    const int writes = has_output && l->s->o->output_fields.n > 0;
    for (int r = NUM_REASONS - 1; r > 1; --r)
        if (stop_signal() && !strcmp(stop_signal(), reasons[r])) return r;
    return limit_left(&l->limit) < limit_wanted(&l->limit, steps_ahead(l), writes)
                                       + balance_wanted(&l->balance, l->s, l->step);
}

struct order loop_order(const struct loop *l, int is_over, int has_output)
{
    int told[2] = { is_over ? 0 : reason_here(l, has_output), stop_takes_wish() };
    ranks_most(told, 2);
    return (struct order){ reasons[told[0]], told[1] };
}

void loop_show_checkpoint(const struct loop *l)
{
    fprintf(stderr, "SIGUSR1: %s/checkpoint_latest.h5 is the state after step %" PRId64 " of %"
            PRId64 ", t = %.6g s\n", l->s->o->output_directory, l->step, l->s->plan.num_steps,
            l->time);
}

enum status loop_stop(const struct loop *l)
{
    char limit[32], path[4096], word[4096];
    const int by_limit = !strcmp(l->stopped_by, LIMIT);
    limit_print(&l->limit, limit, sizeof limit);
    snprintf(path, sizeof path, "%s/checkpoint_latest.h5", l->s->o->output_directory);
    FAIL(STOPPED, "stopped by %s%s%s after step %" PRId64 " of %" PRId64 ", at t = %.6g s; the same "
         "command with --restart %s goes on", l->stopped_by,
         by_limit ? " " : "", by_limit ? limit : "", l->step, l->s->plan.num_steps, l->time,
         shell_quote(path, word, sizeof word));
}
