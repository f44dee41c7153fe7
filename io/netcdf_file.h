#pragma once
/* io/netcdf_file.h -- a file of planes as io/netcdf*.c see it, and they alone. */
#include "io/netcdf.h"
#include "io/quantities.h"
#include "io/slice.h"

/** PnetCDF's answer as a status; BAD_MACHINE names the file. */
enum status netcdf_check(int answer, const char *doing, const char *path);

#define TRY_NC(doing, path, call) TRY(netcdf_check((call), (doing), (path)))
#define TRY_WRITE(n, call) TRY_NC("write", (n)->path, call)

/** Variables of a file. */
struct netcdf_variables {
    int time, axis[3]; /* axis: one number for the plane's own                        */
    int *fields;       /* [num_fields]                                                */
};

/** An open file; on ranks other than 0 what they need to take part. */
struct netcdf {
    char *path;
    const struct mesh *mesh;
    int id;               /* PnetCDF's of the open file, or NOT_OPEN                  */
    struct netcdf_content content;
    struct netcdf_variables variables;
    struct slice slice;   /* the grid: points are the middles of pixels               */
    double *planes;       /* [num_fields][height][width] on rank 0                    */
    int64_t num_times;    /* those of an earlier run that stay, and those added       */
};
enum { NOT_OPEN = -1 };

/** Defines dimensions, variables and attributes in a file in define mode. */
enum status netcdf_define(int id, const char *path, const struct netcdf_content *c,
                          const struct slice *s, size_t sizeof_real, struct netcdf_variables *v);

/** A line of the attribute history, now: when and by which command. Freed by the caller. */
char *netcdf_history(const struct netcdf_content *c);

/** Opens the file of an earlier run, for its contents and the view's grid, cut behind the view's
 * time. BAD_INPUT where it holds anything else. */
enum status netcdf_go_on(struct netcdf *n, const struct view *v);

/** [width or height] places of the points along direction d of the slice, m; the caller frees. */
double *netcdf_coordinates(const struct slice *s, int d);

/** Closes the file, where it is open. */
enum status netcdf_shut(struct netcdf *n);
