#pragma once
/* io/checkpoint.h -- the whole state on disk, to go on from (docs/format.md). */
#include <stdint.h>
#include "io/provenance.h"
#include "io/view.h"

/** What a checkpoint knows besides the state. */
struct checkpoint {
    const char *case_name, *mapping_name; /* when writing and comparing; not read */
    int degree;
    size_t sizeof_real;
    struct mesh_spec mesh;      /* but for its partitions, which may change */
    double gamma, gas_constant, gravity, coriolis_f, coriolis_beta;
    int64_t step, output_index; /* steps done; outputs written              */
    double time;                /* s                                        */
    double mass, energy, entropy; /* at t = 0                               */
    uint64_t checksum;          /* of the state, as in summary.json         */
};

/** Writes folder/checkpoint_SSSSSS.h5, points folder/checkpoint_latest.h5 to it and removes all but
 * the last two. BAD_MACHINE where the disk refuses; then the older ones are as they were. */
enum status checkpoint_write(const char *folder, const struct checkpoint *c, const struct view *v,
                             const struct provenance *facts);

/** Reads all but the state. BAD_INPUT where the file is missing, damaged or something else. */
enum status checkpoint_read(const char *path, struct checkpoint *c);

/** BAD_INPUT, with all differences, also of the case, where a run with `wanted` cannot go on from `found`. */
enum status checkpoint_compare(const char *path, const struct checkpoint *found,
                               const struct checkpoint *wanted);

/** Reads the state into q[n], the arrays of the partitions of the mesh, in the precision of the file. */
enum status checkpoint_read_state(const char *path, const struct checkpoint *c,
                                  const struct mesh *mesh, void *const *q);
