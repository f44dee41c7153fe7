#pragma once
/* io/slice.h -- a field on a plane: element polynomials, evaluated at the centres of pixels. */
#include <stdint.h>
#include "base/error.h"
#include "io/cell.h"

/** The plane x, y or z = at. */
struct plane {
    int axis;  /* 0, 1, 2 */
    double at; /* m       */
};

/** Pixels over a plane. Direction a goes to the right, b upwards. */
struct slice {
    struct plane plane;
    int a, b;                   /* axes: (y, z), (x, z) or (x, y)                        */
    double lower[2], upper[2];  /* extent along a and b, m                               */
    int width, height;          /* pixels                                                */
    double *values;             /* [height][width], from below; NAN outside of the mesh  */
    unsigned char *counts;      /* [height][width] elements that had a say in the value  */
};

/** Reads "y=0" and the like. BAD_INPUT for anything else. */
enum status plane_parse(const char *text, struct plane *p);

/** Axes and extent of a plane through a box. BAD_INPUT where it does not meet the box. */
enum status slice_new(struct slice *s, struct plane p, const double lower[3],
                      const double upper[3]);

/** Gives it pixels, all NAN. */
void slice_set_size(struct slice *s, int width, int height);
void slice_free(struct slice *s);

/** Whether an element can meet the plane. Touching counts. */
int slice_meets(const struct slice *s, const struct cell *c);

/** Adds an element with the values at its nodes. Where several elements hold a point, on faces,
 * edges and corners, its value is their mean. */
void slice_add(struct slice *s, const struct cell *c, const double *values);

/** What elements say of pixels, to be added elsewhere: the mean depends on their order to the last
 * bit. at[] is freed by the caller. */
struct said {
    int64_t pixel;
    double value;
};
struct said_list {
    struct said *at;
    int n, room;
};

/** The same as slice_add in two steps; the slice of the first one needs width and height only. */
void slice_say(const struct slice *s, const struct cell *c, const double *values,
               struct said_list *list);
void slice_hear(struct slice *s, const struct said *said, int n);

/** Smallest and largest value; both NAN where no pixel has one. */
void slice_range(const struct slice *s, double *low, double *high);
