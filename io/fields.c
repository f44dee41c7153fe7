/* io/fields.c -- writes fields as VTKHDF, and reads what it wrote. */
#include "io/fields.h"
#include "base/memory.h"
#include "io/hdf5.h"
#include <stdlib.h>
#include <string.h>

/* Rows written at a time, about: a chunk of the file, 256 KiB of doubles; it fits HDF5's cache. */
enum { BLOCK_ROWS = 32768 };

enum { VTK_LAGRANGE_HEXAHEDRON = 72, FORMAT = 2 };

/* Geometry in the file: center, dx[0], dx[1], dx[2]. */

/* What the functions below work on. */
struct output {
    const struct view *view;
    struct hdf5_writer file;
    int nq, np;
    double to_equal[MAX_NQ][MAX_NQ];       /* row i: LGL values to the i-th equally spaced node */
    int64_t vtk_order[MAX_NP];             /* VTK's n-th node is this one of ours              */
};

/* The next element in Morton order. */
struct cursor {
    int partition, element;
};

/* Fills in one element's rows of a dataset. */
typedef void fill(const struct output *o, const struct quantity *f, int64_t number,
                  struct cursor at, void *rows);

static double equal_node(int nq, int i) { return 2.0 * i / (nq - 1) - 1; }

/* VTK's numbering (9.1 and later) of the node (i, j, k) of a hexahedron of degree nq - 1: corners,
 * then edges, faces and inside, as vtkHigherOrderHexahedron::PointIndexFromIJK has it. */
static int vtk_node(int nq, int i, int j, int k)
{
    const int last = nq - 1, m = last - 1; /* m: nodes inside an edge */
    const int at_i = i == 0 || i == last, at_j = j == 0 || j == last, at_k = k == 0 || k == last;
    const int edges = 8, faces = edges + 12 * m, inside = faces + 6 * m * m;

    switch (at_i + at_j + at_k) {
    case 3: return (i ? (j ? 2 : 1) : (j ? 3 : 0)) + (k ? 4 : 0);
    case 2:
        if (!at_i) return edges + (j ? 2 * m : 0) + (k ? 4 * m : 0) + i - 1;
        if (!at_j) return edges + (i ? m : 3 * m) + (k ? 4 * m : 0) + j - 1;
        return edges + 8 * m + (i ? (j ? 2 : 1) : (j ? 3 : 0)) * m + k - 1; /* around, not across */
    case 1:
        if (at_i) return faces + (i ? m * m : 0) + j - 1 + m * (k - 1);
        if (at_j) return faces + (j ? 3 : 2) * m * m + i - 1 + m * (k - 1);
        return faces + (k ? 5 : 4) * m * m + i - 1 + m * (j - 1);
    default: return inside + i - 1 + m * (j - 1 + m * (k - 1));
    }
}

static void output_new(struct output *o, const struct view *v)
{
    const int nq = v->lgl->degree + 1;

    *o = (struct output){ .view = v, .nq = nq, .np = nq * nq * nq };
    for (int i = 0; i < nq; ++i)
        lgl_interpolate(v->lgl, equal_node(nq, i), o->to_equal[i]);
    for (int i = 0; i < o->np; ++i)
        o->vtk_order[vtk_node(nq, i % nq, i / nq % nq, i / (nq * nq))] = i;
}

/* Interpolates along the first direction, which becomes the last: three calls turn it back. */
static void interpolate_first(const struct output *o, const double *a, double *b)
{
    const int nq = o->nq, nn = nq * nq;
    for (int jk = 0; jk < nn; ++jk)
        for (int i = 0; i < nq; ++i) {
            double sum = 0;
            for (int l = 0; l < nq; ++l)
                sum += o->to_equal[i][l] * a[l + nq * jk];
            b[jk + nn * i] = sum;
        }
}

static const struct element *element_at(const struct output *o, struct cursor at)
{
    return &o->view->mesh->partitions.at[at.partition].elements[at.element];
}

static void fill_points(const struct output *o, const struct quantity *f, int64_t number,
                        struct cursor at, void *rows)
{
    double(*x)[3] = rows;
    const int nq = o->nq;
    (void)f, (void)number;
    for (int i = 0; i < o->np; ++i) {
        const double xi[] = { equal_node(nq, i % nq), equal_node(nq, i / nq % nq),
                              equal_node(nq, i / (nq * nq)) };
        mesh_position(o->view->mesh, element_at(o, at), xi, x[i]);
    }
}

