/* io/options_expression.c -- expressions as a type of option, and the values of their names. */
#include <math.h>
#include <string.h>
#include "io/options_rows.h"

static const char *const names[] = {
#define NAME(name, ...) #name,
#include "io/names.def"
#undef NAME
    NULL
};

static enum status read_expression(const struct option_input *in, void *field)
{
    char place[YAML_PLACE], why[EXPRESSION_WHY];
    struct option_scalar s = { "", 0 };

    if (in->node && fy_node_is_mapping(in->node))
        return option_refuse(in, in->node, "with ': ' in it, it stands in quotes or behind >-");
    TRY(option_scalar(in, in->node, &s));
    if (!s.text[0]) return option_refuse(in, in->node, "");
    for (const char *c = s.text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            return option_refuse(in, in->node, "one line: >- folds several");
    struct expression *e = expression_new(s.text, names, why);
    if (!e)
        FAIL(BAD_INPUT, "%s: key %s: %s", yaml_place(in->yaml, in->node, place), in->row->full,
             why);
    *(struct expression **)field = e;
    return OK;
}

static void print_expression(FILE *out, const void *field)
{
    option_print_string(out, expression_text(*(struct expression *const *)field));
}

static int is_set(const void *field) { return *(struct expression *const *)field != NULL; }

static void clear(void *field)
{
    expression_free(*(struct expression **)field);
    *(struct expression **)field = NULL;
}

const struct option_type option_type_expression = {
    "an expression", 0, read_expression, print_expression, is_set, clear
};

void options_names(const struct options *o, const double x[3], double values[NUM_NAMES])
{
    const double now[NUM_NAMES] = {
#define NAME(name, value, ...) value,
#include "io/names.def"
#undef NAME
    };
    memcpy(values, now, sizeof now);
}

void options_explain_names(FILE *out)
{
#define NAME(name, value, unit, meaning)                                                           \
    fprintf(out, "name %-11s  %s%s%s%s\n", #name, meaning, unit[0] ? " [" : "", unit,              \
            unit[0] ? "]" : "");
#include "io/names.def"
#undef NAME
    fprintf(out, "functions %s\n", expression_functions());
}
