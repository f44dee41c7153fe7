#pragma once
/* app/limit.h -- the wall-time limit of a run, and what its parts take, to end before it. */
#include <stddef.h>

/** Times in s of a clock that runs evenly; a duration is NaN until it was measured. */
struct limit {
    double wall;               /* asked for, s; NaN: no limit                */
    double start;              /* of the program                            */
    double step, output, checkpoint; /* the longest of late                  */
    double written;            /* bytes of the state: what writing is guessed from at first */
};

/** Seconds of "[[HH:]MM:]SS", with a fraction if need be; NaN where that is no duration above 0. */
double limit_parse(const char *text);

/** A limit of so many seconds from now, or none with NaN. */
struct limit limit_new(double wall);

double limit_now(void);

/** Notes a measured duration: the longest counts, and is forgotten by a tenth with each new one. */
void limit_note(double *longest, double duration);

/** Seconds that so many steps take, and an output where there is one, and a checkpoint. Writing counts
 * twice, since a disk that others use is not always as fast; a second is for the rest. */
double limit_wanted(const struct limit *l, int steps, int has_output);

/** Seconds that are left; infinity without a limit. */
double limit_left(const struct limit *l);

/** The limit as text, as "01:30:00". */
void limit_print(const struct limit *l, char *text, size_t size);
