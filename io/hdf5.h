#pragma once
/* io/hdf5.h -- HDF5 as our writers and readers use it: silent, and every result is checked. */
#include <hdf5.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"
#include "io/newfile.h"
#include "io/provenance.h"

/** An identifier that closes itself at the end of its scope. */
#define HDF5_ID __attribute__((cleanup(hdf5_release))) hid_t
void hdf5_release(hid_t *id);

/** Returns `status` with the message "cannot write FILE: reason" where an HDF5 call is negative;
 * doing is "read" or "write", path a name that the user knows. */
#define TRY_HDF5(status, doing, path, call)                                   \
    do {                                                                      \
        errno = 0;                                                            \
        if ((call) < 0) return hdf5_failed((status), (doing), (path));        \
    } while (0)
enum status hdf5_failed(enum status s, const char *doing, const char *path);

/** A file being written. */
struct hdf5_writer {
    struct newfile file;
    hid_t id;
    int error; /* errno of the first write that the disk refused, or 0 */
};

/** Begins a file under a temporary name; *w stays where it is until hdf5_finish. BAD_MACHINE where
 * the folder is missing or read-only. */
enum status hdf5_create(struct hdf5_writer *w, const char *path);

/** The same behind `bytes` (512 or a power of two above) that are the caller's. */
enum status hdf5_create_behind(struct hdf5_writer *w, const char *path, hsize_t bytes);

/** Closes what was written so far with status s; w->file.temporary is complete, to be added to. Every
 * identifier of the file but w->id is released by now. The status of both. */
enum status hdf5_close(struct hdf5_writer *w, enum status s);

/** Closes it, where it is open, and ends it: with s = OK it is synced and takes its name, else it is
 * removed. The status of the whole. */
enum status hdf5_finish(struct hdf5_writer *w, enum status s);

/** A dataset of `rows` rows of `columns` values (1: the dataset has one dimension).
 * chunk_rows > 0 stores chunks of so many rows, shuffled and deflated; 0 all in one piece. */
enum status hdf5_dataset(const struct hdf5_writer *w, hid_t group, const char *name, hid_t type,
                         hsize_t rows, hsize_t columns, hsize_t chunk_rows, hid_t *dataset);

/** Writes `rows` rows from row `first` on; values of HDF5's memory type `type`. */
enum status hdf5_write_rows(const struct hdf5_writer *w, hid_t dataset, hid_t type, hsize_t first,
                            hsize_t rows, const void *values);

/** Where the bytes of a dataset in one piece are in the file. */
enum status hdf5_place(const struct hdf5_writer *w, hid_t dataset, uint64_t *at, uint64_t *bytes);

/** Reads rows of an open dataset; BAD_INPUT names the file. */
enum status hdf5_read_rows(const char *path, hid_t dataset, hid_t type, hsize_t first, hsize_t rows,
                           void *values);

/** Attributes: a text (UTF-8, of any length), and n numbers (n = 0: a scalar). */
enum status hdf5_set_text(const struct hdf5_writer *w, hid_t at, const char *name,
                          const char *text);
enum status hdf5_set_numbers(const struct hdf5_writer *w, hid_t at, const char *name,
                             hid_t file_type, hid_t type, int n, const void *values);

/** Group /provenance with a text attribute a fact. */
enum status hdf5_set_provenance(const struct hdf5_writer *w, const struct provenance *facts);

/** The attribute's text, "" where there is none; freed by the caller. */
char *hdf5_get_text(hid_t at, const char *name);

/** Reads an attribute of n numbers. BAD_INPUT where it is missing or of another size. */
enum status hdf5_get_numbers(const char *path, hid_t at, const char *name, hid_t type, int n,
                             void *values);

/** Opens a file for reading; BAD_INPUT where it is missing or not HDF5. */
enum status hdf5_open(const char *path, hid_t *id);
