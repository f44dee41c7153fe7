#pragma once
/* io/checkpoint.h -- the whole state on disk, to go on from (docs/format.md). */
#include <stdint.h>
#include "io/provenance.h"
#include "io/view.h"

/** What a checkpoint knows besides the state. */
struct checkpoint {
    char case_name[64], mapping_name[32];
    char version[32];           /* of the program that wrote it; only read    */
    int degree;                 /* of the state in the file                 */
    size_t sizeof_real;         /* likewise                                 */
    struct mesh_spec mesh;      /* but for its partitions, which may change */
    double gamma, gas_constant, gravity, coriolis_f, coriolis_beta;
    int64_t step, output_index; /* steps done; outputs written              */
    double time;                /* s                                        */
    int64_t origin_step;        /* times of steps are counted from its time */
    double origin_time;         /* s                                        */
    double mass, energy, entropy; /* at t = 0                               */
    double wall;                /* s spent in steps since t = 0             */
    double min_density, min_pressure; /* at the nodes, kg/m^3, Pa           */
    uint64_t checksum;          /* of the state, as in summary.json; checkpoint_write finds it */
    uint64_t sums[NFIELDS];     /* of each variable; likewise               */
};

/** Writes folder/checkpoint_SSSSSS.h5, points folder/checkpoint_latest.h5 to it and removes all but
 * the last two. Rank 0 makes the file, and all ranks, which share the folder, write their part of
 * the state: the same bytes whatever the ranks hold. BAD_MACHINE where the disk refuses; then the
 * older ones are as they were. Collective. */
enum status checkpoint_write(const char *folder, const struct checkpoint *c, const struct view *v,
                             const struct provenance *facts);

/** Reads all but the state. BAD_INPUT where the file is missing, damaged outside of its state or
 * something else; BAD_MACHINE where the disk does not give it. Local. */
enum status checkpoint_read(const char *path, struct checkpoint *c);

/** BAD_INPUT, with all differences, where a run of what is `wanted` cannot go on from `found`: case,
 * mesh, gas, gravity, Coriolis parameters. Order and precision may differ. Local. */
enum status checkpoint_compare(const char *path, const struct checkpoint *found,
                               const struct checkpoint *wanted);

/** Reads the state into q[n], the arrays of the partitions of the mesh, for elements of a degree in
 * reals of a size, other than in the file or not (docs/decisions/2026-11-30-checkpoints.md). BAD_INPUT
 * where it is damaged, or what it becomes has no positive density and pressure. Each rank reads its
 * own part. Collective. */
enum status checkpoint_read_state(const char *path, const struct checkpoint *c,
                                  const struct mesh *mesh, int degree, size_t sizeof_real,
                                  void *const *q);

/** Reads all of a file, and says how many elements it has. BAD_INPUT where it is damaged or its state
 * is unphysical. Local. */
enum status checkpoint_verify(const char *path, struct checkpoint *c, int64_t *elements);

/** The step of a checkpoint's name without its folder, or -1: of no other file. */
int64_t checkpoint_step(const char *name);

/** Points checkpoint_latest.h5 to the newest checkpoint up to `step`; removes it where there is none.
 * BAD_MACHINE where the disk refuses. */
enum status checkpoint_point_back(const char *folder, int64_t step);

/** Adds to the message of a failure to read `path` which earlier checkpoint of its folder is whole.
 * Returns s. Local: one rank does it for all. */
enum status checkpoint_suggest(const char *path, enum status s);
