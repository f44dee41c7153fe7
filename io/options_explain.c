/* io/options_explain.c -- says what keys mean. */
#include <stdlib.h>
#include <string.h>
#include "io/options_rows.h"

/* The value that a case brings for a key, or NULL. */
static const char *preset_of(const struct option_case *c, const struct option_row *row)
{
    for (const struct option_preset *p = c->presets; p->key; ++p)
        if (!strcmp(p->key, row->full)) return p->value;
    return NULL;
}

static void explain_key(FILE *out, const struct option_row *row, const struct option_case *cases)
{
    const struct option_row *other = option_alternative(row);
    const int is_initial = !strcmp(row->section, "initial");

    fprintf(out, "%s -- %s\n  value    ", row->full, row->meaning);
    option_print_accepted(out, row);
    fprintf(out, "\n  default  %s\n", row->preset);
    if (row->unit[0]) fprintf(out, "  unit     %s\n", row->unit);
    if (other) fprintf(out, "  instead  %s: one of the two\n", other->full);
    for (const struct option_case *c = cases; c->name; ++c) {
        const char *preset = preset_of(c, row);
        if (is_initial && option_is_of_case(row, c->initial_keys, c->has_state))
            fprintf(out, "  case     %s: %s\n", c->name, preset ? preset : row->preset);
        else if (preset)
            fprintf(out, "  case     %s: %s\n", c->name, preset);
    }
    if (!strcmp(row->full, "output.fields")) {
        fputs("  fields  ", out);
        for (const char *const *f = option_field_names; *f; ++f) fprintf(out, " %s", *f);
        putc('\n', out);
    }
}

static void explain_cases(FILE *out, const struct option_case *cases)
{
    explain_key(out, option_find("top", "case"), cases);
    for (const struct option_case *c = cases; c->name; ++c)
        fprintf(out, "\n%s\n  %s\n  initial: %s\n", c->name, c->summary, c->initial_keys);
}

/* A line a key; section NULL stands for all. */
static void list_keys(FILE *out, const char *section)
{
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        if (!section || !strcmp(r->section, section))
            fprintf(out, "%-22s  %s%s%s%s\n", r->full, r->meaning, r->unit[0] ? " [" : "", r->unit,
                    r->unit[0] ? "]" : "");
}

enum status options_explain(FILE *out, const char *key, const struct option_case *cases)
{
    const struct option_row *row = key ? option_find_full(key) : NULL;
    const char *dot = key ? strchr(key, '.') : NULL;
    char section[64];

    if (!key) {
        list_keys(out, NULL);
    } else if (row == &option_rows[ROW_top_case]) {
        explain_cases(out, cases);
    } else if (row) {
        explain_key(out, row, cases);
    } else if (option_is_section(key)) {
        list_keys(out, key);
        if (!strcmp(key, "initial"))
            for (const struct option_case *c = cases; c->name; ++c)
                fprintf(out, "case %s uses: %s\n", c->name, c->initial_keys);
        if (!strcmp(key, "state")) options_explain_names(out);
    } else if (dot) {
        snprintf(section, sizeof section, "%.*s", (int)(dot - key < 63 ? dot - key : 63), key);
        return option_unknown("explain", section, dot + 1);
    } else {
        return option_unknown("explain", "top", key);
    }
    return OK;
}
