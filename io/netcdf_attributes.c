/* io/netcdf_attributes.c -- dimensions, variables and attributes of a file of planes. */
#define _GNU_SOURCE
#include "io/netcdf_file.h"
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/memory.h"

static const char *fact(const struct provenance *facts, const char *key)
{
    for (; facts->key; ++facts)
        if (!strcmp(facts->key, key)) return facts->value;
    return "unknown";
}

char *netcdf_history(const struct netcdf_content *c)
{
    char now[32], *line = NULL;
    const time_t seconds = time(NULL);

    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime(&seconds));
    REQUIRE(asprintf(&line, "%s: %s", now, fact(c->facts, "command")) > 0, "no memory for a line");
    return line;
}

static enum status put(int id, const char *path, int variable, const char *name, const char *text)
{
    if (!text[0]) return OK;
    TRY_NC("write", path, ncmpi_put_att_text(id, variable, name, (MPI_Offset)strlen(text), text));
    return OK;
}

/* The name in CF's table of standard names; "" where it has none. */
static const char *standard_name(const char *field)
{
    static const char *const names[][2] = {
        { "rho", "air_density" },
        { "u", "eastward_wind" },
        { "v", "northward_wind" },
        { "w", "upward_air_velocity" },
        { "p", "air_pressure" },
        { "T", "air_temperature" },
        { "theta", "air_potential_temperature" },
        { "vorticity", "atmosphere_upward_relative_vorticity" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (!strcmp(names[i][0], field)) return names[i][1];
    return "";
}

/* A unit as UDUNITS reads it: kg/m3 for kg/m³, 1 for none. */
static const char *unit_of(const struct quantity *f, char unit[32])
{
    size_t n = 0;

    for (const char *c = f->unit; *c && n < 31; ++c) {
        if (!strncmp(c, "\xc2\xb2", 2)) unit[n++] = '2', ++c;
        else if (!strncmp(c, "\xc2\xb3", 2)) unit[n++] = '3', ++c;
        else unit[n++] = *c;
    }
    unit[n] = '\0';
    return n ? unit : "1";
}

/* The axis, by `size` points, or by a single number of no dimension where size is 0. */
static enum status define_axis(int id, const char *path, int axis, int size, int *dimension,
                               int *variable)
{
    static const struct {
        const char *name, *standard, *long_name, *letter, *positive;
    } axes[3] = {
        { "x", "projection_x_coordinate", "position in x", "X", "" },
        { "y", "projection_y_coordinate", "position in y", "Y", "" },
        { "z", "altitude", "position in z", "Z", "up" },
    };

    if (size) TRY_NC("write", path, ncmpi_def_dim(id, axes[axis].name, size, dimension));
    TRY_NC("write", path, ncmpi_def_var(id, axes[axis].name, NC_DOUBLE, size > 0, dimension,
                                        variable));
    TRY(put(id, path, *variable, "standard_name", axes[axis].standard));
    TRY(put(id, path, *variable, "long_name", axes[axis].long_name));
    TRY(put(id, path, *variable, "units", "m"));
    TRY(put(id, path, *variable, "axis", axes[axis].letter));
    return put(id, path, *variable, "positive", axes[axis].positive);
}

static enum status define_time(int id, const char *path, int *dimension, int *variable)
{
    TRY_NC("write", path, ncmpi_def_dim(id, "time", NC_UNLIMITED, dimension));
    TRY_NC("write", path, ncmpi_def_var(id, "time", NC_DOUBLE, 1, dimension, variable));
    TRY(put(id, path, *variable, "standard_name", "time"));
    TRY(put(id, path, *variable, "long_name", "simulated time; the date means nothing"));
    TRY(put(id, path, *variable, "units", "seconds since 2000-01-01 00:00:00"));
    TRY(put(id, path, *variable, "calendar", "proleptic_gregorian"));
    return put(id, path, *variable, "axis", "T");
}

static enum status define_field(int id, const char *path, const char *name, nc_type type,
                                const char *plane_axis, const int dimensions[3], int *variable)
{
    const double fill = NC_FILL_DOUBLE;
    const float fill_single = NC_FILL_FLOAT;
    const struct quantity *f = quantity_find(name);
    char unit[32];

    if (!f) FAIL(BAD_INPUT, "no field %s; there are %s", name, quantity_names());
    TRY_NC("write", path, ncmpi_def_var(id, name, type, 3, dimensions, variable));
    TRY(put(id, path, *variable, "standard_name", standard_name(name)));
    TRY(put(id, path, *variable, "long_name", f->long_name));
    TRY(put(id, path, *variable, "units", unit_of(f, unit)));
    TRY(put(id, path, *variable, "coordinates", plane_axis));
    if (type == NC_FLOAT)
        TRY_NC("write", path, ncmpi_put_att_float(id, *variable, "_FillValue", type, 1,
                                                  &fill_single));
    else
        TRY_NC("write", path, ncmpi_put_att_double(id, *variable, "_FillValue", type, 1, &fill));
    return OK;
}

static enum status define_globals(int id, const char *path, const struct netcdf_content *c)
{
    char source[128], *history = netcdf_history(c);

    snprintf(source, sizeof source, "Updraft %.32s, commit %.64s", fact(c->facts, "version"),
             fact(c->facts, "commit"));
    const enum status s = put(id, path, NC_GLOBAL, "history", history);
    free(history);
    TRY(s);
    TRY(put(id, path, NC_GLOBAL, "Conventions", "CF-1.8"));
    TRY(put(id, path, NC_GLOBAL, "title", c->title));
    TRY(put(id, path, NC_GLOBAL, "source", source));
    TRY(put(id, path, NC_GLOBAL, "comment", "planes of a simulation; case_file gives it again"));
    return put(id, path, NC_GLOBAL, "case_file", fact(c->facts, "case_file"));
}

enum status netcdf_define(int id, const char *path, const struct netcdf_content *c,
                          const struct slice *s, size_t sizeof_real, struct netcdf_variables *v)
{
    const char plane_axis[] = { "xyz"[s->plane.axis], '\0' };
    int none, dimensions[3]; /* time, up, right */

    TRY(define_globals(id, path, c));
    TRY(define_time(id, path, &dimensions[0], &v->time));
    TRY(define_axis(id, path, s->b, s->height, &dimensions[1], &v->axis[s->b]));
    TRY(define_axis(id, path, s->a, s->width, &dimensions[2], &v->axis[s->a]));
    TRY(define_axis(id, path, s->plane.axis, 0, &none, &v->axis[s->plane.axis]));
    const nc_type type = sizeof_real == sizeof(float) ? NC_FLOAT : NC_DOUBLE;
    for (int f = 0; f < c->num_fields; ++f)
        TRY(define_field(id, path, c->fields[f], type, plane_axis, dimensions, &v->fields[f]));
    return OK;
}
