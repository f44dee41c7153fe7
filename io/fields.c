/* io/fields.c -- writes fields as VTKHDF: the ranks work them out, rank 0 has the file. */
#include "io/fields.h"
#include "base/memory.h"
#include "io/hdf5.h"
#include "mesh/agree.h"
#include <stdlib.h>
#include <string.h>

/* Rows written at a time, about: a chunk of the file, 256 KiB of doubles; it fits HDF5's cache. */
enum { BLOCK_ROWS = 32768 };

enum { VTK_LAGRANGE_HEXAHEDRON = 72 };

/* What the functions below work on. Rank 0 has the file. */
struct output {
    const struct view *view;
    int is_writer;
    struct hdf5_writer file;
    int nq, np;
    double to_equal[MAX_NQ][MAX_NQ];       /* row i: LGL values to the i-th equally spaced node */
    int64_t vtk_order[MAX_NP];             /* VTK's n-th node is this one of ours              */
};

/* How a dataset is laid out: rows an element, values a row, and types in the file and in memory. */
struct layout {
    int rows, columns;
    size_t sizeof_value;
    hid_t file_type, type;
};

static size_t bytes_of(const struct layout *l)
{
    return l->sizeof_value * (size_t)(l->rows * l->columns);
}

/* Fills in the rows of one of this rank's elements, the e-th of its n-th partition. */
typedef void fill(const struct output *o, const struct quantity *f, int n, int e, void *rows);

/* Fills in what only depends on the element's number over all ranks. */
typedef void fill_number(const struct output *o, int64_t number, void *rows);

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

    *o = (struct output){ .view = v, .is_writer = v->mesh->rank == 0, .nq = nq,
                          .np = nq * nq * nq };
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

static void fill_points(const struct output *o, const struct quantity *f, int n, int e, void *rows)
{
    const struct mesh *m = o->view->mesh;
    double(*x)[3] = rows;
    const int nq = o->nq;
    (void)f;
    for (int i = 0; i < o->np; ++i) {
        const double xi[] = { equal_node(nq, i % nq), equal_node(nq, i / nq % nq),
                              equal_node(nq, i / (nq * nq)) };
        mesh_position(m, &m->partitions.at[n].elements[e], xi, x[i]);
    }
}

static void fill_quantity(const struct output *o, const struct quantity *f, int n, int e,
                          void *rows)
{
    double a[MAX_NP], b[MAX_NP];
    quantity_values(o->view, f, n, e, a);
    interpolate_first(o, a, b);
    interpolate_first(o, b, a);
    interpolate_first(o, a, rows);
}

static void fill_connectivity(const struct output *o, int64_t number, void *rows)
{
    int64_t *points = rows;
    for (int i = 0; i < o->np; ++i)
        points[i] = number * o->np + o->vtk_order[i];
}

static void fill_offset(const struct output *o, int64_t number, void *rows)
{
    *(int64_t *)rows = number * o->np;
}

static void fill_type(const struct output *o, int64_t number, void *rows)
{
    (void)o, (void)number;
    *(unsigned char *)rows = VTK_LAGRANGE_HEXAHEDRON;
}

/* Creates a dataset for n elements, to be filled `at_once` of them at a time. */
static enum status create(const struct output *o, hid_t group, const char *name,
                          const struct layout *l, int64_t n, hid_t *dataset)
{
    return hdf5_dataset(&o->file, group, name, l->file_type, (hsize_t)(n * l->rows),
                        (hsize_t)l->columns, (hsize_t)(BLOCK_ROWS / l->rows * l->rows), dataset);
}

static enum status write_block(const struct output *o, hid_t dataset, const struct layout *l,
                               int64_t first, int64_t count, const void *block)
{
    return hdf5_write_rows(&o->file, dataset, l->type, (hsize_t)(first * l->rows),
                           (hsize_t)(count * l->rows), block);
}

/* A dataset of all elements and `extra` numbers behind them, block by block. */
static enum status write_numbers(const struct output *o, hid_t group, const char *name,
                                 struct layout l, fill_number *fill, int extra)
{
    const int64_t n = o->view->mesh->num_elements + extra, at_once = BLOCK_ROWS / l.rows;
    HDF5_ID dataset = -1;
    char *block = memory_new((size_t)at_once, bytes_of(&l));
    enum status s = create(o, group, name, &l, n, &dataset);
    for (int64_t first = 0; first < n && s == OK; first += at_once) {
        const int64_t count = n - first < at_once ? n - first : at_once;
        for (int64_t e = 0; e < count; ++e)
            fill(o, first + e, block + (size_t)e * bytes_of(&l));
        s = write_block(o, dataset, &l, first, count, block);
    }
    free(block);
    return s;
}

/* This rank's rows of a block of elements. */
static void fill_own(const struct output *o, const struct layout *l, fill *fill,
                     const struct quantity *f, int64_t first, int64_t count, char *block)
{
    for (int n = 0; n < o->view->mesh->partitions.n; ++n) {
        const struct partition *p = &o->view->mesh->partitions.at[n];
        const int64_t end = p->first + p->num_elements;
        for (int64_t e = first > p->first ? first : p->first; e < end && e < first + count; ++e)
            fill(o, f, n, (int)(e - p->first), block + (size_t)(e - first) * bytes_of(l));
    }
}

/* A dataset of all elements, block by block: the ranks fill in their rows, rank 0 writes. All go
 * through all blocks, whatever its disk says. */
