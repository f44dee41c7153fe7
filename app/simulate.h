#pragma once
/* app/simulate.h -- the time loop: steps, outputs, diagnostics, checkpoints. */
#include "app/limit.h"
#include "app/session.h"

/** Runs the session's plan from its initial state, or from a checkpoint where restart is not NULL,
 * and leaves its files in o->output_directory; those of the checkpoint's run, where it stands_there,
 * are kept up to its step and gone on with. summary.json is written at exits 0, 4 and 5. Returns
 * UNPHYSICAL where the solution lost its positive density or pressure, STOPPED with a checkpoint where
 * a signal (app/stop.h) or the limit ended it before its last step, and BAD_INPUT where the limit
 * leaves no time for a step. */
enum status simulate(struct session *s, const char *restart, int stands_there,
                     const struct limit *limit);
