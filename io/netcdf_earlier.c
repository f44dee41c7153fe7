/* io/netcdf_earlier.c -- goes on with the file of an earlier run. */
#include <errno.h>
#include <fcntl.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/netcdf_file.h"

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
        double *x = netcdf_coordinates(s, d);
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

enum status netcdf_go_on(struct netcdf *n, const struct view *v)
{
    MPI_Offset all;
    const int answer = ncmpi_open(MPI_COMM_SELF, n->path, NC_NOWRITE, MPI_INFO_NULL, &n->id);

    if (answer != NC_NOERR)
        FAIL(BAD_INPUT, "cannot go on with %s: %s", n->path, ncmpi_strerror(answer));
    if (!find_variables(n))
        FAIL(BAD_INPUT, "cannot go on with %s: it holds another plane, other fields or another "
             "grid; --output DIR puts this run's elsewhere", n->path);
    TRY(count_times(n, v->time, &all));
    TRY(netcdf_shut(n));
    if (n->num_times < all) TRY(cut(n));
    TRY_WRITE(n, ncmpi_open(MPI_COMM_SELF, n->path, NC_WRITE, MPI_INFO_NULL, &n->id));
    return add_history(n);
}
