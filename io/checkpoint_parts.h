#pragma once
/* io/checkpoint_parts.h -- what the files of io/checkpoint*.c share. */
#include <stdint.h>
#include "io/checkpoint.h"
#include "io/hdf5.h"

/** The attributes of the file. BAD_MACHINE where the disk refuses. */
enum status checkpoint_write_header(const struct hdf5_writer *w, const struct checkpoint *c,
                                    const struct provenance *facts);

/** Memory type of reals of a size; values of an element, its variables one after the other. */
hid_t checkpoint_type(size_t sizeof_real);
hsize_t checkpoint_columns(int degree);

/** Writes the state and works out c's checksums; where it lies in the file, in bytes. */
enum status checkpoint_write_state(const struct hdf5_writer *w, struct checkpoint *c,
                                   const struct view *v, uint64_t *at, uint64_t *bytes);

/** folder/checkpoint_SSSSSS.h5 into path[size]. */
void checkpoint_path(char *path, size_t size, const char *folder, int64_t step);

/** Moves folder/checkpoint_latest.h5 to that step. BAD_MACHINE where the disk refuses. */
enum status checkpoint_point_to(const char *folder, int64_t step);

/** Removes the checkpoints before the one before `newest`. */
void checkpoint_remove_old(const char *folder, int64_t newest);
