#pragma once
/* io/provenance.h -- where a result comes from: written into every file. */

/** One fact, as "version" = "0.1.0". A list of them ends with a NULL key. The program's keys are
 * case (its name), case_file (the text of effective.yaml), version, commit, build, starpu, host and
 * command. */
struct provenance {
    const char *key, *value;
};
