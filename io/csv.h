#pragma once
/* io/csv.h -- tables that grow while a run steps, a line a step: diagnostics.csv, points.csv. */
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"

/** Opens the table with that header, a line: a new one, or, with keep_to >= 0, the one of an
 * earlier run, cut behind step keep_to; steps stand in the first column. BAD_INPUT where that one
 * has another header; BAD_MACHINE where the disk refuses. */
enum status csv_open(FILE **f, const char *path, const char *header, int64_t keep_to);

/** BAD_INPUT where there is such a table with another header; changes nothing. */
enum status csv_check(const char *path, const char *header);

/** BAD_MACHINE, naming the table, where the disk refuses. csv_close takes NULL, too. */
enum status csv_flush(FILE *f, const char *name);
enum status csv_close(FILE *f, const char *name);
