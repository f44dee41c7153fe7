#pragma once
/* app/loop.h -- a run on its way: what the parts of the time loop share. */
#include <stdio.h>
#include "app/balance.h"
#include "app/follow.h"
#include "app/ledger.h"
#include "app/limit.h"
#include "app/progress.h"
#include "app/session.h"
#include "io/netcdf.h"
#include "io/report.h"

struct loop {
    struct session *s;
    const struct provenance *facts;
    struct diagnostics initial, now;
    int64_t step, first_step;  /* steps done, all and before this run        */
    double time;               /* s                                          */
    int64_t output_index;      /* of the next output                         */
    double wall;               /* s spent in stepping                        */
    double wall_before;        /* likewise, before this run                  */
    double moved, through_host; /* bytes between memories, in stepping       */
    FILE *csv;
    struct netcdf *planes;     /* or NULL                                    */
    struct follow follow;
    struct ledger budget;
    struct balance balance;
    struct progress progress;
    struct limit limit;
    int64_t saved_step;        /* of the last checkpoint written, or -1      */
    const char *stopped_by;    /* a signal's name, or the flag; NULL: not    */
};

/** Looks at the state: a line of progress, of diagnostics.csv and of points.csv. Collective. */
enum status loop_diagnose(struct loop *l, int is_last);

/** Writes summary.json for a run that ends so: OK, UNPHYSICAL, which goes back to the last good
 * step, or STOPPED. Collective. */
enum status loop_summarize(struct loop *l, enum status status);

/** BAD_INPUT where the wall-time limit leaves no time for an output, where the run begins with one, a
 * step and a checkpoint. Collective. */
enum status loop_check_limit(const struct loop *l, int has_output);

/** What all ranks do here because of what one of them was told. */
struct order {
    const char *stopped_by; /* a signal, or the limit, where the next step might not be saved before it */
    int saves;              /* SIGUSR1 wants a checkpoint */
};

/** The order before a step, with an output or not; with is_over, after the last one. Collective. */
struct order loop_order(const struct loop *l, int is_over, int has_output);

/** Says on standard error which checkpoint SIGUSR1 has made. Local. */
void loop_show_checkpoint(const struct loop *l);

/** STOPPED, with why, where and how to go on. Local. */
enum status loop_stop(const struct loop *l);
