#pragma once
/* io/options_rows.h -- the option table as data; for io/options*.c alone. */
#include <stddef.h>
#include "io/options.h"
#include "io/yaml.h"

/** A row of io/options.def. */
struct option_row {
    const char *section, *key, *preset, *accepts, *unit, *meaning;
    const struct option_type *type;
    size_t offset;  /* of its field in struct options       */
    const char *full; /* section.key, or key where top      */
};

/** A node that is being read, and what messages say of it. */
struct option_input {
    const struct option_row *row;
    const struct yaml *yaml;
    struct fy_node *key;   /* where to point to where the value has no place */
    struct fy_node *node;
};

/** What a type of io/options.def knows to do. */
struct option_type {
    const char *noun;    /* "a whole number" */
    int is_list;
    enum status (*read)(const struct option_input *in, void *field);
    void (*print)(FILE *out, const void *field);
    int (*is_set)(const void *field);
    void (*clear)(void *field); /* frees; leaves the field unset where its type has that */
};

enum option_number {
#define OPTION(section, key, ...) ROW_##section##_##key,
#include "io/options.def"
#undef OPTION
    NUM_ROWS
};

extern const struct option_row option_rows[NUM_ROWS];
extern const struct option_type option_type_text, option_type_word, option_type_integer,
    option_type_flag, option_type_count, option_type_real, option_type_real3, option_type_count3,
    option_type_flag3, option_type_reals, option_type_real3s, option_type_words,
    option_type_expression;

/** Keys that say the same thing in two ways: at most one is in force. */
enum { NUM_ALTERNATIVES = 4 };
extern const enum option_number option_alternatives[NUM_ALTERNATIVES][2];

/** The other way to say it, or NULL. */
const struct option_row *option_alternative(const struct option_row *row);

/** The row of a key, or NULL; of a full name, or NULL; whether a section has that name. */
const struct option_row *option_find(const char *section, const char *key);
const struct option_row *option_find_full(const char *full);
int option_is_section(const char *name);

static inline int option_is_top(const struct option_row *row)
{
    return row->section[0] == 't' && row->section[1] == 'o' && row->section[2] == 'p' &&
           row->section[3] == '\0';
}

static inline void *option_field(const struct option_row *row, struct options *o)
{
    return (char *)o + row->offset;
}
static inline const void *option_value(const struct option_row *row, const struct options *o)
{
    return (const char *)o + row->offset;
}

/** Whether the default is a word that stands for "not set": auto or none. */
int option_may_be_unset(const struct option_row *row);

/** Reads in->node into the field, which holds a value of its type or zeros. */
enum status option_read_value(const struct option_input *in, struct options *o);

/** Writes the value in force as YAML flow text that reads back to the same value. */
void option_print_value(FILE *out, const struct option_row *row, const struct options *o);

/** Writes a text: plain where that reads back as it is, in double quotes elsewhere. */
void option_print_string(FILE *out, const char *text);

/** A line for each name and one for the functions that expressions may use. */
void options_explain_names(FILE *out);

/** What a row takes, in words: "a whole number from 1 to 8". */
void option_print_accepted(FILE *out, const struct option_row *row);

/** A scalar as the file has it. */
struct option_scalar {
    const char *text; /* belongs to the document */
    int is_quoted;
};

/** What in->row wants of a node, in->node or one within it; BAD_INPUT says what would be right. */
enum status option_scalar(const struct option_input *in, struct fy_node *node,
                          struct option_scalar *s);
enum status option_number_of(const struct option_input *in, struct fy_node *node, int want_whole,
                             double *x, int64_t *whole);
enum status option_flag_of(const struct option_input *in, struct fy_node *node, int *flag);
enum status option_text_of(const struct option_input *in, struct fy_node *node, char **copy);

/** BAD_INPUT: the key must be what its row accepts, not this; hint may be "". */
enum status option_refuse(const struct option_input *in, struct fy_node *node, const char *hint);

/** Copies the n-th word of `a | b | c`; 0 where there is none. */
int option_nth_word(const char *accepts, int n, char word[64]);

/** Whether plain text is YAML's null. */
int option_is_null(const char *text, size_t length);

/** Whether list, of words parted by spaces, has the word. */
int option_list_has(const char *list, const char *word);

/** Whether a case has the row: of section initial those keys that it names, of section state all
 * or none, of the others all. True where no case is known: initial_keys is NULL. */
int option_is_of_case(const struct option_row *row, const char *initial_keys, int has_state);

/** Whether the row describes a box, which mesh.file replaces. */
int option_is_of_box(const struct option_row *row);

/** Makes the path mesh.file absolute (relative ones count from the folder of the file `beside`, or
 * from the current one), and puts the mesh and the box around it in place of a box's keys. */
enum status option_take_mesh(struct options *o, const char *beside);

/** BAD_INPUT: no such key; names the place where it would be right, or the nearest known key. */
enum status option_unknown(const char *place, const char *section, const char *key);

/** The case of that name, or NULL. */
const struct option_case *option_case_find(const struct option_case *cases, const char *name);
enum status option_case_unknown(const char *place, const char *name,
                                const struct option_case *cases);

/** Names of the fields that output.fields takes, ended by NULL. */
extern const char *const option_field_names[];

/** Sets the C locale for this thread, and restores what was: numbers have a point everywhere. */
void *option_c_locale_start(void);
void option_c_locale_stop(void *before);
