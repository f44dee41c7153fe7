/* io/options_value.c -- the types of io/options.def: YAML to value, value to YAML, ranges. */
#define _GNU_SOURCE /* strcasestr */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/nearest.h"
#include "io/options_rows.h"

/* A range of `accepts`; bounds that turn outwards are left out. */
struct range {
    double low, high;
    int above_low, below_high;
};

/* A scalar as the file has it. */
struct scalar {
    const char *text; /* ended by NUL, owned by whoever asked */
    int is_quoted;
};

/* -- what a row accepts ------------------------------------------------------------------------ */

static int range_of(const struct option_row *row, struct range *r)
{
    const char *dots = strstr(row->accepts, " .. ");

    if (!dots) return 0;
    r->above_low = row->accepts[0] == ']';
    r->low = strtod(row->accepts + r->above_low, NULL);
    r->high = strtod(dots + 4, NULL);
    r->below_high = row->accepts[strlen(row->accepts) - 1] == '[';
    return 1;
}

static int is_within(const struct range *r, double x)
{
    return (r->above_low ? x > r->low : x >= r->low) &&
           (r->below_high ? x < r->high : x <= r->high);
}

/* The words of `accepts`, one after the other: copies the n-th into word; 0 where there is none. */
static int nth_word(const char *accepts, int n, char word[64])
{
    for (const char *s = accepts; *s; --n) {
        const char *end = strstr(s, " | ");
        const size_t length = end ? (size_t)(end - s) : strlen(s);
        if (n == 0) {
            REQUIRE(length < 64, "a word of options.def is too long: %s", accepts);
            memcpy(word, s, length);
            word[length] = '\0';
            return 1;
        }
        s += length + (end ? 3 : 0);
    }
    return 0;
}

void option_print_accepted(FILE *out, const struct option_row *row)
{
    struct range r;
    char word[64], next[64];

    if (row->type == &option_type_word) {
        for (int n = 0; nth_word(row->accepts, n, word); ++n)
            fprintf(out, "%s%s", n == 0 ? "" : nth_word(row->accepts, n + 1, next) ? ", " : " or ",
                    word);
        return;
    }
    fputs(strcmp(row->full, "case") ? row->type->noun : "the name of a case", out);
    if (range_of(row, &r)) {
        fputs(row->type->is_list ? ", each " : " ", out);
        if (isinf(r.high)) fprintf(out, "%s %.15g", r.above_low ? "above" : "from", r.low);
        else if (r.above_low) fprintf(out, "above %.15g, up to %.15g", r.low, r.high);
        else fprintf(out, "from %.15g to %.15g", r.low, r.high);
        if (isinf(r.high) && !r.above_low) fputs(" up", out);
    }
    if (option_may_be_unset(row) && strcmp(row->full, "case")) fprintf(out, ", or %s", row->preset);
}

/* -- messages ---------------------------------------------------------------------------------- */

/* PLACE: key KEY must be WHAT, not THIS (HINT). node is in->node or one within it. */
static enum status refuse(const struct option_input *in, struct fy_node *node, const char *hint)
{
    char place[YAML_PLACE], shown[64], found[96];
    char *accepted = NULL;
    size_t size, length = 0;
    FILE *out = open_memstream(&accepted, &size);
    const char *text = node && fy_node_is_scalar(node) ? fy_node_get_scalar(node, &length) : NULL;

    REQUIRE(out, "no memory for a message");
    option_print_accepted(out, in->row);
    fclose(out);
    if (node && fy_node_is_mapping(node))
        snprintf(found, sizeof found, "a mapping");
    else if (node && fy_node_is_sequence(node))
        snprintf(found, sizeof found, "a list of %d", fy_node_sequence_item_count(node));
    else
        snprintf(found, sizeof found, "%s", text && length ? yaml_shown(text, length, shown)
                                                           : "nothing");
    yaml_place(in->yaml, node && fy_node_is_scalar(node) && length ? node : in->key, place);
    error_raise(BAD_INPUT, "%s: key %s must be %s, not %s%s%s%s", place, in->row->full, accepted,
                found, hint[0] ? " (" : "", hint, hint[0] ? ")" : "");
    free(accepted);
    return BAD_INPUT;
}

/* -- scalars ----------------------------------------------------------------------------------- */

static int is_null(const char *text, size_t length)
{
    static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };

    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; ++i)
        if (strlen(nulls[i]) == length && !memcmp(nulls[i], text, length)) return 1;
    return 0;
}

