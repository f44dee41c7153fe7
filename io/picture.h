#pragma once
/* io/picture.h -- a field on a plane as a PNG picture with axes, units and a colour bar. */
#include "io/fields.h"
#include "io/quantities.h"
#include "io/slice.h"

/** What a picture says besides the values. */
struct picture {
    const char *long_name, *unit; /* of the field                                          */
    const char *case_name;        /* "" where unknown                                      */
    int is_signed;                /* diverging colours, zero in the middle                 */
    double time;                  /* s                                                     */
    double low, high;             /* range of the colours; NAN: from the values            */
    int width, height;            /* the picture is at most this large, pixels             */
};

enum { PICTURE_WIDTH = 900, PICTURE_HEIGHT = 800, PICTURE_LEAST = 300, PICTURE_MOST = 10000 };

/** Gives the slice one pixel for each pixel of the drawing. Lengths keep their proportions, but for
 * slices more than five times as long as wide: those are stretched, and the axis says how much. */
void picture_set_size(const struct picture *p, struct slice *s);

/** The range of the colours: the given one, else that of the values; symmetric about zero for
 * signed fields, widened where the field is constant. */
void picture_range(const struct picture *p, const struct slice *s, double *low, double *high);

/** Draws. BAD_MACHINE where the file cannot be written; then none is left. */
enum status picture_write(const char *path, const struct picture *p, const struct slice *s);

/** Adds all elements, with the values of a field, on rank 0; the slices of other ranks need width and
 * height only, and stay as they are. Collective. */
void slice_view(struct slice *s, const struct view *v, const struct quantity *f);

/** Samples and draws a field of the solution on a plane such as "y=0"; rank 0 has the file.
 * BAD_INPUT for an unknown field and a plane outside of the mesh, BAD_MACHINE where the file cannot
 * be written. Collective. */
enum status picture_of_view(const struct view *v, const char *name, const char *plane,
                            const char *case_name, const char *path);

/** The same from a field file (NULL: its first field). width, height, low and high come from p, the
 * rest from the file. */
enum status picture_of_file(struct fields_file *f, const char *name, const char *plane,
                            const struct picture *p, const char *path);
