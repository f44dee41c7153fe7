/* io/checkpoint_state.c -- the state of a checkpoint, read with its checksums. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/checkpoint_parts.h"
#include "io/transfer.h"
#include "mesh/agree.h"
#include "mesh/metrics.h"

hid_t checkpoint_type(size_t sizeof_real)
{
    return sizeof_real == sizeof(float) ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

hsize_t checkpoint_columns(int degree)
{
    const hsize_t nq = (hsize_t)degree + 1;
    return NFIELDS * nq * nq * nq;
}

/* A file being read, and where its elements go. */
struct reading {
    const char *path;
    const struct checkpoint *c;
    hid_t state;
    struct sums sums;          /* to verify the file: of all elements                         */
    uint64_t (*hashes)[NSUMS]; /* to go on from it: [elements of this rank]                   */
    const struct mesh *mesh;
    const struct partition *part;
    struct transfer transfer;
    size_t sizeof_real;
    void *q;           /* of the partition                                            */
    char trouble[256]; /* with the first state that is unphysical; damage comes before */
};

/* What is done with each element of the file, `number` in Morton order, and its hashes. */
typedef void visitor(struct reading *r, int64_t number, const char *element,
                     const uint64_t hashes[NSUMS]);

/* Reads `rows` elements from `first` on in pieces. */
static enum status read_rows(struct reading *r, int64_t first, int64_t rows, visitor *visit)
{
    const hid_t type = checkpoint_type(r->c->sizeof_real);
    const size_t bytes = checkpoint_columns(r->c->degree) * r->c->sizeof_real;
    const int64_t piece = (1 << 20) / (int64_t)bytes + 1;
    char *buffer = NEW(char, (size_t)piece * bytes);
    enum status s = OK;
    for (int64_t done = 0; done < rows && s == OK; done += piece) {
        const int64_t n = rows - done < piece ? rows - done : piece;
        s = hdf5_read_rows(r->path, r->state, type, (hsize_t)(first + done), (hsize_t)n, buffer);
        for (int64_t e = 0; e < n && s == OK; ++e) {
            uint64_t hashes[NSUMS];
            checkpoint_hash(r->c, buffer + (size_t)e * bytes, hashes);
            visit(r, first + done + e, buffer + (size_t)e * bytes, hashes);
        }
    }
    free(buffer);
    return s;
}

/* Opens the state; its shape has to be that of `elements` of the header's order. */
static enum status open_state(const char *path, const struct checkpoint *c, hid_t file,
                              int64_t elements, hid_t *state)
{
    TRY_HDF5(BAD_INPUT, "read", path, *state = H5Dopen2(file, "state", H5P_DEFAULT));
    HDF5_ID space = H5Dget_space(*state);
    hsize_t shape[2] = { 0, 0 };
    if (H5Sget_simple_extent_ndims(space) != 2
        || H5Sget_simple_extent_dims(space, shape, NULL) < 0 || shape[0] != (hsize_t)elements
        || shape[1] != checkpoint_columns(c->degree))
        FAIL(BAD_INPUT, "%s: its state does not have the shape that its header says", path);
    return OK;
}

/* BAD_INPUT names the variables that are not what was written. */
static enum status compare_sums(const char *path, const struct checkpoint *written,
                                const struct checkpoint *found)
{
    static const char *const names[NFIELDS] = {
        [RHO] = "rho", [RHO_U] = "rho_u", [RHO_V] = "rho_v", [RHO_W] = "rho_w", [RHO_E] = "rho_e",
    };
    char list[64] = "";
    int wrong = 0;
    for (int k = 0; k < NFIELDS; ++k)
        if (found->sums[k] != written->sums[k]) {
            strcat(strcat(list, wrong ? ", " : ""), names[k]);
            ++wrong;
        }
    if (wrong == 0 && found->checksum != written->checksum) strcpy(list, "state"), wrong = 1;
    if (wrong)
        FAIL(BAD_INPUT, "%s is damaged: its %s %s not have the checksum%s that %s written with",
             path, list, wrong > 1 ? "do" : "does", wrong > 1 ? "s" : "",
             wrong > 1 ? "they were" : "it was");
    return OK;
}

/* An unphysical state. */
static enum status check_trouble(const struct reading *r)
{
    if (*r->trouble) FAIL(BAD_INPUT, "%s: %s", r->path, r->trouble);
    return OK;
}

static double value(const char *element, size_t sizeof_real, size_t i)
{
    return sizeof_real == sizeof(float) ? (double)((const float *)element)[i]
                                        : ((const double *)element)[i];
}

static void set_value(void *q, size_t sizeof_real, size_t i, double x)
{
    if (sizeof_real == sizeof(float)) ((float *)q)[i] = (float)x;
    else ((double *)q)[i] = x;
}

