#pragma once
/* app/follow.h -- the points of output.points, followed in time: points.csv. */
#include <stdio.h>
#include "app/session.h"
#include "io/points.h"

/** Points on their way: nothing where none is asked for, or no field. */
struct follow {
    point_list points;
    FILE *csv;
};

/** Finds the points in the mesh, as it is now; BAD_INPUT where one is outside. Collective. */
enum status follow_find(struct follow *f, const struct session *s);

/** BAD_INPUT where a point is outside of the mesh; keeps nothing. */
enum status follow_check(const struct session *s);

/** BAD_INPUT where an earlier run's points.csv has other columns; changes nothing. */
enum status follow_check_table(const struct follow *f, const struct session *s);

/** Opens points.csv, as points_open. */
enum status follow_open(struct follow *f, const struct session *s, int64_t keep_to);

/** Adds a line; waits for tasks. */
enum status follow_write(const struct follow *f, const struct session *s, int64_t step,
                         double time);

/** Closes the file and frees the list. */
enum status follow_close(struct follow *f);
