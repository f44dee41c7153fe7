#pragma once
/* app/speed.h -- how fast the devices of a session are, measured with the run's own tasks. */
#include "app/session.h"

/** Node-stages/s of each of `devices`, all of one kind and all at work at once, in the case, order,
 * precision and form of a planned session; nothing of it changes. BAD_MACHINE where a GPU has no
 * kernels or too little memory. Local. */
enum status speed_measure(const struct session *s, const device_list *devices, double *speed);

/** What is left of a core's speed (node-stages/s) in a stage over so many nodes, part of which it
 * waits for GPUs; 1 where that is all of the stage. */
double speed_beside_gpus(double core, int cores, double gpu, int gpus, double nodes);

/** Are there speeds to measure: GPUs and cores, of whatever rank, share the mesh, and not both have
 * theirs from the case file? */
int speed_is_wanted(const struct session *s);

/** Measures the speeds that the case file leaves open, says them on standard error, and puts them
 * into the options (the session's own ones from here on) and into its devices. Local. */
enum status speed_settle(struct session *s);
