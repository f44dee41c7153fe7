/* io/options_value.c -- the types of io/options.def: YAML to value, and value to YAML. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/nearest.h"
#include "io/options_rows.h"

/* -- lists ------------------------------------------------------------------------------------- */

static enum status list_of(const struct option_input *in, struct fy_node *node, int want, int *n)
{
    if (!node || !fy_node_is_sequence(node))
        return option_refuse(in, node, node && fy_node_is_scalar(node)
                                    ? "a list stands in brackets" : "");
    *n = fy_node_sequence_item_count(node);
    if (want && *n != want) return option_refuse(in, node, "");
    return OK;
}

#define FOR_EACH_ITEM(item, list)                                                                 \
    for (void *at_ = NULL, *item; (item = fy_node_sequence_iterate((list), &at_));)

/* -- reading ----------------------------------------------------------------------------------- */

static enum status read_text(const struct option_input *in, void *field)
{
    char *text = NULL;

    TRY(option_text_of(in, in->node, &text));
    *(char **)field = text;
    return OK;
}

static enum status read_word(const struct option_input *in, void *field)
{
    struct option_scalar s = { "", 0 };
    char word[64], best[64] = "", hint[96] = "";
    int least = 1000;

    TRY(option_scalar(in, in->node, &s));
    for (int n = 0; option_nth_word(in->row->accepts, n, word); ++n) {
        const int d = nearest_distance(s.text, word);
        if (!strcmp(s.text, word)) {
            *(char **)field = memory_copy(word);
            return OK;
        }
        if (d < least) least = d, strcpy(best, word);
    }
    if (2 * least <= (int)strlen(best)) snprintf(hint, sizeof hint, "the nearest is %s", best);
    return option_refuse(in, in->node, hint);
}

static enum status read_integer(const struct option_input *in, void *field)
{
    double x;
    int64_t whole = 0;

    TRY(option_number_of(in, in->node, 1, &x, &whole));
    *(int *)field = (int)whole; /* the row's range fits an int */
    return OK;
}

static enum status read_count(const struct option_input *in, void *field)
{
    double x;

    return option_number_of(in, in->node, 1, &x, field);
}

static enum status read_real(const struct option_input *in, void *field)
{
    return option_number_of(in, in->node, 0, field, NULL);
}

static enum status read_flag(const struct option_input *in, void *field)
{
    return option_flag_of(in, in->node, field);
}

static enum status real3_of(const struct option_input *in, struct fy_node *node, option_real3 *x)
{
    int n = 0, i = 0;

    TRY(list_of(in, node, 3, &n));
    FOR_EACH_ITEM(item, node) TRY(option_number_of(in, item, 0, &x->at[i++], NULL));
    return OK;
}

static enum status read_real3(const struct option_input *in, void *field)
{
    return real3_of(in, in->node, field);
}

static enum status read_real3s(const struct option_input *in, void *field)
{
    option_real3s *list = field;
    int n = 0, i = 0;

    TRY(list_of(in, in->node, 0, &n));
    list->at = NEW(option_real3, (size_t)n);
    list->n = n;
    FOR_EACH_ITEM(item, in->node) TRY(real3_of(in, item, &list->at[i++]));
    return OK;
}

static enum status read_count3(const struct option_input *in, void *field)
{
    int n = 0, i = 0;
    double x;

    TRY(list_of(in, in->node, 3, &n));
    FOR_EACH_ITEM(item, in->node)
        TRY(option_number_of(in, item, 1, &x, &((option_count3 *)field)->at[i++]));
    return OK;
}

static enum status read_flag3(const struct option_input *in, void *field)
{
    int n = 0, i = 0;

    TRY(list_of(in, in->node, 3, &n));
    FOR_EACH_ITEM(item, in->node) TRY(option_flag_of(in, item, &((option_flag3 *)field)->at[i++]));
    return OK;
}

static enum status read_reals(const struct option_input *in, void *field)
{
    option_reals *list = field;
    int n = 0, i = 0;

