#pragma once
/* io/options.h -- the options of a run, and where they come from: defaults, case file, --set. */
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"
#include "base/list.h"
#include "io/expression.h"

/* The types of io/options.def. Where nothing is set, or auto: NAN, COUNT_UNSET, empty list, NULL. A
 * word is one of those that the row accepts, auto included where it is among them. */
typedef char *option_text;   /* owned by the options                          */
typedef char *option_word;   /* owned by the options                          */
typedef struct expression *option_expression; /* owned by the options         */
typedef int option_integer;
typedef int option_flag;
typedef int64_t option_count;
typedef double option_real;
typedef struct { double at[3]; } option_real3;
typedef struct { int64_t at[3]; } option_count3;
typedef struct { int at[3]; } option_flag3;
typedef LIST(double) option_reals;
typedef LIST(option_real3) option_real3s;
typedef LIST(char *) option_words;
#define COUNT_UNSET (-1)

/** All keys, as section_key; keys of no section belong to `top`: o->top_case, o->mesh_level. */
struct options {
#define OPTION(section, key, type, ...) option_##type section##_##key;
#include "io/options.def"
#undef OPTION
    option_words warnings;    /* what looks odd but runs, a line each; the caller prints them     */
    const char *initial_keys; /* the case's keys of section `initial`, by spaces; belongs to it   */
    int has_state;            /* the case has the keys of section `state`                         */
};

/** A default that a case brings along: key and YAML flow text, as with --set. */
struct option_preset {
    const char *key, *value;
};

/** What the reader has to know of a case. */
struct option_case {
    const char *name, *summary;
    const char *initial_keys;            /* its keys of section `initial`, by spaces */
    const struct option_preset *presets; /* ends with a NULL key                     */
    int has_state;                       /* its state comes from section `state`     */
};

/** Where the options of a run come from; later ones win. */
struct option_source {
    const char *file;                    /* the case file, or NULL                   */
    const char *const *sets;             /* [num_sets] KEY=VALUE, left to right      */
    int num_sets;
    const char *output;                  /* --output, or NULL                        */
};

/** Reads, checks and completes the options; BAD_INPUT names file, line, column, key and what would
 * be right. cases is a list that ends with a NULL name. Local. */
enum status options_read(struct options *o, const struct option_source *from,
                         const struct option_case *cases);
void options_free(struct options *o);

/** The values of the names that expressions may use (io/names.def), at position x (m), in the order
 * that expression_at wants. */
enum {
#define NAME(name, ...) NUM_NAMES_BEFORE_##name,
#include "io/names.def"
#undef NAME
    NUM_NAMES
};
void options_names(const struct options *o, const double x[3], double values[NUM_NAMES]);

/** The options as a case file that gives exactly this run (effective.yaml); freed by the caller. */
char *options_text(const struct options *o);

/** Says what a key, or each key of a section, means: type, unit, default, range, cases' defaults;
 * `case` lists the cases, NULL lists all keys. BAD_INPUT names the nearest key. */
enum status options_explain(FILE *out, const char *key, const struct option_case *cases);

/** Writes a commented case file of the named case. */
enum status options_init(FILE *out, const char *name, const struct option_case *cases);