static void fill_connectivity(const struct output *o, const struct quantity *f, int64_t number,
                              struct cursor at, void *rows)
{
    int64_t *points = rows;
    (void)f, (void)at;
    for (int i = 0; i < o->np; ++i)
        points[i] = number * o->np + o->vtk_order[i];
}

static void fill_offset(const struct output *o, const struct quantity *f, int64_t number,
                        struct cursor at, void *rows)
{
    (void)f, (void)at;
    *(int64_t *)rows = number * o->np;
}

static void fill_type(const struct output *o, const struct quantity *f, int64_t number,
                      struct cursor at, void *rows)
{
    (void)o, (void)f, (void)number, (void)at;
    *(unsigned char *)rows = VTK_LAGRANGE_HEXAHEDRON;
}

static void fill_quantity(const struct output *o, const struct quantity *f, int64_t number,
                          struct cursor at, void *rows)
{
    double a[MAX_NP], b[MAX_NP];
    (void)number;
    quantity_values(o->view, f, at.partition, at.element, a);
    interpolate_first(o, a, b);
    interpolate_first(o, b, a);
    interpolate_first(o, a, rows);
}

/* How a dataset is laid out: rows an element, values a row, and types in the file and in memory. */
struct layout {
    int rows, columns;
    size_t sizeof_value;
    hid_t file_type, type;
};

/* Creates a dataset of (elements + extra) x rows and fills it block by block in Morton order. */
static enum status write_elements(const struct output *o, hid_t group, const char *name,
                                  struct layout l, fill *fill, const struct quantity *f, int extra,
                                  hid_t *dataset)
{
    const int64_t n = o->view->mesh->num_elements + extra;
    const size_t bytes = l.sizeof_value * (size_t)(l.rows * l.columns);
    const int64_t at_once = BLOCK_ROWS / l.rows;
    char *block = memory_new((size_t)at_once, bytes);
    struct cursor at = { 0, 0 };
    enum status s = hdf5_dataset(&o->file, group, name, l.file_type, (hsize_t)(n * l.rows),
                                 (hsize_t)l.columns, (hsize_t)(at_once * l.rows), dataset);

    for (int64_t first = 0; first < n && s == OK; first += at_once) {
        const int64_t count = n - first < at_once ? n - first : at_once;
        for (int64_t e = 0; e < count; ++e) {
            while (first + e < n - extra &&
                   at.element == o->view->mesh->partitions.at[at.partition].num_elements)
                at = (struct cursor){ at.partition + 1, 0 };
            fill(o, f, first + e, at, block + (size_t)e * bytes);
            ++at.element;
        }
        s = hdf5_write_rows(&o->file, *dataset, l.type, (hsize_t)(first * l.rows),
                            (hsize_t)(count * l.rows), block);
    }
    free(block);
    return s;
}

/* The same, where nobody wants the dataset any more. */
static enum status write_only(const struct output *o, hid_t group, const char *name,
                              struct layout l, fill *fill, int extra)
{
    HDF5_ID dataset = -1;
    return write_elements(o, group, name, l, fill, NULL, extra, &dataset);
}

#define TRY_WRITE(o, call) TRY_HDF5(BAD_MACHINE, "write", (o)->file.file.path, (call))

static enum status write_count(const struct output *o, hid_t group, const char *name, int64_t value)
{
    HDF5_ID dataset = -1;
    TRY(hdf5_dataset(&o->file, group, name, H5T_STD_I64LE, 1, 1, 0, &dataset));
    return hdf5_write_rows(&o->file, dataset, H5T_NATIVE_INT64, 0, 1, &value);
}

/* VTK wants its Type attribute as a text of fixed length. */
static enum status write_vtk_type(const struct output *o, hid_t group)
{
    static const char text[] = "UnstructuredGrid";
    HDF5_ID type = -1, space = -1, attribute = -1;
    TRY_WRITE(o, type = H5Tcopy(H5T_C_S1));
    TRY_WRITE(o, H5Tset_size(type, sizeof text - 1));
    TRY_WRITE(o, H5Tset_strpad(type, H5T_STR_NULLPAD));
    TRY_WRITE(o, space = H5Screate(H5S_SCALAR));
    TRY_WRITE(o, attribute = H5Acreate2(group, "Type", type, space, H5P_DEFAULT, H5P_DEFAULT));
    TRY_WRITE(o, H5Awrite(attribute, type, text));
    return OK;
}