    TRY(list_of(in, in->node, 0, &n));
    list->at = NEW(double, (size_t)n);
    list->n = n;
    FOR_EACH_ITEM(item, in->node) {
        TRY(option_number_of(in, item, 0, &list->at[i], NULL));
        if (i > 0 && list->at[i] <= list->at[i - 1]) return option_refuse(in, item, "not ascending");
        ++i;
    }
    return OK;
}

static enum status check_field(const struct option_input *in, struct fy_node *item,
                               const option_words *before, const char *name)
{
    char place[YAML_PLACE], shown[64], names[512] = "";
    const char *best = "";
    int least = 1000;

    yaml_place(in->yaml, item, place);
    yaml_shown(name, strlen(name), shown);
    for (int i = 0; i < before->n; ++i)
        if (before->at[i] && !strcmp(before->at[i], name))
            FAIL(BAD_INPUT, "%s: key %s names %s twice", place, in->row->full, shown);
    for (const char *const *f = option_field_names; *f; ++f) {
        const size_t used = strlen(names);
        const int d = nearest_distance(name, *f);
        if (d == 0 && !strcmp(name, *f)) return OK;
        if (d < least) least = d, best = *f;
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", *f);
    }
    FAIL(BAD_INPUT, "%s: key %s: no field is called %s; the nearest is %s, all are %s", place,
         in->row->full, shown, best, names);
}

static enum status read_words(const struct option_input *in, void *field)
{
    option_words *list = field;
    int n = 0, i = 0;

    TRY(list_of(in, in->node, 0, &n));
    list->at = NEW(char *, (size_t)n);
    list->n = n;
    FOR_EACH_ITEM(item, in->node) {
        char *word = NULL;
        TRY(option_text_of(in, item, &word));
        const enum status s = check_field(in, item, list, word);
        list->at[i++] = word;
        TRY(s);
    }
    return OK;
}

enum status option_read_value(const struct option_input *in, struct options *o)
{
    void *field = option_field(in->row, o);
    size_t length = 0;
    const char *text = in->node && fy_node_is_scalar(in->node)
                     ? fy_node_get_scalar(in->node, &length) : NULL;

    in->row->type->clear(field);
    if (text && option_may_be_unset(in->row) && strlen(in->row->preset) == length &&
        !memcmp(text, in->row->preset, length))
        return OK;
    return in->row->type->read(in, field);
}

/* -- printing ---------------------------------------------------------------------------------- */

static void print_double(FILE *out, double x)
{
    char digits[40];

    for (int n = 15; n <= 17; ++n) { /* 17 always read back as they were */
        snprintf(digits, sizeof digits, "%.*g", n, x);
        if (strtod(digits, NULL) == x) break;
    }
    fputs(digits, out);
}

void option_print_string(FILE *out, const char *s)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=-";
    const int is_plain = strspn(s, plain) == strlen(s) && s[0] != '-' && s[0] != '=' &&
                         !option_is_null(s, strlen(s)) && strcmp(s, "auto") && strcmp(s, "none") &&
                         strcmp(s, "...");

    if (is_plain) {
        fputs(s, out);
        return;
    }
    putc('"', out);
    for (; *s; ++s) {
        if (*s == '"' || *s == '\\') putc('\\', out);
        putc(*s, out);
    }
    putc('"', out);
}

static void print_text(FILE *out, const void *f) { option_print_string(out, *(char *const *)f); }
static void print_word(FILE *out, const void *f) { fputs(*(char *const *)f, out); }
static void print_integer(FILE *out, const void *f) { fprintf(out, "%d", *(const int *)f); }
static void print_flag(FILE *out, const void *f) { fputs(*(const int *)f ? "true" : "false", out); }
static void print_real(FILE *out, const void *f) { print_double(out, *(const double *)f); }
static void print_count(FILE *out, const void *f)
{
    fprintf(out, "%lld", (long long)*(const int64_t *)f);
}

