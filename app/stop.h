#pragma once
/* app/stop.h -- signals that a run obeys: SIGTERM and SIGINT end it, SIGUSR1 asks for a checkpoint.
 *
 * All threads block them, so that no system call is interrupted and no library sees them, but for
 * those that a library has started before main(), which pass them on; one thread of ours waits for
 * them. Until stop_gently the first one ends the program, then it is the time loop that asks and the
 * second one that ends the program, with exit code 5 (STOPPED).
 */
#include "base/error.h"

/** Takes the signals over, but for those that the program was started to ignore; before MPI and
 * StarPU have threads, which inherit what is blocked. BAD_MACHINE without a thread. */
enum status stop_start(void);

/** From here on the time loop ends the run, which leaves its files in that folder; the text has to
 * stay. */
void stop_gently(const char *folder);

/** "SIGTERM" or "SIGINT" where one has come, or NULL. */
const char *stop_signal(void);

/** Has SIGUSR1 come since the last call? */
int stop_takes_wish(void);

/** Lets no signal do anything any more: what is to be written at the end is short. */
void stop_end(void);
