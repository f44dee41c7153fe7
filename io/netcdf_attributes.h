#pragma once
/* io/netcdf_attributes.h -- what the CF conventions want to know; for io/netcdf*.c alone. */
#include "io/netcdf.h"
#include "io/quantities.h"
#include "io/slice.h"

/** PnetCDF's answer as a status; BAD_MACHINE names the file. */
enum status netcdf_check(int answer, const char *doing, const char *path);

#define TRY_NC(doing, path, call) TRY(netcdf_check((call), (doing), (path)))

/** Variables of a file. */
struct netcdf_variables {
    int time, axis[3]; /* axis: one number for the plane's own                        */
    int *fields;       /* [num_fields]                                                */
};

/** Defines dimensions, variables and attributes in a file in define mode. */
enum status netcdf_define(int id, const char *path, const struct netcdf_content *c,
                          const struct slice *s, size_t sizeof_real, struct netcdf_variables *v);

/** A line of the attribute history, now: when and by which command. Freed by the caller. */
char *netcdf_history(const struct netcdf_content *c);
