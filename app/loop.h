#pragma once
/* app/loop.h -- a run on its way: what the parts of the time loop share. */
#include <stdio.h>
#include "app/follow.h"
#include "app/ledger.h"
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
    double moved, through_host; /* bytes between memories, in stepping       */
    FILE *csv;
    struct netcdf *planes;     /* or NULL                                    */
    struct follow follow;
    struct budget_table budget;
    struct progress progress;
};

/** Looks at the state: a line of progress, of diagnostics.csv and of points.csv. */
enum status loop_diagnose(struct loop *l, int is_last);

/** Writes summary.json for a run that ends so: OK or UNPHYSICAL, which goes back to the last good
 * step. */
enum status loop_summarize(struct loop *l, enum status status);
