#pragma once
/* app/folder.h -- the folder of a run: looked at before anything starts, made when all is ready. */
#include "base/error.h"
#include "io/options.h"

/** Whether two paths name the same folder. */
int folder_is_same(const char *a, const char *b);

/** BAD_MACHINE, naming `what`, where neither the folder nor the nearest one above it that exists can
 * be written. Changes nothing. */
enum status folder_check_writable(const char *what, const char *folder);

/** BAD_INPUT where the folder holds the results of an earlier run that may not be replaced, or is no
 * folder; BAD_MACHINE where it cannot be written. Changes nothing. */
enum status folder_check(const char *folder, int may_replace);

/** What stays of the run that one goes on with in its folder: up to a step, so many outputs. -1, 0:
 * nothing, as where it does not go on, or in another folder. */
struct kept {
    int64_t step, outputs;
};

/** Makes o->output_directory and writes effective.yaml into it. What an earlier run left there and
 * this one would contradict goes: its summary, and checkpoints, fields and pictures that are not kept. */
enum status folder_make(const struct options *o, const struct kept *kept);
