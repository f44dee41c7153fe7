#pragma once
/* app/case_file.h -- the arguments CASE.yaml, --set and --output, as several commands take them. */
#include <argp.h>
#include "io/options.h"

enum { MAX_SETS = 256 };

struct case_file {
    struct option_source from; /* sets points into the next member */
    const char *sets[MAX_SETS];
};

/** A child parser; its input is a zeroed struct case_file. */
extern const struct argp case_file_argp;

/** For a command's own parser: hands its case_file to the child. */
void case_file_init(struct argp_state *state, struct case_file *c);

/** Adds a --set; an argp error, which has been said, where there are too many. */
int case_file_set(struct argp_state *state, struct case_file *c, const char *set);

/** Reads the options and prints their warnings to standard error. */
enum status case_file_read(struct options *o, struct case_file *c);