/* The scalar of a node; refuses lists, mappings and null. */
static enum status scalar_of(const struct option_input *in, struct fy_node *node, struct scalar *s)
{
    size_t length = 0;
    const int is_scalar = node && fy_node_is_scalar(node);
    struct fy_token *token = is_scalar ? fy_node_get_scalar_token(node) : NULL;
    const char *text = token ? fy_node_get_scalar(node, &length) : NULL;

    if (!token || !text) return refuse(in, node, "");
    s->is_quoted = fy_token_scalar_style(token) != FYSS_PLAIN;
    if (!s->is_quoted && is_null(text, length)) return refuse(in, node, "");
    if (memchr(text, '\0', length)) return refuse(in, node, "it holds a NUL");
    s->text = fy_node_get_scalar0(node);
    REQUIRE(s->text, "libfyaml gives no text");
    return OK;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* The end of [+-]digits[.digits][e[+-]digits], or NULL where no number stands. */
static const char *number_end(const char *s, int *is_whole, int *is_zero)
{
    int digits = 0;

    *is_whole = *is_zero = 1;
    s += *s == '+' || *s == '-';
    for (; is_digit(*s); ++s, ++digits) *is_zero &= *s == '0';
    if (*s == '.') {
        *is_whole = 0;
        for (++s; is_digit(*s); ++s, ++digits) *is_zero &= *s == '0';
    }
    if (!digits) return NULL;
    if ((*s == 'e' || *s == 'E') && (is_digit(s[1]) || ((s[1] == '+' || s[1] == '-') &&
                                                        is_digit(s[2])))) {
        *is_whole = 0;
        for (s += 2; is_digit(*s); ++s) { }
    }
    return s;
}

/* Why text is not the number that was asked for. */
static enum status refuse_number(const struct option_input *in, struct fy_node *node,
                                 const struct scalar *s)
{
    char hint[96] = "";
    int is_whole, is_zero;
    const char *end = number_end(s->text, &is_whole, &is_zero);

    if (s->is_quoted)
        return refuse(in, node, "in quotes it is a text; leave the quotes out");
    if (end && *end == ',' && is_digit(end[1]))
        return refuse(in, node, "the decimal mark is a point");
    if (end && *end == '\0' && !is_whole)
        return refuse(in, node, "written without point or exponent");
    if (end && (*end == ' ' || *end == in->row->unit[0]) && *end)
        snprintf(hint, sizeof hint, "the number alone; its unit is %s", in->row->unit);
    if (!end && (strcasestr(s->text, "nan") || strcasestr(s->text, "inf")))
        return refuse(in, node, "numbers are finite");
    return refuse(in, node, hint);
}

static enum status number_of(const struct option_input *in, struct fy_node *node, int want_whole,
                             double *x, int64_t *whole)
{
    struct scalar s = { "", 0 };
    struct range r;
    int is_whole, is_zero;

    TRY(scalar_of(in, node, &s));
    const char *end = number_end(s.text, &is_whole, &is_zero);
    if (s.is_quoted || !end || *end || (want_whole && !is_whole))
        return refuse_number(in, node, &s);
    *x = strtod(s.text, NULL);
    if (!isfinite(*x)) return refuse(in, node, "too large for a number");
    if (*x == 0 && !is_zero) return refuse(in, node, "too small for a number");
    if (range_of(in->row, &r) && !is_within(&r, *x)) return refuse(in, node, "");
    if (want_whole) {
        errno = 0;
        *whole = strtoll(s.text, NULL, 10);
        if (errno) return refuse(in, node, "too large for a whole number");
    }
    return OK;
}

static enum status flag_of(const struct option_input *in, struct fy_node *node, int *flag)
{
    struct scalar s = { "", 0 };

    TRY(scalar_of(in, node, &s));
    if (s.is_quoted) return refuse(in, node, "in quotes it is a text; leave the quotes out");
    if (strcmp(s.text, "true") && strcmp(s.text, "false")) return refuse(in, node, "");
    *flag = s.text[0] == 't';
    return OK;
}

static enum status text_of(const struct option_input *in, struct fy_node *node, char **copy)
{
    struct scalar s = { "", 0 };

