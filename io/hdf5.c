/* io/hdf5.c -- the few words of HDF5 that we need. */
#include "io/hdf5.h"
#include "base/memory.h"
#include "io/disk.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFLATE_LEVEL = 1 }; /* higher levels: slower by far, smaller by little */

void hdf5_release(hid_t *id)
{
    if (*id > 0) H5Idec_ref(*id);
    *id = -1;
}

/* HDF5 prints its whole stack for every failure unless told not to. The stack is kept. */
static void be_silent(void) { H5Eset_auto2(H5E_DEFAULT, NULL, NULL); }

static herr_t keep_innermost(unsigned n, const H5E_error2_t *error, void *text)
{
    if (n == 0) snprintf(text, 200, "HDF5: %s", error->desc ? error->desc : "no reason given");
    return 0;
}

enum status hdf5_failed(enum status s, const char *doing, const char *path)
{
    const int why = errno;
    char reason[200] = "HDF5 gives no reason";

    if (why)
        snprintf(reason, sizeof reason, "%s", strerror(why));
    else
        H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, reason);
    for (char *c = reason; *c; ++c)
        if (*c == '\n') *c = ' ';
    return error_raise(s, "cannot %s %s: %s", doing, path, reason);
}

#define TRY_WRITE(w, call) TRY_HDF5(BAD_MACHINE, "write", (w)->file.path, (call))

/* Fails where the disk refused something so far. */
static enum status check_disk(const struct hdf5_writer *w)
{
    if (w->error) FAIL(BAD_MACHINE, "cannot write %s: %s", w->file.path, strerror(w->error));
    return OK;
}

static enum status create(struct hdf5_writer *w, hsize_t user_block)
{
    HDF5_ID access = -1, properties = -1;
    TRY_WRITE(w, access = H5Pcreate(H5P_FILE_ACCESS));
    TRY_WRITE(w, disk_use(access, &w->error));
    TRY_WRITE(w, properties = H5Pcreate(H5P_FILE_CREATE));
    TRY_WRITE(w, H5Pset_userblock(properties, user_block));
    w->id = H5Fcreate(w->file.temporary, H5F_ACC_TRUNC, properties, access);
    TRY(check_disk(w));
    TRY_WRITE(w, w->id);
    return OK;
}

enum status hdf5_create_behind(struct hdf5_writer *w, const char *path, hsize_t bytes)
{
    be_silent();
    newfile_new(&w->file, path);
    w->error = 0;
    const enum status s = create(w, bytes);
    if (s != OK) newfile_discard(&w->file);
    return s;
}

enum status hdf5_create(struct hdf5_writer *w, const char *path)
{
    return hdf5_create_behind(w, path, 0);
}

enum status hdf5_close(struct hdf5_writer *w, enum status s)
{
    errno = 0;
    if (H5Fflush(w->id, H5F_SCOPE_GLOBAL) < 0 && s == OK)
        s = hdf5_failed(BAD_MACHINE, "write", w->file.path);
    if (H5Fclose(w->id) < 0 && s == OK) s = hdf5_failed(BAD_MACHINE, "write", w->file.path);
    w->id = -1;
    return s == OK ? check_disk(w) : s;
}

enum status hdf5_finish(struct hdf5_writer *w, enum status s)
{
    if (w->id >= 0) s = hdf5_close(w, s);
    if (s == OK) return newfile_finish(&w->file);
    newfile_discard(&w->file);
    return s;
}

enum status hdf5_dataset(const struct hdf5_writer *w, hid_t group, const char *name, hid_t type,
                         hsize_t rows, hsize_t columns, hsize_t chunk_rows, hid_t *dataset)
{
    const int rank = columns > 1 ? 2 : 1;
    const hsize_t size[] = { rows, columns };
    const hsize_t chunk[] = { chunk_rows < rows ? chunk_rows : rows, columns };
    HDF5_ID space = -1, list = -1;

    TRY_WRITE(w, space = H5Screate_simple(rank, size, NULL));
    TRY_WRITE(w, list = H5Pcreate(H5P_DATASET_CREATE));
    TRY_WRITE(w, H5Pset_fill_time(list, H5D_FILL_TIME_NEVER));
    TRY_WRITE(w, H5Pset_obj_track_times(list, 0)); /* the same state makes the same bytes */
    if (chunk_rows == 0) { /* it has its place at once, for others to write to */
        TRY_WRITE(w, H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY));
    } else if (chunk[0] > 0) {
        TRY_WRITE(w, H5Pset_chunk(list, rank, chunk));
        TRY_WRITE(w, H5Pset_shuffle(list));
        TRY_WRITE(w, H5Pset_deflate(list, DEFLATE_LEVEL));
    }
    TRY_WRITE(w, *dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
    return OK;
}