#define PRINT_LIST(out, n, print_item)                                                            \
    do {                                                                                          \
        putc('[', out);                                                                           \
        for (int i = 0; i < (n); ++i) {                                                           \
            if (i) fputs(", ", out);                                                              \
            print_item;                                                                           \
        }                                                                                         \
        putc(']', out);                                                                           \
    } while (0)

static void print_real3(FILE *out, const void *f)
{
    PRINT_LIST(out, 3, print_double(out, ((const option_real3 *)f)->at[i]));
}
static void print_real3s(FILE *out, const void *f)
{
    const option_real3s *list = f;
    PRINT_LIST(out, list->n, print_real3(out, &list->at[i]));
}
static void print_count3(FILE *out, const void *f)
{
    PRINT_LIST(out, 3, print_count(out, &((const option_count3 *)f)->at[i]));
}
static void print_flag3(FILE *out, const void *f)
{
    PRINT_LIST(out, 3, print_flag(out, &((const option_flag3 *)f)->at[i]));
}
static void print_reals(FILE *out, const void *f)
{
    const option_reals *list = f;
    PRINT_LIST(out, list->n, print_double(out, list->at[i]));
}
static void print_words(FILE *out, const void *f)
{
    const option_words *list = f;
    PRINT_LIST(out, list->n, option_print_string(out, list->at[i]));
}

void option_print_value(FILE *out, const struct option_row *row, const struct options *o)
{
    const void *field = option_value(row, o);

    if (option_may_be_unset(row) && !row->type->is_set(field))
        fputs(row->preset, out);
    else
        row->type->print(out, field);
}

/* -- unset, and the table ---------------------------------------------------------------------- */

static int is_set_text(const void *f) { return *(char *const *)f != NULL; }
static int is_set_count(const void *f) { return *(const int64_t *)f != COUNT_UNSET; }
static int is_set_real(const void *f) { return !isnan(*(const double *)f); }
static int is_set_list(const void *f) { return ((const option_reals *)f)->n > 0; }
static int is_set_always(const void *f) { return f != NULL; }

static void clear_text(void *f)
{
    free(*(char **)f);
    *(char **)f = NULL;
}
static void clear_count(void *f) { *(int64_t *)f = COUNT_UNSET; }
static void clear_real(void *f) { *(double *)f = NAN; }
static void clear_reals(void *f)
{
    free(((option_reals *)f)->at);
    *(option_reals *)f = (option_reals){ 0 };
}
static void clear_words(void *f)
{
    for_each (char *, w, *(option_words *)f) free(*w);
    free(((option_words *)f)->at);
    *(option_words *)f = (option_words){ 0 };
}
static void clear_nothing(void *f) { (void)f; }

#define TYPE(type, noun, is_list, is_set, clear)                                                  \
    const struct option_type option_type_##type = { noun, is_list, read_##type, print_##type,     \
                                                    is_set, clear };
TYPE(text,    "a text",                                  0, is_set_text, clear_text)
TYPE(word,    "a word",                                  0, is_set_text, clear_text)
TYPE(integer, "a whole number",                          0, is_set_always, clear_nothing)
TYPE(flag,    "true or false",                           0, is_set_always, clear_nothing)
TYPE(count,   "a whole number",                          0, is_set_count, clear_count)
TYPE(real,    "a number",                                0, is_set_real, clear_real)
TYPE(real3,   "a list [x, y, z] of three numbers",       1, is_set_always, clear_nothing)
TYPE(count3,  "a list [x, y, z] of three whole numbers", 1, is_set_always, clear_nothing)
TYPE(flag3,   "a list [x, y, z] of true or false",       1, is_set_always, clear_nothing)
TYPE(reals,   "a list of ascending numbers",             1, is_set_list, clear_reals)
TYPE(real3s,  "a list of points [x, y, z]",              1, is_set_list, clear_reals)
TYPE(words,   "a list of names of fields",               1, is_set_list, clear_words)
