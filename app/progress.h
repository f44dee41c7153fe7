#pragma once
/* app/progress.h -- how far a run is: a line that redraws on a terminal, plain lines in a file. */
#include <stdint.h>
#include <stdio.h>

struct progress {
    int64_t first_step, last_step; /* of this run                     */
    double nodes_a_step;           /* node-stages of one step         */
    double last_shown;             /* s, clock                        */
    int is_open;                   /* does a line wait for its end?   */
};

/** What the line says. */
struct progress_line {
    int64_t step;
    double time;    /* s, simulated                                   */
    double wall;    /* s, of stepping in this run                     */
    double mass_relative_change, energy_relative_change;
};

/** Shows the line: on a terminal some times a second, in a file every few seconds, and the last. */
void progress_show(struct progress *p, const struct progress_line *l, int is_last);

/** Ends a line that would have been drawn again, so that a message starts on its own. */
void progress_end(struct progress *p);
