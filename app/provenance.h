#pragma once
/* app/provenance.h -- what this program and this run are, for every file that the run leaves. */
#include "io/provenance.h"

/** Keeps how the program was called. */
void provenance_start(int argc, char **argv);

/** The facts of a run; case_file is the text of effective.yaml. Valid until the next call. */
const struct provenance *provenance_of(const char *case_name, const char *case_file);

const char *provenance_version(void);
const char *provenance_commit(void);
const char *provenance_build(void);
const char *provenance_starpu(void);
