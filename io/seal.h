#pragma once
/* io/seal.h -- the first 512 bytes of a checkpoint vouch for all of it but its state.
 *
 * They stand before HDF5's own part (a user block) and hold the file's length, where the state lies,
 * and the XXH64 of every byte around it. HDF5 does not look into a file before the seal fits: what a
 * damaged one would make of it never matters. The state has checksums of its own.
 */
#include <stdint.h>
#include "base/error.h"

enum { SEAL_BYTES = 512, SEAL_FORMAT = 4 };

/** Seals the complete and closed file `path`, whose state lies at byte `at`; messages call it
 * `name`. BAD_MACHINE where the disk refuses. */
enum status seal_write(const char *path, const char *name, uint64_t at, uint64_t bytes);

/** Checks the seal of a file, and says how many bytes of it are the state. BAD_INPUT where the file
 * is missing, no checkpoint, of another format, or damaged outside of its state; BAD_MACHINE where
 * the disk does not give it. */
enum status seal_check(const char *path, uint64_t *state_bytes);
