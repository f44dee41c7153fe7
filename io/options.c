/* io/options.c -- the option table as data, and what is asked of its rows. */
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/nearest.h"
#include "io/options_rows.h"

#define STRINGIFY(x) #x
#define IS_TOP(s) ((s)[0] == 't' && (s)[1] == 'o' && (s)[2] == 'p')
const struct option_row option_rows[NUM_ROWS] = {
#define OPTION(section, key, type, preset, accepts, unit, meaning)                                \
    { STRINGIFY(section), STRINGIFY(key), preset, accepts, unit, meaning, &option_type_##type,    \
      offsetof(struct options, section##_##key),                                                  \
      /* a key of the top has no prefix: skip "top." */                                           \
      &STRINGIFY(section.key)[IS_TOP(STRINGIFY(section)) ? 4 : 0] },
#include "io/options.def"
#undef OPTION
};

const enum option_number option_alternatives[NUM_ALTERNATIVES][2] = {
    { ROW_time_end, ROW_time_steps },
    { ROW_time_courant, ROW_time_dt },
    { ROW_output_interval, ROW_output_times },
    { ROW_state_density, ROW_state_temperature },
};

const char *const option_field_names[] = {
#if __has_include("io/quantities.def")
#define QUANTITY(name, ...) #name,
#include "io/quantities.def"
#undef QUANTITY
#endif
    NULL
};

const struct option_row *option_alternative(const struct option_row *row)
{
    for (int a = 0; a < NUM_ALTERNATIVES; ++a)
        for (int side = 0; side < 2; ++side)
            if (row == &option_rows[option_alternatives[a][side]])
                return &option_rows[option_alternatives[a][!side]];
    return NULL;
}

const struct option_row *option_find(const char *section, const char *key)
{
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        if (!strcmp(r->section, section) && !strcmp(r->key, key)) return r;
    return NULL;
}

const struct option_row *option_find_full(const char *full)
{
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        if (!strcmp(r->full, full)) return r;
    return NULL;
}

int option_is_section(const char *name)
{
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        if (!strcmp(r->section, name)) return !option_is_top(r);
    return 0;
}

int option_may_be_unset(const struct option_row *row)
{
    /* `auto` among the words of a row is a word like the others */
    return (!strcmp(row->preset, "auto") || !strcmp(row->preset, "none")) &&
           row->type != &option_type_word;
}

int option_list_has(const char *list, const char *word)
{
    const size_t n = strlen(word);

    for (const char *s = list; (s = strstr(s, word)); s += n)
        if ((s == list || s[-1] == ' ') && (s[n] == ' ' || s[n] == '\0')) return 1;
    return 0;
}

int option_is_of_case(const struct option_row *row, const char *initial_keys, int has_state)
{
    if (!initial_keys) return 1;
    if (!strcmp(row->section, "state")) return has_state;
    return strcmp(row->section, "initial") || option_list_has(initial_keys, row->key);
}

/* The name nearest to a misspelt key: a key, over full keys and over last words, or at the top a
 * section; NULL where none is near. */
static const char *nearest_name(int at_top, const char *full, const char *key)
{
    const char *best = NULL;
    /* twice the distance, which knows 63 bytes of a word: half of it may be wrong */
    int least = 2 + (int)strnlen(key, 63);

    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r) {
        const int by_full = 2 * nearest_distance(full, r->full);
        const int by_word = 2 * nearest_distance(key, r->key) + 1; /* the place is wrong besides */
        const int d = by_full < by_word ? by_full : by_word;
        if (d < least) least = d, best = r->full;
    }
    for (const struct option_row *r = option_rows; at_top && r < option_rows + NUM_ROWS; ++r)
        if (!option_is_top(r) && 2 * nearest_distance(key, r->section) < least)
            least = 2 * nearest_distance(key, r->section), best = r->section;
    return best;
}

enum status option_unknown(const char *place, const char *section, const char *key)
{
    const int at_top = !strcmp(section, "top");
    char shown[64], shown_section[64], full[192], homes[256] = "";
    int is_top = 0;

    yaml_shown(key, strlen(key), shown);
    yaml_shown(section, strlen(section), shown_section); /* --set may name any */
    snprintf(full, sizeof full, "%s%s%s", at_top ? "" : shown_section, at_top ? "" : ".", shown);

    if (!at_top && option_is_section(key))
        FAIL(BAD_INPUT, "%s: key %s is not known: section %s belongs to the top of the file", place,
             full, shown);
    if (at_top && strchr(key, '.') && option_find_full(key))
        FAIL(BAD_INPUT, "%s: key %s is not known here: in a file, write %s in section %.*s", place,
             full, strchr(key, '.') + 1, (int)(strchr(key, '.') - key), key);
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        if (!strcmp(r->key, key)) {
            const size_t used = strlen(homes);
            is_top = option_is_top(r);
            snprintf(homes + used, sizeof homes - used, "%s%s", used ? " or " : "", r->section);
        }
    if (is_top)
        FAIL(BAD_INPUT, "%s: key %s is not known: %s belongs to the top of the file", place, full,
             shown);
    if (homes[0])
        FAIL(BAD_INPUT, "%s: key %s is not known: %s belongs to section %s", place, full, shown,
             homes);
    const char *near = nearest_name(at_top, full, key);
    if (near) FAIL(BAD_INPUT, "%s: key %s is not known; the nearest is %s", place, full, near);
    FAIL(BAD_INPUT, "%s: key %s is not known; `updraft explain` lists the keys", place, full);
}

const struct option_case *option_case_find(const struct option_case *cases, const char *name)
{
    for (const struct option_case *c = cases; c->name; ++c)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

enum status option_case_unknown(const char *place, const char *name,
                                const struct option_case *cases)
{
    char shown[64], names[512] = "";
    const char *best = "";
    int least = 1000;

    for (const struct option_case *c = cases; c->name; ++c) {
        const size_t used = strlen(names);
        const int d = nearest_distance(name, c->name);
        if (d < least) least = d, best = c->name;
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", c->name);
    }
    yaml_shown(name, strlen(name), shown);
    if (2 * least <= (int)strlen(best))
        FAIL(BAD_INPUT, "%s: no case is called %s; the nearest is %s", place, shown, best);
    FAIL(BAD_INPUT, "%s: no case is called %s; there are %s", place, shown, names);
}

void options_free(struct options *o)
{
    for (const struct option_row *r = option_rows; r < option_rows + NUM_ROWS; ++r)
        r->type->clear(option_field(r, o));
    for_each (char *, w, o->warnings) free(*w);
    free(o->warnings.at);
    *o = (struct options){ 0 };
}

void *option_c_locale_start(void)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);

    REQUIRE(c != (locale_t)0, "there is no C locale");
    return (void *)uselocale(c);
}

void option_c_locale_stop(void *before)
{
    freelocale(uselocale((locale_t)before));
}
