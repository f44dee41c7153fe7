/* io/netcdf.c -- writes planes of fields with PnetCDF. */
#include "io/netcdf.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/netcdf_file.h"
#include "io/picture.h"
#include "mesh/agree.h"

/* Bytes that the header may grow by before records have to move: a line of history a restart. */
enum { HEADER_ROOM = 1 << 16 };

enum status netcdf_check(int answer, const char *doing, const char *path)
{
    if (answer != NC_NOERR)
        FAIL(BAD_MACHINE, "cannot %s %s: %s", doing, path, ncmpi_strerror(answer));
    return OK;
}

const char *netcdf_library(void)
{
    static char text[64];
    const char *version = ncmpi_inq_libvers(); /* "1.12.3 of 01 Jun 2022" and the like */

    snprintf(text, sizeof text, "PnetCDF %.*s", (int)strcspn(version, " "), version);
    return text;
}

/* -- the grid ---------------------------------------------------------------------------------- */

/* Elements along an axis. Those of a mesh file stand anyhow: as many as if they were cubes. */
static double elements_along(const struct mesh *m, int axis)
{
    const struct mesh_spec *box = &m->spec;
    double volume = 1;

    if (!box->file) return box->base[axis] * ldexp(1, box->level);
    for (int d = 0; d < 3; ++d)
        volume *= box->upper[d] - box->lower[d];
    return fmax(1, round((box->upper[axis] - box->lower[axis])
                         / cbrt(volume / (double)m->num_elements)));
}

static enum status make_grid(struct netcdf *n, const struct view *v)
{
    static const double most_bytes = 4294967292.; /* of a record of a variable, by the format */
    struct plane plane;

    TRY(plane_parse(n->content.plane, &plane));
    TRY(slice_new(&n->slice, plane, v->mesh->spec.lower, v->mesh->spec.upper));
    const double width  = (v->lgl->degree + 1) * elements_along(v->mesh, n->slice.a);
    const double height = (v->lgl->degree + 1) * elements_along(v->mesh, n->slice.b);
    if (width * height * (double)v->sizeof_real > most_bytes)
        FAIL(BAD_INPUT, "output.netcdf: a plane of %.0f by %.0f points has more than the 4 GiB of "
             "a field and time that a file may hold; output.netcdf: false leaves it out", width,
             height);
    n->slice.width = (int)width;
    n->slice.height = (int)height;
    if (v->mesh->rank == 0)
        n->planes = NEW(double, (size_t)n->slice.width * (size_t)n->slice.height
                                * (size_t)n->content.num_fields);
    return OK;
}

/* Of the i-th point along direction d of the slice: the middle of its pixel. */
static double coordinate(const struct slice *s, int d, int i)
{
    return s->lower[d] + (i + 0.5) / (d == 0 ? s->width : s->height) * (s->upper[d] - s->lower[d]);
}

double *netcdf_coordinates(const struct slice *s, int d)
{
    const int size = d == 0 ? s->width : s->height;
    double *x = NEW(double, (size_t)size);
    for (int i = 0; i < size; ++i)
        x[i] = coordinate(s, d, i);
    return x;
}

/* Takes the space that is written next: Open MPI's file layer hides a full disk, and zeros would
 * stand there unnoticed. */
static enum status reserve(const struct netcdf *n, MPI_Offset from, MPI_Offset size)
{
    const int fd = open(n->path, O_WRONLY | O_CLOEXEC);
    const int reason = fd < 0 ? errno : posix_fallocate(fd, from, size);

    if (fd >= 0) close(fd);
    if (reason) FAIL(BAD_MACHINE, "cannot write %s: %s", n->path, strerror(reason));
    return OK;
}

/* Space for the next time, behind those that are there. */
static enum status reserve_time(const struct netcdf *n)
{
    MPI_Offset first, size;

    TRY_WRITE(n, ncmpi_inq_varoffset(n->id, n->variables.time, &first));
    TRY_WRITE(n, ncmpi_inq_recsize(n->id, &size));
    return reserve(n, first + n->num_times * size, size);
}

/* -- a new file -------------------------------------------------------------------------------- */

static enum status write_axis(struct netcdf *n, int d)
{
    double *x = netcdf_coordinates(&n->slice, d);
    const int variable = n->variables.axis[d == 0 ? n->slice.a : n->slice.b];
    const int answer = ncmpi_put_var_double_all(n->id, variable, x);
    free(x);
    TRY_WRITE(n, answer);
    return OK;
}

static enum status create(struct netcdf *n, const struct view *v)
{
    MPI_Offset first; /* of the bytes of times */

