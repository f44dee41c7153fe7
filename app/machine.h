#pragma once
/* app/machine.h -- which cores and GPUs of its machine a rank has. */
#include "base/error.h"

/** Takes this rank's part, before StarPU looks at the machine. Where ranks of one machine may use the
 * same cores, each binds itself to an even part of them; those that see the same GPUs take an even
 * part each, in the order of ranks, unless STARPU_WORKERS_CUDAID says which. BAD_MACHINE where a rank
 * is left with one core of several, with what to type. One rank has it all. Collective. */
enum status machine_share(void);

/** Ranks of this machine; workers on cores that suit this rank, or -1: as many as StarPU finds. */
int machine_ranks(void);
int machine_cores(void);

/** GPUs that this rank can use. */
int machine_gpus(void);

/** Says on standard error what each rank has: its host and CPUs, and so many workers and GPUs that it
 * uses; nothing for one rank. Collective. */
void machine_show(int workers, int used_gpus);
