#pragma once
/* app/balance.h -- balance.interval: watches how long devices work, and shares the mesh out anew. */
#include "app/session.h"

/** What the devices had done when they were last looked at. */
struct balance {
    double *busy;          /* [s->devices.n] s */
    int64_t step;
    int cuts;              /* times that the mesh was cut anew */
    double cost;           /* s that the last time took        */
    double start;          /* s that starting the run took     */
};

/** Starts watching, where balance.interval is set; starting the run took so many seconds. */
void balance_start(struct balance *b, const struct session *s, int64_t step, double start);

/** Is it time to look, after so many steps? */
int balance_is_due(const struct balance *b, const struct session *s, int64_t step);

/** Seconds that a cut after so many steps may take; 0 where it is not time to look. */
double balance_wanted(const struct balance *b, const struct session *s, int64_t step);

/** Cuts the mesh of a run at rest anew where the device that works longest takes more than
 * 1 + balance.bound of what all of them would take with even shares, if that saves in an interval more
 * than the last cut has cost, and says so on standard error; *is_new: whether it did. The state keeps
 * every bit. Where the mesh cannot be cut, as without its file, it says why and looks no more.
 * Collective. */
enum status balance_look(struct balance *b, struct session *s, int64_t step, int *is_new);

void balance_end(struct balance *b);