static enum status write_elements(const struct output *o, hid_t group, const char *name,
                                  struct layout l, fill *fill, const struct quantity *f,
                                  hid_t *dataset)
{
    const struct mesh *m = o->view->mesh;
    const int64_t at_once = BLOCK_ROWS / l.rows;
    char *block = memory_new((size_t)at_once, bytes_of(&l));
    enum status s = o->is_writer ? create(o, group, name, &l, m->num_elements, dataset) : OK;
    for (int64_t first = 0; first < m->num_elements; first += at_once) {
        const int64_t left = m->num_elements - first, count = left < at_once ? left : at_once;
        fill_own(o, &l, fill, f, first, count, block);
        mesh_collect(m, first, count, block, bytes_of(&l));
        if (o->is_writer && s == OK) s = write_block(o, *dataset, &l, first, count, block);
    }
    free(block);
    return agree(m->comm, s);
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

/* What VTK does not ask for, and our own reader does. */
static enum status write_header(const struct output *o, const struct provenance *facts)
{
    const struct hdf5_writer *w = &o->file;
    const struct mesh_spec *box = &o->view->mesh->spec;
    const int format = FIELDS_FORMAT, degree = o->nq - 1;
    HDF5_ID group = -1;

    TRY_WRITE(o, group = H5Gcreate2(w->id, "updraft", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    TRY(hdf5_set_numbers(w, group, "format", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &format));
    TRY(hdf5_set_numbers(w, group, "order", H5T_STD_I32LE, H5T_NATIVE_INT, 0, &degree));
    TRY(hdf5_set_numbers(w, group, "time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 0, &o->view->time));
    TRY(hdf5_set_numbers(w, group, "lower", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, box->lower));
    TRY(hdf5_set_numbers(w, group, "upper", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, box->upper));
    return hdf5_set_provenance(w, facts);
}

/* All that rank 0 knows by itself; leaves the groups open that the rest goes to. */
static enum status write_frame(const struct output *o, const struct provenance *facts, hid_t *group,
                               hid_t *data)
{
    const struct layout indices = { o->np, 1, sizeof(int64_t), H5T_STD_I64LE, H5T_NATIVE_INT64 },
                        index = { 1, 1, sizeof(int64_t), H5T_STD_I64LE, H5T_NATIVE_INT64 },
                        byte = { 1, 1, 1, H5T_STD_U8LE, H5T_NATIVE_UCHAR };
    const int64_t version[] = { 1, 0 }, n = o->view->mesh->num_elements;

    TRY(write_header(o, facts));
    TRY_WRITE(o, *group = H5Gcreate2(o->file.id, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    TRY(hdf5_set_numbers(&o->file, *group, "Version", H5T_STD_I64LE, H5T_NATIVE_INT64, 2, version));
    TRY(write_vtk_type(o, *group));
    TRY(write_count(o, *group, "NumberOfCells", n));
    TRY(write_count(o, *group, "NumberOfPoints", n * o->np));
    TRY(write_count(o, *group, "NumberOfConnectivityIds", n * o->np));
    TRY(write_numbers(o, *group, "Connectivity", indices, fill_connectivity, 0));
    TRY(write_numbers(o, *group, "Offsets", index, fill_offset, 1));
    TRY(write_numbers(o, *group, "Types", byte, fill_type, 0));
    TRY_WRITE(o, *data = H5Gcreate2(*group, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    return OK;
}

static enum status describe_field(const struct output *o, hid_t dataset, const struct quantity *f)
{
    TRY(hdf5_set_text(&o->file, dataset, "unit", f->unit));
    TRY(hdf5_set_text(&o->file, dataset, "long_name", f->long_name));
    return hdf5_set_numbers(&o->file, dataset, "signed", H5T_STD_I32LE, H5T_NATIVE_INT, 0,
                            &f->is_signed);
}

/* Ends like everything between ranks here with a status that all have in common. */
static enum status write_field(const struct output *o, hid_t data, const struct quantity *f)
{
    const hid_t stored = o->view->sizeof_real == sizeof(float) ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    const struct layout values = { o->np, 1, sizeof(double), stored, H5T_NATIVE_DOUBLE };
    HDF5_ID dataset = -1;
    TRY(write_elements(o, data, f->name, values, fill_quantity, f, &dataset));
    return agree(o->view->mesh->comm, o->is_writer ? describe_field(o, dataset, f) : OK);
}

static enum status write_all(const struct output *o, const char *const *names, int num_names,
                             const struct provenance *facts)
{
    const struct layout points = { o->np, 3, sizeof(double), H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE };
    HDF5_ID group = -1, data = -1, dataset = -1;
    TRY(agree(o->view->mesh->comm, o->is_writer ? write_frame(o, facts, &group, &data) : OK));
    TRY(write_elements(o, group, "Points", points, fill_points, NULL, &dataset));
    for (int i = 0; i < num_names; ++i)
        TRY(write_field(o, data, quantity_find(names[i])));
    return OK;
}

enum status fields_write(const struct view *v, const char *const *names, int num_names,
                         const char *path, const struct provenance *facts)
{
    struct output o;

    for (int i = 0; i < num_names; ++i) {
        if (!quantity_find(names[i]))
            FAIL(BAD_INPUT, "no field %s; there are %s", names[i], quantity_names());
        for (int j = 0; j < i; ++j)
            if (!strcmp(names[i], names[j])) FAIL(BAD_INPUT, "field %s is named twice", names[i]);
    }
    output_new(&o, v);
    TRY(agree(v->mesh->comm, o.is_writer ? hdf5_create(&o.file, path) : OK));
    enum status s = write_all(&o, names, num_names, facts);
    if (o.is_writer) s = hdf5_finish(&o.file, s);
    return agree(v->mesh->comm, s);
}
