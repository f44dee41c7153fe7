#pragma once
/* app/simulate.h -- the time loop: steps, outputs, diagnostics, checkpoints. */
#include "app/session.h"

/** Runs the session's plan from its initial state, or from a checkpoint where restart is not NULL,
 * and leaves its files in o->output_directory, which exists. summary.json is written at exits 0 and
 * 4. Returns UNPHYSICAL where the solution lost its positive density or pressure. */
enum status simulate(struct session *s, const char *restart);
