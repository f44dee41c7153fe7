/* io/options_scalar.c -- numbers, flags and texts of the case file, read whole; what rows accept. */
#define _GNU_SOURCE /* strcasestr */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/options_rows.h"

/* A range of `accepts`; bounds that turn outwards are left out. */
struct range {
    double low, high;
    int above_low, below_high;
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
int option_nth_word(const char *accepts, int n, char word[64])
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
        for (int n = 0; option_nth_word(row->accepts, n, word); ++n)
            fprintf(out, "%s%s", n == 0 ? "" : option_nth_word(row->accepts, n + 1, next) ? ", " : " or ",
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
enum status option_refuse(const struct option_input *in, struct fy_node *node, const char *hint)
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

int option_is_null(const char *text, size_t length)
{
    static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };

    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; ++i)
        if (strlen(nulls[i]) == length && !memcmp(nulls[i], text, length)) return 1;
    return 0;
}

/* The scalar of a node; refuses lists, mappings and null. */
enum status option_scalar(const struct option_input *in, struct fy_node *node, struct option_scalar *s)
{
    size_t length = 0;
    const int is_scalar = node && fy_node_is_scalar(node);
    struct fy_token *token = is_scalar ? fy_node_get_scalar_token(node) : NULL;
    const char *text = token ? fy_node_get_scalar(node, &length) : NULL;

    if (!token || !text) return option_refuse(in, node, "");
    s->is_quoted = fy_token_scalar_style(token) != FYSS_PLAIN;
    if (!s->is_quoted && option_is_null(text, length)) return option_refuse(in, node, "");
    if (memchr(text, '\0', length)) return option_refuse(in, node, "it holds a NUL");
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
                                 const struct option_scalar *s)
{
    char hint[96] = "";
    int is_whole, is_zero;
    const char *end = number_end(s->text, &is_whole, &is_zero);

    if (s->is_quoted)
        return option_refuse(in, node, "in quotes it is a text; leave the quotes out");
    if (end && *end == ',' && is_digit(end[1]))
        return option_refuse(in, node, "the decimal mark is a point");
    if (end && *end == '\0' && !is_whole)
        return option_refuse(in, node, "written without point or exponent");
    if (end && (*end == ' ' || *end == in->row->unit[0]) && *end)
        snprintf(hint, sizeof hint, "the number alone; its unit is %s", in->row->unit);
    if (!end && (strcasestr(s->text, "nan") || strcasestr(s->text, "inf")))
        return option_refuse(in, node, "numbers are finite");
    return option_refuse(in, node, hint);
}

enum status option_number_of(const struct option_input *in, struct fy_node *node, int want_whole,
                             double *x, int64_t *whole)
{
    struct option_scalar s = { "", 0 };
    struct range r;
    int is_whole, is_zero;

    TRY(option_scalar(in, node, &s));
    const char *end = number_end(s.text, &is_whole, &is_zero);
    if (s.is_quoted || !end || *end || (want_whole && !is_whole))
        return refuse_number(in, node, &s);
    *x = strtod(s.text, NULL);
    if (!isfinite(*x)) return option_refuse(in, node, "too large for a number");
    if (*x == 0 && !is_zero) return option_refuse(in, node, "too small for a number");
    if (range_of(in->row, &r) && !is_within(&r, *x)) return option_refuse(in, node, "");
    if (want_whole) {
        errno = 0;
        *whole = strtoll(s.text, NULL, 10);
        if (errno) return option_refuse(in, node, "too large for a whole number");
    }
    return OK;
}

enum status option_flag_of(const struct option_input *in, struct fy_node *node, int *flag)
{
    struct option_scalar s = { "", 0 };

    TRY(option_scalar(in, node, &s));
    if (s.is_quoted) return option_refuse(in, node, "in quotes it is a text; leave the quotes out");
    if (strcmp(s.text, "true") && strcmp(s.text, "false")) return option_refuse(in, node, "");
    *flag = s.text[0] == 't';
    return OK;
}

enum status option_text_of(const struct option_input *in, struct fy_node *node, char **copy)
{
    struct option_scalar s = { "", 0 };

    TRY(option_scalar(in, node, &s));
    if (!s.text[0]) return option_refuse(in, node, "");
    for (const char *c = s.text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            return option_refuse(in, node, "one line without control characters");
    *copy = memory_copy(s.text);
    return OK;
}
