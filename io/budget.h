#pragma once
/* io/budget.h -- the entropy budget on disk and on the screen: budget.csv, a table, a chart. */
#include <stdint.h>
#include <stdio.h>
#include "base/budget.h"
#include "base/error.h"
#include "base/list.h"

/** Changes of entropy over an interval that ends there, or over several, kg. */
struct budget_line {
    int64_t step;
    double time;           /* s                                                         */
    double part[NBUDGET];
    double measured;
    double residual;       /* (sum of parts - measured)/(sum of their moduli), 1        */
    double scale;          /* moduli of the terms in volume and Coriolis                */
};

/** budget.csv and its lines, the first of which is the start, with zeros. */
struct budget_table {
    FILE *csv;             /* NULL: there is no budget */
    LIST(struct budget_line) lines;
};

/** BAD_INPUT where the folder has a budget.csv with other columns; changes nothing. */
enum status budget_check(const char *folder);

/** Opens folder/budget.csv: a new one, or, with keep_to >= 0, the one of an earlier run, cut behind
 * step keep_to, if it has a line of that step. BAD_INPUT where that one has other columns;
 * BAD_MACHINE where the disk refuses. */
enum status budget_open(struct budget_table *t, const char *folder, int64_t keep_to);

/** Adds a line. */
enum status budget_add(struct budget_table *t, const struct budget_line *line);

/** Sums of all lines: step and time of the last one. */
struct budget_line budget_sum(const struct budget_table *t);

/** Name of a part in summary.json and budget.csv. */
const char *budget_key(int part);

/** Prints the sums as a table. */
void budget_print(const struct budget_table *t, FILE *out);

/** Draws moduli of the sums in time, folder/budget.png; nothing where nothing has changed. */
enum status budget_draw(const struct budget_table *t, const char *folder, const char *case_name);

/** Closes the file and frees the lines. */
enum status budget_close(struct budget_table *t);
