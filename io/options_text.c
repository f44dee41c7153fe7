/* io/options_text.c -- the options as a case file again: what ran, and a file to start from. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include "io/options_rows.h"

/* Of two ways to say the same thing: whether the other one is said. A mesh file says its box. */
static int is_ruled_out(const struct option_row *row, const struct options *o)
{
    const struct option_row *other = option_alternative(row);

    if (o->mesh_file && option_is_of_box(row)) return 1;
    if (!other || row->type->is_set(option_value(row, o))) return 0;
    if (other->type->is_set(option_value(other, o))) return 1;
    /* neither is set: the first says so */
    for (int a = 0; a < NUM_ALTERNATIVES; ++a)
        if (row == &option_rows[option_alternatives[a][1]]) return 1;
    return 0;
}

char *options_text(const struct options *o)
{
    char *text = NULL;
    size_t size;
    const char *section = "top";
    void *locale = option_c_locale_start();
    FILE *out = open_memstream(&text, &size);

    REQUIRE(out, "no memory for the text of the options");
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r) {
        if (is_ruled_out(r, o) || !option_is_of_case(r, o->initial_keys, o->has_state)) continue;
        if (strcmp(section, r->section)) {
            section = r->section;
            if (!option_is_top(r)) fprintf(out, "%s:\n", section);
        }
        fprintf(out, "%s%s: ", option_is_top(r) ? "" : "  ", r->key);
        option_print_value(out, r, o);
        if (r->unit[0]) fprintf(out, "  # %s", r->unit);
        putc('\n', out);
    }
    fclose(out);
    option_c_locale_stop(locale);
    return text;
}

/* Meaning, range and unit as a comment above a key. */
static void print_comment(FILE *out, const struct option_row *r, const char *indent)
{
    fprintf(out, "%s# %s\n%s# ", indent, r->meaning, indent);
    option_print_accepted(out, r);
    if (r->unit[0]) fprintf(out, "; %s", r->unit);
    putc('\n', out);
}

static void print_file(FILE *out, const struct options *o, const struct option_case *c)
{
    const char *section = "top";

    fprintf(out, "# %s.yaml -- %s.\n#\n"
                 "# Run it with `updraft run %s.yaml`. Keys behind a # are not set.\n", c->name,
            c->summary, c->name);
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r) {
        const char *indent = option_is_top(r) ? "" : "  ";
        const int is_unset = option_may_be_unset(r) && !r->type->is_set(option_value(r, o));
        if (!option_is_of_case(r, o->initial_keys, o->has_state)) continue;
        if (strcmp(section, r->section)) {
            section = r->section;
            putc('\n', out);
            if (!option_is_top(r)) fprintf(out, "%s:\n", section);
        }
        print_comment(out, r, indent);
        fprintf(out, "%s%s%s: ", indent, is_unset ? "# " : "", r->key);
        option_print_value(out, r, o);
        putc('\n', out);
    }
}

enum status options_init(FILE *out, const char *name, const struct option_case *cases)
{
    char set[128];
    const char *const sets[] = { set };
    const struct option_case *c = option_case_find(cases, name);
    struct options o;

    if (!c) return option_case_unknown("init", name, cases);
    snprintf(set, sizeof set, "case=%s", name);
    TRY(options_read(&o, &(struct option_source){ .sets = sets, .num_sets = 1 }, cases));
    void *locale = option_c_locale_start();
    print_file(out, &o, c);
    option_c_locale_stop(locale);
    options_free(&o);
    return OK;
}
