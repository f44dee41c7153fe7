#pragma once
/* tasks/traffic.h -- bytes that travel between memories: those that StarPU counts, and the halo. */
#include "tasks/run.h"

/** Bytes that StarPU has moved between memories since the last call; through_host: those that left
 * or reached the host's. Local. */
double traffic_take(double *through_host);

/** Bytes that neighbours in another memory fetch in one stage, where partitions are pinned; 0 where
 * StarPU places tasks. Local. */
double traffic_halo(const struct run *r);

/** Brings what tasks only read, and the state, to the devices that own them; waits. Local. */
void traffic_send(const struct run *r);
