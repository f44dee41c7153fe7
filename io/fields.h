#pragma once
/* io/fields.h -- fields on disk: VTKHDF files for ParaView, and back (docs/format.md). */
#include "io/provenance.h"
#include "io/quantities.h"

enum { FIELDS_FORMAT = 2 };

/** Writes the named fields as one VTKHDF 1.0 file of Lagrange hexahedra: the element polynomials,
 * sampled at equally spaced nodes, in the precision of the solution. Works in blocks of elements,
 * with a few MiB of memory; rank 0 writes the same file whatever the ranks hold.
 * BAD_INPUT for an unknown field, BAD_MACHINE where the file cannot be written: then none is
 * left. Collective. */
enum status fields_write(const struct view *v, const char *const *names, int num_names,
                         const char *path, const struct provenance *facts);

/** Adds the file at `path` with its time (s) to the list that ParaView opens as a time series, in
 * the same folder: FOLDER/NAME.hdf.series for NAME. Entries of this time and later are of an
 * earlier run and go. BAD_MACHINE where the list cannot be written, BAD_INPUT where it cannot be
 * read. */
enum status fields_series(const char *series, const char *path, double time);

/** Takes this file and those of later numbers out of the list, where there is one. Local. */
enum status fields_series_cut(const char *series, const char *path);

/** A field file, open for reading. */
struct fields_file;

/** One field of a file. */
struct stored_field {
    char *name, *unit, *long_name;
    int is_signed;
};

/** What a file holds besides its fields. */
struct fields_header {
    int degree;                /* N                                                           */
    int64_t num_elements;
    double time;               /* s                                                           */
    double lower[3], upper[3]; /* box of the mesh, m                                          */
    char *case_name;           /* "" where unknown                                            */
    LIST(struct stored_field) fields;
};

/** Opens a file that fields_write wrote. BAD_INPUT where it is missing or something else. */
enum status fields_open(struct fields_file **f, const char *path);
const struct fields_header *fields_header(const struct fields_file *f);
void fields_close(struct fields_file *f);

/** The field of that name in a file, or the first for NULL. BAD_INPUT names those there are. */
enum status fields_find(const struct fields_file *f, const char *name,
                        const struct stored_field **field);

/** Reads where the nodes of n elements are, from the first-th on: x[n][(N+1)^3], m. */
enum status fields_positions(struct fields_file *f, int64_t first, int n, double (*x)[3]);

/** Reads n elements of a field from the first-th on: values[n][(N+1)^3] at equally spaced nodes,
 * the one along xi_0 fastest. */
enum status fields_values(struct fields_file *f, const struct stored_field *field, int64_t first,
                          int n, double *values);
