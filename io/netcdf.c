/* io/netcdf.c -- writes planes of fields with PnetCDF, and goes on with an earlier file. */
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
#include "io/netcdf_attributes.h"
#include "io/picture.h"

/* Bytes that the header may grow by before records have to move: a line of history a restart. */
enum { HEADER_ROOM = 1 << 16 };

struct netcdf {
    char *path;
    int id;               /* PnetCDF's of the open file, or NOT_OPEN                  */
    struct netcdf_content content;
    struct netcdf_variables variables;
    struct slice slice;   /* the grid: points are the middles of pixels               */
    double *planes;       /* [num_fields][height][width]                              */
    MPI_Offset num_times;
};
enum { NOT_OPEN = -1 };

enum status netcdf_check(int answer, const char *doing, const char *path)
{
    if (answer != NC_NOERR)
        FAIL(BAD_MACHINE, "cannot %s %s: %s", doing, path, ncmpi_strerror(answer));
    return OK;
}

#define TRY_WRITE(n, call) TRY_NC("write", (n)->path, call)

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
    slice_set_size(&n->slice, (int)width, (int)height);
    n->planes = NEW(double, (size_t)n->slice.width * (size_t)n->slice.height
                            * (size_t)n->content.num_fields);
    return OK;
}

/* Of the i-th point along direction d of the slice: the middle of its pixel. */
static double coordinate(const struct slice *s, int d, int i)
{
    return s->lower[d] + (i + 0.5) / (d == 0 ? s->width : s->height) * (s->upper[d] - s->lower[d]);
}

static double *coordinates(const struct slice *s, int d)
{
    const int size = d == 0 ? s->width : s->height;
    double *x = NEW(double, (size_t)size);
    for (int i = 0; i < size; ++i)
        x[i] = coordinate(s, d, i);
    return x;
}

/* -- a new file -------------------------------------------------------------------------------- */

static enum status write_axis(struct netcdf *n, int d)
{
    double *x = coordinates(&n->slice, d);
    const int variable = n->variables.axis[d == 0 ? n->slice.a : n->slice.b];
    const int answer = ncmpi_put_var_double_all(n->id, variable, x);
    free(x);
    TRY_WRITE(n, answer);
    return OK;
}

static enum status create(struct netcdf *n, const struct view *v)
{
    TRY_WRITE(n, ncmpi_create(MPI_COMM_SELF, n->path, NC_CLOBBER | NC_64BIT_OFFSET, MPI_INFO_NULL,
                              &n->id));
    TRY(netcdf_define(n->id, n->path, &n->content, &n->slice, v->sizeof_real, &n->variables));
    TRY_WRITE(n, ncmpi__enddef(n->id, HEADER_ROOM, 4, 0, 4));
    TRY(write_axis(n, 0));
    TRY(write_axis(n, 1));
    TRY_WRITE(n, ncmpi_put_var_double_all(n->id, n->variables.axis[n->slice.plane.axis],
                                          &n->slice.plane.at));
    TRY_WRITE(n, ncmpi_sync(n->id));
    return OK;
}

/* -- an earlier run's file --------------------------------------------------------------------- */

/* Whether a variable of the open file holds just these numbers. */
static int holds(int id, const char *name, const double *wanted, int size, int *variable)
{
    int has = ncmpi_inq_varid(id, name, variable) == NC_NOERR, num_dimensions = -1, dimension;
    MPI_Offset length = 1;

    has = has && ncmpi_inq_varndims(id, *variable, &num_dimensions) == NC_NOERR &&
          num_dimensions <= 1;
    if (has && num_dimensions == 1)
        has = ncmpi_inq_vardimid(id, *variable, &dimension) == NC_NOERR &&
              ncmpi_inq_dimlen(id, dimension, &length) == NC_NOERR;
    if (!has || length != size) return 0;
    double *x = NEW(double, (size_t)size);
    has = ncmpi_get_var_double_all(id, *variable, x) == NC_NOERR &&
          !memcmp(x, wanted, sizeof *x * (size_t)size);
    free(x);
    return has;
}

/* Finds the variables of the open file; 0 where it is not a file of the same contents. */
static int find_variables(struct netcdf *n)
{
    const struct slice *s = &n->slice;
    struct netcdf_variables *v = &n->variables;
    int num_variables = 0, is_same;

    is_same = ncmpi_inq_nvars(n->id, &num_variables) == NC_NOERR &&
              num_variables == 4 + n->content.num_fields &&
              ncmpi_inq_varid(n->id, "time", &v->time) == NC_NOERR &&
              holds(n->id, (const char[]){ "xyz"[s->plane.axis], 0 }, &s->plane.at, 1,
                    &v->axis[s->plane.axis]);
    for (int d = 0; d < 2; ++d) {
        const int axis = d == 0 ? s->a : s->b;
        double *x = coordinates(s, d);
        is_same = is_same && holds(n->id, (const char[]){ "xyz"[axis], 0 }, x,
                                   d == 0 ? s->width : s->height, &v->axis[axis]);
        free(x);
    }
    for (int f = 0; f < n->content.num_fields; ++f)
        is_same = is_same &&
                  ncmpi_inq_varid(n->id, n->content.fields[f], &v->fields[f]) == NC_NOERR;
    return is_same;
}

/* num_times = times of the open file up to that one, s; and all that it holds. */
static enum status count_times(struct netcdf *n, double last, MPI_Offset *all)
{
    int dimension;