    TRY_WRITE(n, ncmpi_create(MPI_COMM_SELF, n->path, NC_CLOBBER | NC_64BIT_OFFSET, MPI_INFO_NULL,
                              &n->id));
    TRY(netcdf_define(n->id, n->path, &n->content, &n->slice, v->sizeof_real, &n->variables));
    TRY_WRITE(n, ncmpi__enddef(n->id, HEADER_ROOM, 4, 0, 4));
    TRY_WRITE(n, ncmpi_inq_varoffset(n->id, n->variables.time, &first));
    TRY(reserve(n, 0, first));
    TRY(write_axis(n, 0));
    TRY(write_axis(n, 1));
    TRY_WRITE(n, ncmpi_put_var_double_all(n->id, n->variables.axis[n->slice.plane.axis],
                                          &n->slice.plane.at));
    TRY_WRITE(n, ncmpi_sync(n->id));
    return OK;
}

enum status netcdf_shut(struct netcdf *n)
{
    const int answer = n->id == NOT_OPEN ? NC_NOERR : ncmpi_close(n->id);
    n->id = NOT_OPEN;
    TRY_WRITE(n, answer);
    return OK;
}

/* -- all of it --------------------------------------------------------------------------------- */

/* On rank 0. */
static enum status open_file(struct netcdf *n, const struct view *v, int goes_on)
{
    return goes_on && access(n->path, F_OK) == 0 ? netcdf_go_on(n, v) : create(n, v);
}

static enum status release(struct netcdf *n)
{
    const enum status s = netcdf_shut(n);
    slice_free(&n->slice);
    free(n->planes);
    free(n->variables.fields);
    free(n->path);
    free(n);
    return s;
}

enum status netcdf_open(struct netcdf **file, const char *path, const struct netcdf_content *c,
                        const struct view *v, int goes_on)
{
    struct netcdf *n = *file = NEW(struct netcdf, 1);

    n->path             = memory_copy(path);
    n->mesh             = v->mesh;
    n->id               = NOT_OPEN;
    n->content          = *c;
    n->variables.fields = NEW(int, (size_t)c->num_fields);
    enum status s = make_grid(n, v);
    if (s == OK) s = agree(v->mesh->comm, v->mesh->rank == 0 ? open_file(n, v, goes_on) : OK);
    if (s == OK) return OK;
    release(n);
    *file = NULL;
    return s;
}

/* The field on the grid; what the mesh does not cover gets the fill value. */
static enum status sample(struct netcdf *n, const struct view *v, const char *name, double *plane)
{
    struct slice *s = &n->slice;
    const struct quantity *f = quantity_find(name);

    if (!f) FAIL(BAD_INPUT, "no field %s; there are %s", name, quantity_names());
    if (v->mesh->rank == 0) slice_set_size(s, s->width, s->height);
    slice_view(s, v, f);
    for (size_t i = 0; plane && i < (size_t)s->width * (size_t)s->height; ++i)
        plane[i] = !isnan(s->values[i]) ? s->values[i]
                   : v->sizeof_real == sizeof(float) ? (double)NC_FILL_FLOAT : NC_FILL_DOUBLE;
    return OK;
}

static double *plane_of(const struct netcdf *n, int field)
{
    const size_t size = (size_t)n->slice.width * (size_t)n->slice.height;
    return n->planes ? n->planes + (size_t)field * size : NULL;
}

/* All variables in one go: the file counts a time when it has all of it. */
static enum status put(const struct netcdf *n, const double *time)
{
    const MPI_Offset start[3] = { n->num_times, 0, 0 };
    const MPI_Offset count[3] = { 1, n->slice.height, n->slice.width };

    TRY_WRITE(n, ncmpi_iput_vara_double(n->id, n->variables.time, start, count, time, NULL));
    for (int f = 0; f < n->content.num_fields; ++f)
        TRY_WRITE(n, ncmpi_iput_vara_double(n->id, n->variables.fields[f], start, count,
                                            plane_of(n, f), NULL));
    TRY_WRITE(n, ncmpi_wait_all(n->id, NC_REQ_ALL, NULL, NULL));
    TRY_WRITE(n, ncmpi_sync(n->id));
    return OK;
}

enum status netcdf_add(struct netcdf *n, const struct view *v)
{
    TRY(agree(n->mesh->comm, n->mesh->rank == 0 ? reserve_time(n) : OK));
    for (int f = 0; f < n->content.num_fields; ++f)
        TRY(sample(n, v, n->content.fields[f], plane_of(n, f)));
    TRY(agree(n->mesh->comm, n->mesh->rank == 0 ? put(n, &v->time) : OK));
    ++n->num_times;
    return OK;
}

enum status netcdf_close(struct netcdf *n)
{
    if (!n) return OK;
    const MPI_Comm comm = n->mesh->comm;
    return agree(comm, release(n));
}
