#pragma once
/* tasks/data.h -- the arrays of a run: made from a mesh, filled, looked at, checksummed, freed. */
#include "base/error.h"
#include "mesh/lgl.h"
#include "tasks/run.h"

/** The constants of a run. */
struct physics {
    double gamma, gravity;            /* 1, m/s^2                     */
    double coriolis_f, coriolis_beta; /* f = f0 + beta (y - middle of the box), 1/s, 1/(m s) */
    double omega[2];                  /* horizontal parts of 2 Omega, 1/s */
    int flux;                         /* FLUX_MATRIX, ...             */
};

/** The conserved variables q at position x (m) of an element; data is the caller's. */
typedef void data_initial(void *data, const struct element *e, const double x[3],
                          double q[NFIELDS]);

/** BAD_INPUT where a partition is too large for a task, or has too many neighbours. Local. */
enum status data_check(const struct mesh *m, int degree);

/** Makes the data of r->mesh, for which data_check has no objection, and registers it with StarPU, which runs already; the mesh has to be
 * there, r->fusion and r->inline_tasks, and nothing else of *r. Partitions belong to the devices,
 * which outlive the run; NULL: StarPU places each task. Local. */
void data_new(struct run *r, int degree, size_t sizeof_real, const struct physics *physics,
              const device_list *devices);
void data_free(struct run *r);

/** Fills the state of every partition. Local. */
void data_fill(struct run *r, data_initial *initial, void *data);

/** Holds the state in main memory, for the host to read or to write anew, until data_release; q[n]
 * is the n-th partition's. Both wait for tasks. Local. */
void data_look(const struct run *r, const void **q);
void data_rewrite(struct run *r, void **q);
void data_release(const struct run *r);

/** The same of one partition. */
const void *data_look_part(const struct run *r, const struct part *p);
void data_release_part(const struct run *r, const struct part *p);

/** Bytes of one partition's arrays; each trace counts for both of its partitions. */
size_t data_bytes(const struct partition *p, int degree, size_t sizeof_real, enum fusion fusion);

/** XXH64 (seed 0) of the XXH64s of the elements' [NFIELDS][(N+1)^3] values, in Morton order, over all
 * ranks. Collective. */
uint64_t data_checksum(const struct run *r);

/** The partition's diagnostics, [element][NDIAGNOSED], between data_diagnosed and its release.
 * Waits for its task. */
const double *data_diagnosed(const struct part *p);
void data_diagnosed_release(const struct part *p);

/** Number of tasks that a stage submits on this rank. */
int data_tasks_a_stage(const struct run *r);
