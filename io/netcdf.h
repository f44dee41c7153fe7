#pragma once
/* io/netcdf.h -- fields on a plane, through time, in one NetCDF file after the CF conventions. */
#include "io/provenance.h"
#include "io/view.h"

/** A file that grows by a plane of each field at a time. Rank 0 has it; all functions are
 * collective. */
struct netcdf;

/** What it holds. All of it outlives the file, as does the view's mesh. */
struct netcdf_content {
    const char *title;
    const char *plane;               /* "y=0" and the like                          */
    const char *const *fields;       /* [num_fields] names of quantities            */
    int num_fields;
    const struct provenance *facts;
};

/** Makes the file, on a regular grid of as many points as the view's nodes, N + 1 an element. Where
 * `goes_on` and the file is there, its planes up to the view's time stay and later ones go instead.
 * BAD_INPUT for unknown fields, a plane outside of the mesh, too many points, and an earlier file
 * with other contents; BAD_MACHINE where the disk refuses. */
enum status netcdf_open(struct netcdf **n, const char *path, const struct netcdf_content *c,
                        const struct view *v, int goes_on);

/** Adds the planes of the view's time. What was added before stays readable whatever happens. */
enum status netcdf_add(struct netcdf *n, const struct view *v);

/** Closes and frees; n may be NULL. */
enum status netcdf_close(struct netcdf *n);

/** Name and version of the library that does this. */
const char *netcdf_library(void);
