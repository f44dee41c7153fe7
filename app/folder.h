#pragma once
/* app/folder.h -- the folder of a run: looked at before anything starts, made when all is ready. */
#include "base/error.h"
#include "io/options.h"

/** BAD_INPUT where the folder holds the results of an earlier run that may not be replaced, or is no
 * folder; BAD_MACHINE where it cannot be written. Changes nothing. */
enum status folder_check(const char *folder, int may_replace);

/** Makes o->output_directory and writes effective.yaml into it. */
enum status folder_make(const struct options *o);
