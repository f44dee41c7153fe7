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

/** Makes o->output_directory and writes effective.yaml into it. What an earlier run left there and
 * this one would contradict goes: its summary, checkpoints behind first_step, the one that the run
 * goes on from, and, with -1, where it does not go on, its fields and pictures. */
enum status folder_make(const struct options *o, int64_t first_step);
