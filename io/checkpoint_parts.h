#pragma once
/* io/checkpoint_parts.h -- what the files of io/checkpoint*.c share. */
#include <stdint.h>
#include <xxhash.h>
#include "io/checkpoint.h"
#include "io/hdf5.h"

/** The attributes of the file. BAD_MACHINE where the disk refuses. */
enum status checkpoint_write_header(const struct hdf5_writer *w, const struct checkpoint *c,
                                    const struct provenance *facts);

/** Memory type of reals of a size; values of an element, its variables one after the other. */
hid_t checkpoint_type(size_t sizeof_real);
hsize_t checkpoint_columns(int degree);

/** Hashes of an element in the order and precision of c: of each variable, and of all. */
enum { NSUMS = NFIELDS + 1 };
void checkpoint_hash(const struct checkpoint *c, const void *element, uint64_t hashes[NSUMS]);

/** The checksums of c from the hashes of this rank's elements; they are right on rank 0.
 * Collective. */
void checkpoint_sum_up(const struct mesh *m, const uint64_t (*hashes)[NSUMS],
                       struct checkpoint *c);

/** The same from all elements' hashes, one after the other in Morton order; sums_add has the form of
 * a mesh_taker. */
struct sums {
    XXH64_state_t *of[NSUMS];
};
void sums_new(struct sums *s);
void sums_add(void *sums, const void *hashes);
void sums_end(struct sums *s, struct checkpoint *c);

/** Of a file that rank 0 has made and closed: where its state goes. */
struct state_place {
    char path[4104], name[4096]; /* as it is called now; and in messages */
    uint64_t at, bytes;          /* of the state                         */
};

/** Writes this rank's part of the state there; it is on disk then. BAD_MACHINE where the disk
 * refuses. Local. */
enum status checkpoint_write_own(const struct state_place *place, const struct checkpoint *c,
                                 const struct view *v);

/** folder/checkpoint_SSSSSS.h5 into path[size]. */
void checkpoint_path(char *path, size_t size, const char *folder, int64_t step);

/** Moves folder/checkpoint_latest.h5 to that step. BAD_MACHINE where the disk refuses. */
enum status checkpoint_point_to(const char *folder, int64_t step);

/** Removes the checkpoints before the one before `newest`. */
void checkpoint_remove_old(const char *folder, int64_t newest);