    TRY(scalar_of(in, node, &s));
    if (!s.text[0]) return refuse(in, node, "");
    for (const char *c = s.text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            return refuse(in, node, "one line without control characters");
    *copy = memory_copy(s.text);
    return OK;
}

/* -- lists ------------------------------------------------------------------------------------- */

static enum status list_of(const struct option_input *in, int want, int *n)
{
    if (!in->node || !fy_node_is_sequence(in->node))
        return refuse(in, in->node, in->node && fy_node_is_scalar(in->node)
                                    ? "a list stands in brackets" : "");
    *n = fy_node_sequence_item_count(in->node);
    if (want && *n != want) return refuse(in, in->node, "");
    return OK;
}

#define FOR_EACH_ITEM(item, list)                                                                 \
    for (void *at_ = NULL, *item; (item = fy_node_sequence_iterate((list), &at_));)

/* -- reading ----------------------------------------------------------------------------------- */

static enum status read_text(const struct option_input *in, void *field)
{
    char *text = NULL;

    TRY(text_of(in, in->node, &text));
    *(char **)field = text;
    return OK;
}

static enum status read_word(const struct option_input *in, void *field)
{
    struct scalar s = { "", 0 };
    char word[64], best[64] = "", hint[96] = "";
    int least = 1000;

    TRY(scalar_of(in, in->node, &s));
    for (int n = 0; nth_word(in->row->accepts, n, word); ++n) {
        const int d = nearest_distance(s.text, word);
        if (!strcmp(s.text, word)) {
            *(char **)field = memory_copy(word);
            return OK;
        }
        if (d < least) least = d, strcpy(best, word);
    }
    if (2 * least <= (int)strlen(best)) snprintf(hint, sizeof hint, "the nearest is %s", best);
    return refuse(in, in->node, hint);
}

static enum status read_integer(const struct option_input *in, void *field)
{
    double x;
    int64_t whole = 0;

    TRY(number_of(in, in->node, 1, &x, &whole));
    *(int *)field = (int)whole; /* the row's range fits an int */
    return OK;
}

static enum status read_count(const struct option_input *in, void *field)
{
    double x;

    return number_of(in, in->node, 1, &x, field);
}

static enum status read_real(const struct option_input *in, void *field)
{
    return number_of(in, in->node, 0, field, NULL);
}

static enum status read_flag(const struct option_input *in, void *field)
{
    return flag_of(in, in->node, field);
}

static enum status read_real3(const struct option_input *in, void *field)
{
    int n = 0, i = 0;

    TRY(list_of(in, 3, &n));
    FOR_EACH_ITEM(item, in->node)
        TRY(number_of(in, item, 0, &((option_real3 *)field)->at[i++], NULL));
    return OK;
}

static enum status read_count3(const struct option_input *in, void *field)
{
    int n = 0, i = 0;
    double x;

    TRY(list_of(in, 3, &n));
    FOR_EACH_ITEM(item, in->node)
        TRY(number_of(in, item, 1, &x, &((option_count3 *)field)->at[i++]));
    return OK;
}

static enum status read_flag3(const struct option_input *in, void *field)
{
    int n = 0, i = 0;

    TRY(list_of(in, 3, &n));
    FOR_EACH_ITEM(item, in->node) TRY(flag_of(in, item, &((option_flag3 *)field)->at[i++]));
    return OK;
}

static enum status read_reals(const struct option_input *in, void *field)
{
    option_reals *list = field;
    int n = 0, i = 0;

    TRY(list_of(in, 0, &n));
    list->at = NEW(double, (size_t)n);
    list->n = n;
    FOR_EACH_ITEM(item, in->node) {
        TRY(number_of(in, item, 0, &list->at[i], NULL));
        if (i > 0 && list->at[i] <= list->at[i - 1]) return refuse(in, item, "not ascending");
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

    TRY(list_of(in, 0, &n));
    list->at = NEW(char *, (size_t)n);
    list->n = n;
    FOR_EACH_ITEM(item, in->node) {
        char *word = NULL;
        TRY(text_of(in, item, &word));
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

/* Plain where that reads back as it is, in double quotes elsewhere. */
static void print_string(FILE *out, const char *s)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=-";
    const int is_plain = strspn(s, plain) == strlen(s) && s[0] != '-' && s[0] != '=' &&
                         !is_null(s, strlen(s)) && strcmp(s, "auto") && strcmp(s, "none") &&
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

static void print_text(FILE *out, const void *f) { print_string(out, *(char *const *)f); }
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
    PRINT_LIST(out, list->n, print_string(out, list->at[i]));
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
TYPE(words,   "a list of names of fields",               1, is_set_list, clear_words)
