#pragma once
/* io/expression.h -- expressions of the case file: compiled once, worked out at every node. */

/** An expression, compiled. It holds the values of its names: for one thread at a time. */
struct expression;

/** Room for what is wrong with a text. */
enum { EXPRESSION_WHY = 640 };

/** Compiles text; names are those that it may use, ended by NULL. NULL where it is no expression of
 * one value; why then says what is wrong, and at which position. */
struct expression *expression_new(const char *text, const char *const *names,
                                  char why[EXPRESSION_WHY]);
void expression_free(struct expression *e);

/** The text as it was written; belongs to the expression. */
const char *expression_text(const struct expression *e);

/** The value where names[i] is values[i]. nan and infinity are values like others. */
double expression_at(struct expression *e, const double *values);

/** The functions that a text may use, separated by ", ". */
const char *expression_functions(void);

/** Name and version of the library that does this. */
const char *expression_library(void);
