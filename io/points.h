#pragma once
/* io/points.h -- fields at points of the mesh, as a table in time: points.csv. */
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"
#include "base/list.h"
#include "io/quantities.h"

/** A point, the element that holds it and its place there. */
struct point {
    double x[3];           /* m                                                                */
    int rank;              /* that has the element                                             */
    int partition;         /* of that rank, -1 on the others                                   */
    int element;           /* of the partition, likewise                                       */
    double l[3][MAX_NQ];   /* the Lagrange polynomials of each reference direction at the point */
};

typedef LIST(struct point) point_list;

/** Finds points->at[].x, the same on all ranks, in the mesh: on faces between elements, in the one
 * of lowest number. BAD_INPUT, naming key and point, where none holds it. The caller owns the list.
 * Collective. */
enum status points_find(point_list *points, const char *key, const struct mesh *m,
                        const struct lgl *lgl);

/** The field at a point of this rank: the polynomial through its values at the element's nodes.
 * Local. */
double point_value(const struct view *v, const struct quantity *f, const struct point *p);

/** What points.csv holds. */
struct points_table {
    const point_list *points;
    const char *const *names; /* [num_names] fields of io/quantities.def */
    int num_names;
};

/** BAD_INPUT where the folder has a points.csv with other columns; changes nothing. */
enum status points_check(const char *folder, const struct points_table *t);

/** Opens folder/points.csv: a new one, or, with keep_to >= 0, the one of an earlier run, cut behind
 * step keep_to. BAD_INPUT where that one has other columns; BAD_MACHINE where the disk refuses. */
enum status points_open(FILE **f, const char *folder, int64_t keep_to,
                        const struct points_table *t);

/** Adds a line to rank 0's file, which the others do not have (NULL); of the view's q only the
 * partitions that hold points are read. BAD_MACHINE where the disk refuses. Collective. */
enum status points_write(FILE *f, int64_t step, const struct view *v,
                         const struct points_table *t);
enum status points_close(FILE *f);