static enum status write_field(const struct output *o, hid_t group, const struct quantity *f)
{
    const hid_t stored = o->view->sizeof_real == sizeof(float) ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    const struct layout values = { o->np, 1, sizeof(double), stored, H5T_NATIVE_DOUBLE };
    HDF5_ID dataset = -1;
    TRY(write_elements(o, group, f->name, values, fill_quantity, f, 0, &dataset));
    TRY(hdf5_set_text(&o->file, dataset, "unit", f->unit));
    TRY(hdf5_set_text(&o->file, dataset, "long_name", f->long_name));
    return hdf5_set_numbers(&o->file, dataset, "signed", H5T_STD_I32LE, H5T_NATIVE_INT, 0,
                            &f->is_signed);
}

static enum status write_vtk(const struct output *o, const char *const *names, int num_names)
{
    const struct layout points = { o->np, 3, sizeof(double), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE },
                        indices = { o->np, 1, sizeof(int64_t), H5T_STD_I64LE, H5T_NATIVE_INT64 },
                        index = { 1, 1, sizeof(int64_t), H5T_STD_I64LE, H5T_NATIVE_INT64 },
                        byte = { 1, 1, 1, H5T_STD_U8LE, H5T_NATIVE_UCHAR };
    const int64_t version[] = { 1, 0 }, n = o->view->mesh->num_elements;
    HDF5_ID group = -1, data = -1;

    TRY_WRITE(o, group = H5Gcreate2(o->file.id, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    TRY(hdf5_set_numbers(&o->file, group, "Version", H5T_STD_I64LE, H5T_NATIVE_INT64, 2, version));
    TRY(write_vtk_type(o, group));
    TRY(write_count(o, group, "NumberOfCells", n));
    TRY(write_count(o, group, "NumberOfPoints", n * o->np));
    TRY(write_count(o, group, "NumberOfConnectivityIds", n * o->np));
    TRY(write_only(o, group, "Points", points, fill_points, 0));
    TRY(write_only(o, group, "Connectivity", indices, fill_connectivity, 0));
    TRY(write_only(o, group, "Offsets", index, fill_offset, 1));
    TRY(write_only(o, group, "Types", byte, fill_type, 0));

    TRY_WRITE(o, data = H5Gcreate2(group, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    for (int i = 0; i < num_names; ++i)
        TRY(write_field(o, data, quantity_find(names[i])));
    return OK;
}

/* What VTK does not ask for, and our own reader does. */
static enum status write_header(const struct output *o, const struct provenance *facts)
{
    const struct hdf5_writer *w = &o->file;
    const struct mesh_spec *box = &o->view->mesh->spec;
    const int format = FORMAT, degree = o->nq - 1;
    HDF5_ID group = -1;

    TRY_WRITE(o, group = H5Gcreate2(w->id, "updraft", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    TRY(hdf5_set_numbers(w, group, "format", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &format));
    TRY(hdf5_set_numbers(w, group, "order", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &degree));
    TRY(hdf5_set_numbers(w, group, "time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 0, &o->view->time));
    TRY(hdf5_set_numbers(w, group, "lower", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, box->lower));
    TRY(hdf5_set_numbers(w, group, "upper", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, box->upper));
    return hdf5_set_provenance(w, facts);
}

static enum status write_all(const struct output *o, const char *const *names, int num_names,
                             const struct provenance *facts)
{
    TRY(write_header(o, facts));
    return write_vtk(o, names, num_names);
}

enum status fields_write(const struct view *v, const char *const *names, int num_names,
                         const char *path, const struct provenance *facts)
{
    struct output o;

    REQUIRE(v->mesh->partitions.n == v->mesh->num_partitions,
            "%s wants all %lld partitions, not %d", path, (long long)v->mesh->num_partitions,
            v->mesh->partitions.n);
    for (int i = 0; i < num_names; ++i) {
        if (!quantity_find(names[i]))
            FAIL(BAD_INPUT, "no field %s; there are %s", names[i], quantity_names());
        for (int j = 0; j < i; ++j)
            if (!strcmp(names[i], names[j])) FAIL(BAD_INPUT, "field %s is named twice", names[i]);
    }
    output_new(&o, v);
    TRY(hdf5_create(&o.file, path));
    return hdf5_finish(&o.file, write_all(&o, names, num_names, facts));
}

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
    if (format != FORMAT)
        FAIL(BAD_INPUT, "%s has format %d; this program reads format %d", f->path, format, FORMAT);
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