/* Is the state that was brought to another order physical? Comparisons are false for NaN. */
static void check_new_order(struct reading *r, const struct element *e, int64_t number,
                            double (*q)[MAX_NP])
{
    const int nq = r->transfer.to.degree + 1;
    double X[MAX_NP][3];
    mesh_nodes(r->mesh, e, &r->transfer.to, X);
    for (int i = 0; i < nq * nq * nq && !*r->trouble; ++i) {
        double inner = q[RHO_E][i] - q[RHO][i] * r->c->gravity * X[i][2];
        for (int d = 0; d < 3; ++d)
            inner -= 0.5 * q[RHO_U + d][i] * q[RHO_U + d][i] / q[RHO][i];
        if (!(q[RHO][i] > 0 && inner > 0))
            snprintf(r->trouble, sizeof r->trouble, "brought from order %d to order %d, its state "
                     "has density %g kg/m^3 and pressure %g Pa at (%g, %g, %g) m, in element %"
                     PRId64, r->transfer.from.degree, nq - 1, q[RHO][i],
                     (r->c->gamma - 1) * inner, X[i][0], X[i][1], X[i][2], number);
    }
}

static void fill(struct reading *r, int64_t number, const char *element,
                 const uint64_t hashes[NSUMS])
{
    const size_t n = checkpoint_columns(r->transfer.to.degree), np_to = n / NFIELDS;
    const size_t np_from = checkpoint_columns(r->c->degree) / NFIELDS;
    const int64_t here = number - r->part->first;
    const size_t at = (size_t)here * n, bytes = r->c->sizeof_real;
    double from[NFIELDS][MAX_NP], to[NFIELDS][MAX_NP];
    memcpy(r->hashes[number - r->mesh->first_of_rank[r->mesh->rank]], hashes, sizeof *r->hashes);
    if (np_to == np_from) {
        for (size_t i = 0; i < n; ++i)
            set_value(r->q, r->sizeof_real, at + i, value(element, bytes, i));
        return;
    }
    for (size_t k = 0; k < NFIELDS; ++k)
        for (size_t i = 0; i < np_from; ++i) from[k][i] = value(element, bytes, k * np_from + i);
    transfer_element(&r->transfer, r->mesh, &r->part->elements[here], from, to);
    for (size_t k = 0; k < NFIELDS; ++k)
        for (size_t i = 0; i < np_to; ++i)
            set_value(r->q, r->sizeof_real, at + k * np_to + i, to[k][i]);
    check_new_order(r, &r->part->elements[here], number, to);
}

static enum status open_both(const char *path, const struct checkpoint *c, int64_t elements,
                             hid_t *file, hid_t *state)
{
    TRY(hdf5_open(path, file));
    return open_state(path, c, *file, elements, state);
}

/* Damage comes before an unphysical state. All ranks know how those before came out. */
static enum status read_own(struct reading *r, void *const *q)
{
    const struct mesh *m = r->mesh;
    struct checkpoint found;
    enum status s = OK;
    for (int n = 0; n < m->partitions.n && s == OK; ++n) {
        r->part = &m->partitions.at[n];
        r->q = q[n];
        s = read_rows(r, r->part->first, r->part->num_elements, fill);
    }
    TRY(agree(m->comm, s));
    checkpoint_sum_up(m, (const uint64_t (*)[NSUMS])r->hashes, &found);
    TRY(agree(m->comm, m->rank == 0 ? compare_sums(r->path, r->c, &found) : OK));
    return agree(m->comm, check_trouble(r));
}

enum status checkpoint_read_state(const char *path, const struct checkpoint *c,
                                  const struct mesh *mesh, int degree, size_t sizeof_real,
                                  void *const *q)
{
    HDF5_ID file = -1, state = -1;
    struct reading r = { .path = path, .c = c, .mesh = mesh, .sizeof_real = sizeof_real };
    TRY(agree(mesh->comm, open_both(path, c, mesh->num_elements, &file, &state)));
    r.state = state;
    r.hashes = memory_new((size_t)mesh_num_own(mesh) + 1, sizeof *r.hashes);
    transfer_new(&r.transfer, c->degree, degree);
    const enum status s = read_own(&r, q);
    free(r.hashes);
    return s;
}

static void check_element(struct reading *r, int64_t number, const char *element,
                          const uint64_t hashes[NSUMS])
{
    const size_t n = checkpoint_columns(r->c->degree), np = n / NFIELDS;
    sums_add(&r->sums, hashes);
    for (size_t i = 0; i < n && !*r->trouble; ++i) {
        const double x = value(element, r->c->sizeof_real, i);
        if (!isfinite(x) || (i / np == RHO && !(x > 0)))
            snprintf(r->trouble, sizeof r->trouble, "its state is unphysical, with %s %g in element "
                     "%" PRId64, i / np == RHO ? "density" : "a value of", x, number);
    }
}

enum status checkpoint_verify(const char *path, struct checkpoint *c, int64_t *elements)
{
    HDF5_ID file = -1, state = -1;
    struct reading r = { .path = path, .c = c };
    struct checkpoint found;
    TRY(checkpoint_read(path, c));
    *elements = mesh_count(&c->mesh);
    TRY(open_both(path, c, *elements, &file, &state));
    r.state = state;
    sums_new(&r.sums);
    const enum status s = read_rows(&r, 0, *elements, check_element);
    sums_end(&r.sums, &found);
    TRY(s);
    TRY(compare_sums(path, c, &found));
    TRY(check_trouble(&r));
    if (!(c->min_density > 0 && c->min_pressure > 0))
        FAIL(BAD_INPUT, "%s: its state is unphysical, with density %g kg/m^3 and pressure %g Pa at "
             "least", path, c->min_density, c->min_pressure);
    return OK;
}
