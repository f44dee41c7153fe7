#pragma once
/* tests/fuzz/checkpoint_edits.h -- a few words that change a whole checkpoint.
 *
 * A line each, what it does not understand is passed over; [at] counts bytes from 0:
 *
 *     NAME gone                        removes an attribute of the file (provenance/NAME: of that
 *                                      group), the group provenance or the dataset state
 *     NAME int|real N...               replaces the attribute by numbers; none: it is empty
 *     NAME text|letters WORDS          by a text of any length, or of just these letters
 *     state int|real|half ROWS COLUMNS replaces the state by zeros of that shape, or
 *     state chunked ROWS COLUMNS       stored in chunks, none of which is there
 *     length N                         cuts or extends the file before it is sealed
 *     place AT BYTES                   seals it with another place of the state
 *     damage AT VALUE                  changes a byte of the sealed file
 *     cut N                            cuts or extends the sealed file
 *
 * Nothing changes a byte of HDF5's own before the file is sealed: HDF5 trusts what it reads.
 */
#include <stddef.h>

/** Changes the checkpoint `path` as text says, and seals it. */
void checkpoint_edit(const char *path, const char *text);
