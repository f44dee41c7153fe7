/* io/fields_read.c -- reads field files. */
#include "io/fields.h"
#include "base/memory.h"
#include "io/hdf5.h"
#include <stdlib.h>
#include <string.h>

struct fields_file {
    char *path;
    hid_t id, data, points; /* the file, group PointData, dataset Points */
    struct fields_header header;
};

static herr_t count_field(hid_t group, const char *name, const H5L_info_t *info, void *file)
{
    struct fields_file *f = file;
    HDF5_ID dataset = H5Dopen2(group, name, H5P_DEFAULT);
    struct stored_field *field = &f->header.fields.at[f->header.fields.n];

    (void)info;
    if (dataset < 0) return -1;
    *field = (struct stored_field){
        .name = memory_copy(name),
        .unit = hdf5_get_text(dataset, "unit"),
        .long_name = hdf5_get_text(dataset, "long_name"),
    };
    ++f->header.fields.n;
    return hdf5_get_numbers(f->path, dataset, "signed", H5T_NATIVE_INT, 0, &field->is_signed) == OK
               ? 0 : -1;
}

#define TRY_READ(f, call) TRY_HDF5(BAD_INPUT, "read", (f)->path, (call))

static enum status read_header(struct fields_file *f)
{
    struct fields_header *h = &f->header;
    HDF5_ID group = -1, facts = -1, space = -1;
    H5G_info_t info;
    hsize_t size[2];
    int format;

    if (H5Lexists(f->id, "updraft", H5P_DEFAULT) <= 0 ||
        H5Lexists(f->id, "VTKHDF", H5P_DEFAULT) <= 0)
        FAIL(BAD_INPUT, "%s is not a field file of Updraft: it has no /updraft or no /VTKHDF",
             f->path);
    TRY_READ(f, group = H5Gopen2(f->id, "updraft", H5P_DEFAULT));
    TRY(hdf5_get_numbers(f->path, group, "format", H5T_NATIVE_INT, 0, &format));
    TRY(hdf5_get_numbers(f->path, group, "order", H5T_NATIVE_INT, 0, &h->degree));
    TRY(hdf5_get_numbers(f->path, group, "time", H5T_NATIVE_DOUBLE, 0, &h->time));
    TRY(hdf5_get_numbers(f->path, group, "lower", H5T_NATIVE_DOUBLE, 3, h->lower));
    TRY(hdf5_get_numbers(f->path, group, "upper", H5T_NATIVE_DOUBLE, 3, h->upper));
    if (format != FIELDS_FORMAT)
        FAIL(BAD_INPUT, "%s has format %d; this program reads format %d", f->path, format,
             FIELDS_FORMAT);
    if (h->degree < MIN_DEGREE || h->degree > MAX_DEGREE)
        FAIL(BAD_INPUT, "%s has order %d, which is not in %d to %d", f->path, h->degree, MIN_DEGREE,
             MAX_DEGREE);

    TRY_READ(f, f->points = H5Dopen2(f->id, "VTKHDF/Points", H5P_DEFAULT));
    TRY_READ(f, space = H5Dget_space(f->points));
    const hsize_t nq = (hsize_t)h->degree + 1, np = nq * nq * nq;
    if (H5Sget_simple_extent_ndims(space) != 2 ||
        H5Sget_simple_extent_dims(space, size, NULL) < 0 || size[1] != 3 || size[0] % np != 0)
        FAIL(BAD_INPUT, "%s is not a field file of Updraft: /VTKHDF/Points has another shape",
             f->path);
    h->num_elements = (int64_t)(size[0] / np);

    TRY_READ(f, facts = H5Gopen2(f->id, "provenance", H5P_DEFAULT));
    h->case_name = hdf5_get_text(facts, "case");
    TRY_READ(f, f->data = H5Gopen2(f->id, "VTKHDF/PointData", H5P_DEFAULT));
    TRY_READ(f, H5Gget_info(f->data, &info));
    h->fields.at = NEW(struct stored_field, info.nlinks);
    TRY_READ(f, H5Literate(f->data, H5_INDEX_NAME, H5_ITER_INC, NULL, count_field, f));
    return OK;
}

enum status fields_open(struct fields_file **file, const char *path)
{
    struct fields_file *f = NEW(struct fields_file, 1);
    enum status s;

    *file = f;
    f->path = memory_copy(path);
    f->id = f->data = f->points = -1;
    s = hdf5_open(path, &f->id);
    if (s == OK) s = read_header(f);
    if (s != OK) {
        fields_close(f);
        *file = NULL;
    }
    return s;
}

const struct fields_header *fields_header(const struct fields_file *f) { return &f->header; }

void fields_close(struct fields_file *f)
{
    for_each (struct stored_field, field, f->header.fields) {
        free(field->name);
        free(field->unit);
        free(field->long_name);
    }
    free(f->header.fields.at);
    free(f->header.case_name);
    hdf5_release(&f->data);
    hdf5_release(&f->points);
    hdf5_release(&f->id);
    free(f->path);
    free(f);
}

enum status fields_find(const struct fields_file *f, const char *name,
                        const struct stored_field **field)
{
    char names[1024] = "";
    for_each (const struct stored_field, s, f->header.fields) {
        if (!name || !strcmp(s->name, name)) {
            *field = s;
            return OK;
        }
        strncat(names, " ", sizeof names - strlen(names) - 1);
        strncat(names, s->name, sizeof names - strlen(names) - 1);
    }
    if (!f->header.fields.n) FAIL(BAD_INPUT, "%s holds no field", f->path);
    FAIL(BAD_INPUT, "%s has no field %s; it has:%s", f->path, name, names);
}

enum status fields_positions(struct fields_file *f, int64_t first, int n, double (*x)[3])
{
    const int nq = f->header.degree + 1, np = nq * nq * nq;
    return hdf5_read_rows(f->path, f->points, H5T_NATIVE_DOUBLE, (hsize_t)first * (hsize_t)np,
                          (hsize_t)n * (hsize_t)np, x);
}

enum status fields_values(struct fields_file *f, const struct stored_field *field, int64_t first,
                          int n, double *values)
{
    const int nq = f->header.degree + 1, np = nq * nq * nq;
    HDF5_ID dataset = -1;
    TRY_READ(f, dataset = H5Dopen2(f->data, field->name, H5P_DEFAULT));
    return hdf5_read_rows(f->path, dataset, H5T_NATIVE_DOUBLE, (hsize_t)first * (hsize_t)np,
                          (hsize_t)n * (hsize_t)np, values);
}
