#pragma once
/* app/watchdog.h -- ends a run whose tasks do not get done any more, and says what waits for what. */
#include "base/error.h"

/** Starts to watch StarPU's tasks, which runs. Where tasks wait and none has been done for so many
 * seconds, and for ten times as long as the longest one took, the program ends with exit code 1 and a
 * list of tasks and workers; time in which the process was stopped does not count. 0 seconds: watches
 * nothing. BAD_MACHINE without a thread. */
enum status watchdog_start(double seconds);
void watchdog_end(void);