/* Selects rows of a dataset; the space in memory has just these rows. */
static int select_rows(hid_t dataset, hsize_t first, hsize_t rows, hid_t *space, hid_t *memory)
{
    hsize_t size[2] = { 0, 1 };

    *space = H5Dget_space(dataset);
    if (*space < 0 || H5Sget_simple_extent_ndims(*space) > 2) return -1;
    const int rank = H5Sget_simple_extent_dims(*space, size, NULL);
    const hsize_t start[] = { first, 0 }, count[] = { rows, size[1] };
    if (rank < 1 || first + rows > size[0]) return -1;
    *memory = H5Screate_simple(rank, count, NULL);
    return *memory < 0 ? -1 : H5Sselect_hyperslab(*space, H5S_SELECT_SET, start, NULL, count, NULL);
}

enum status hdf5_write_rows(const struct hdf5_writer *w, hid_t dataset, hid_t type, hsize_t first,
                            hsize_t rows, const void *values)
{
    HDF5_ID space = -1, memory = -1;
    TRY_WRITE(w, select_rows(dataset, first, rows, &space, &memory));
    TRY_WRITE(w, H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, values));
    return check_disk(w);
}

enum status hdf5_place(const struct hdf5_writer *w, hid_t dataset, uint64_t *at, uint64_t *bytes)
{
    const haddr_t address = H5Dget_offset(dataset);
    const hsize_t size = H5Dget_storage_size(dataset);
    if (address == HADDR_UNDEF || size == 0)
        FAIL(BAD_MACHINE, "cannot write %s: HDF5 gives a dataset no place", w->file.path);
    *at = address, *bytes = size;
    return OK;
}

enum status hdf5_read_rows(const char *path, hid_t dataset, hid_t type, hsize_t first, hsize_t rows,
                           void *values)
{
    HDF5_ID space = -1, memory = -1;
    TRY_HDF5(BAD_INPUT, "read", path, select_rows(dataset, first, rows, &space, &memory));
    TRY_HDF5(BAD_INPUT, "read", path, H5Dread(dataset, type, memory, space, H5P_DEFAULT, values));
    return OK;
}

enum status hdf5_set_text(const struct hdf5_writer *w, hid_t at, const char *name, const char *text)
{
    HDF5_ID type = -1, space = -1, attribute = -1;
    TRY_WRITE(w, type = H5Tcopy(H5T_C_S1));
    TRY_WRITE(w, H5Tset_size(type, H5T_VARIABLE));
    TRY_WRITE(w, H5Tset_cset(type, H5T_CSET_UTF8));
    TRY_WRITE(w, space = H5Screate(H5S_SCALAR));
    TRY_WRITE(w, attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
    TRY_WRITE(w, H5Awrite(attribute, type, &text));
    return OK;
}

enum status hdf5_set_numbers(const struct hdf5_writer *w, hid_t at, const char *name,
                             hid_t file_type, hid_t type, int n, const void *values)
{
    const hsize_t size = (hsize_t)n;
    HDF5_ID space = -1, attribute = -1;
    TRY_WRITE(w, space = n ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR));
    TRY_WRITE(w, attribute = H5Acreate2(at, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT));
    TRY_WRITE(w, H5Awrite(attribute, type, values));
    return OK;
}

enum status hdf5_set_provenance(const struct hdf5_writer *w, const struct provenance *facts)
{
    HDF5_ID group = -1;
    TRY_WRITE(w, group = H5Gcreate2(w->id, "provenance", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    for (const struct provenance *p = facts; p && p->key; ++p)
        TRY(hdf5_set_text(w, group, p->key, p->value));
    return OK;
}

char *hdf5_get_text(hid_t at, const char *name)
{
    HDF5_ID attribute = H5Aopen(at, name, H5P_DEFAULT), type = -1, space = -1;
    char *text = NULL, *copy;

    if (attribute < 0) return memory_copy("");
    type  = H5Aget_type(attribute);
    space = H5Aget_space(attribute);
    if (H5Tis_variable_str(type) <= 0 || H5Sget_simple_extent_npoints(space) != 1 ||
        H5Aread(attribute, type, &text) < 0)
        return memory_copy("");
    copy = memory_copy(text ? text : "");
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, &text);
    return copy;
}

enum status hdf5_get_numbers(const char *path, hid_t at, const char *name, hid_t type, int n,
                             void *values)
{
    HDF5_ID attribute = H5Aopen(at, name, H5P_DEFAULT), space = -1;
    if (attribute < 0 || (space = H5Aget_space(attribute)) < 0 ||
        H5Sget_simple_extent_npoints(space) != (n ? n : 1) || H5Aread(attribute, type, values) < 0)
        FAIL(BAD_INPUT, "%s is not a file of Updraft: attribute %s is missing or wrong", path,
             name);
    return OK;
}

enum status hdf5_open(const char *path, hid_t *id)
{
    be_silent();
    errno = 0;
    if (H5Fis_hdf5(path) == 0) FAIL(BAD_INPUT, "%s is not an HDF5 file", path);
    TRY_HDF5(BAD_INPUT, "read", path, *id = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT));
    return OK;
}
