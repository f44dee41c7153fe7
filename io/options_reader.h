#pragma once
/* io/options_reader.h -- what is known while options are read; for io/options*.c alone. */
#include "io/options_rows.h"

/** Where a value may come from, weakest first. */
enum layer { FROM_DEFAULT, FROM_CASE, FROM_FILE, FROM_SET, FROM_OUTPUT };

/** The last word on a row. */
struct setting {
    enum layer layer;
    char *place; /* for messages */
};

struct reader {
    struct options *o;
    const struct option_case *cases, *chosen; /* chosen is NULL where no case is named */
    struct setting settings[NUM_ROWS];
    enum layer layer;                         /* the one that is read now              */
};

static inline struct setting *option_setting(struct reader *r, const struct option_row *row)
{
    return &r->settings[row - option_rows];
}

static inline int option_is_set(const struct reader *r, const struct option_row *row)
{
    return row->type->is_set(option_value(row, r->o));
}

/** Adds a line to the options' warnings. */
void options_warn(struct reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** BAD_INPUT where something is missing or does not go with the rest; takes over the box of a mesh
 * file. Warns of what has no effect. */
enum status options_check(struct reader *r, const struct option_source *from);