    TRY_NC("read", n->path, ncmpi_inq_dimid(n->id, "time", &dimension));
    TRY_NC("read", n->path, ncmpi_inq_dimlen(n->id, dimension, all));
    double *times = NEW(double, (size_t)*all + 1);
    const int answer = ncmpi_get_var_double_all(n->id, n->variables.time, times);
    for (n->num_times = 0; n->num_times < *all && times[n->num_times] <= last;)
        ++n->num_times;
    free(times);
    TRY_NC("read", n->path, answer);
    return OK;
}

/* The format has the number of times as four bytes behind its name, the highest first; PnetCDF only
 * lets it grow. Later planes are then written over those that are cut off. */
static enum status cut(const struct netcdf *n)
{
    unsigned char count[4];
    const int fd = open(n->path, O_WRONLY | O_CLOEXEC);

    for (int i = 0; i < 4; ++i)
        count[i] = (unsigned char)(n->num_times >> (24 - 8 * i));
    const int is_cut = fd >= 0 && pwrite(fd, count, 4, 4) == 4;
    const int reason = errno;
    if (fd >= 0) close(fd);
    if (!is_cut) FAIL(BAD_MACHINE, "cannot cut %s: %s", n->path, strerror(reason));
    return OK;
}

static enum status add_history(struct netcdf *n)
{
    MPI_Offset length = 0;
    char *line = netcdf_history(&n->content);

    ncmpi_inq_attlen(n->id, NC_GLOBAL, "history", &length); /* 0 where there is none */
    char *text = NEW(char, (size_t)length + strlen(line) + 2);
    ncmpi_get_att_text(n->id, NC_GLOBAL, "history", text);
    snprintf(text + length, strlen(line) + 2, "%s%s", length ? "\n" : "", line);
    int answer = ncmpi_redef(n->id);
    if (answer == NC_NOERR)
        answer = ncmpi_put_att_text(n->id, NC_GLOBAL, "history", (MPI_Offset)strlen(text), text);
    if (answer == NC_NOERR) answer = ncmpi_enddef(n->id);
    free(text);
    free(line);
    TRY_WRITE(n, answer);
    return OK;
}

static enum status close_file(struct netcdf *n)
{
    const int answer = n->id == NOT_OPEN ? NC_NOERR : ncmpi_close(n->id);
    n->id = NOT_OPEN;
    TRY_WRITE(n, answer);
    return OK;
}

static enum status go_on(struct netcdf *n, const struct view *v)
{
    MPI_Offset all;
    const int answer = ncmpi_open(MPI_COMM_SELF, n->path, NC_NOWRITE, MPI_INFO_NULL, &n->id);

    if (answer != NC_NOERR)
        FAIL(BAD_INPUT, "cannot go on with %s: %s", n->path, ncmpi_strerror(answer));
    if (!find_variables(n))
        FAIL(BAD_INPUT, "cannot go on with %s: it holds another plane, other fields or another "
             "grid; --output DIR puts this run's elsewhere", n->path);
    TRY(count_times(n, v->time, &all));
    TRY(close_file(n));
    if (n->num_times < all) TRY(cut(n));
    TRY_WRITE(n, ncmpi_open(MPI_COMM_SELF, n->path, NC_WRITE, MPI_INFO_NULL, &n->id));
    return add_history(n);
}

/* -- all of it --------------------------------------------------------------------------------- */

enum status netcdf_open(struct netcdf **file, const char *path, const struct netcdf_content *c,
                        const struct view *v, int goes_on)
{
    struct netcdf *n = *file = NEW(struct netcdf, 1);

    n->path             = memory_copy(path);
    n->id               = NOT_OPEN;
    n->content          = *c;
    n->variables.fields = NEW(int, (size_t)c->num_fields);
    enum status s = make_grid(n, v);
    if (s == OK) s = goes_on && access(path, F_OK) == 0 ? go_on(n, v) : create(n, v);
    if (s == OK) return OK;
    netcdf_close(n);
    *file = NULL;
    return s;
}

/* The field on the grid; what the mesh does not cover gets the fill value. */
static enum status sample(struct netcdf *n, const struct view *v, const char *name, double *plane)
{
    struct slice *s = &n->slice;
    const struct quantity *f = quantity_find(name);

    if (!f) FAIL(BAD_INPUT, "no field %s; there are %s", name, quantity_names());
    slice_set_size(s, s->width, s->height);
    slice_view(s, v, f);
    for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; ++i)
        plane[i] = !isnan(s->values[i]) ? s->values[i]
                   : v->sizeof_real == sizeof(float) ? (double)NC_FILL_FLOAT : NC_FILL_DOUBLE;
    return OK;
}

/* All variables in one go: the file counts a time when it has all of it. */
enum status netcdf_add(struct netcdf *n, const struct view *v)
{
    const MPI_Offset width = n->slice.width, height = n->slice.height;
    const MPI_Offset start[3] = { n->num_times, 0, 0 }, count[3] = { 1, height, width };

    TRY_WRITE(n, ncmpi_iput_vara_double(n->id, n->variables.time, start, count, &v->time, NULL));
    for (int f = 0; f < n->content.num_fields; ++f) {
        double *plane = n->planes + (size_t)f * (size_t)(width * height);
        TRY(sample(n, v, n->content.fields[f], plane));
        TRY_WRITE(n, ncmpi_iput_vara_double(n->id, n->variables.fields[f], start, count, plane,
                                            NULL));
    }
    TRY_WRITE(n, ncmpi_wait_all(n->id, NC_REQ_ALL, NULL, NULL));
    TRY_WRITE(n, ncmpi_sync(n->id));
    ++n->num_times;
    return OK;
}

enum status netcdf_close(struct netcdf *n)
{
    if (!n) return OK;
    const enum status s = close_file(n);
    slice_free(&n->slice);
    free(n->planes);
    free(n->variables.fields);
    free(n->path);
    free(n);
    return s;
}
