/* io/expression.c -- the one file that knows muParser. */
#include "io/expression.h"
#include <ctype.h>
#include <math.h>
#include <muParserDLL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

struct expression {
    muParserHandle_t parser;
    char *text;
    double *values; /* of the names: the parser reads them here */
    size_t num_names;
};

/* muParser's code of a token that it cannot take for anything. */
enum { UNKNOWN_TOKEN = 1 };

static const char *const functions[] = {
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
    "atanh", "exp", "ln", "log", "log2", "log10", "sqrt", "abs", "sign", "min", "max", NULL
};

/* Without a handler of ours, muParser would print. mupError() tells. */
static void be_silent(muParserHandle_t parser) { (void)parser; }

static const char *list_of(const char *const *words, char *list, size_t size)
{
    size_t used = 0;
    for (; *words && used < size; ++words)
        used += (size_t)snprintf(list + used, size - used, "%s%s", used ? ", " : "", *words);
    return list;
}

const char *expression_functions(void)
{
    static char list[200];
    return list_of(functions, list, sizeof list);
}

static int has(const char *const *words, const char *word)
{
    for (; *words; ++words)
        if (!strcmp(*words, word)) return 1;
    return 0;
}

/* A copy of a token, without the rest of the line that muParser leaves on it. */
static void copy_token(char token[40], const char *from)
{
    size_t n = 0;
    for (; from[n] && !isspace((unsigned char)from[n]) && n < 39; ++n)
        token[n] = from[n];
    token[n] = '\0';
}

static void explain_unknown(const char *token, int at, const char *const *names, char *why)
{
    char known[160];

    if (has(functions, token))
        snprintf(why, EXPRESSION_WHY, "%s at position %d is a function: its argument stands in "
                 "parentheses", token, at);
    else
        snprintf(why, EXPRESSION_WHY, "%s at position %d is not known; names are %s; functions are "
                 "%s", token, at, list_of(names, known, sizeof known), expression_functions());
}

/* muParser's sentence without its position, which we give as users count, and its point. */
static void copy_message(char message[200], const char *from)
{
    static const char *const ends[] = { " at expression position ", " at position ",
                                        " found at position " };

    snprintf(message, 200, "%s", from);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        char *end = strstr(message, ends[i]);
        if (end) *end = '\0';
    }
    size_t n = strlen(message);
    while (n > 0 && (message[n - 1] == '.' || isspace((unsigned char)message[n - 1])))
        message[--n] = '\0';
    message[0] = (char)tolower((unsigned char)message[0]);
}

/* What muParser says of a text that it refuses. Its strings live until the next of its answers. */
static void explain(muParserHandle_t parser, const char *text, const char *const *names, char *why)
{
    char token[40], message[200];
    const int code = mupGetErrorCode(parser), end = (int)strlen(text) + 1;
    const int found = mupGetErrorPos(parser) + 1, at = found < end ? found : end;

    copy_token(token, mupGetErrorToken(parser));
    if (code == UNKNOWN_TOKEN && token[0]) {
        explain_unknown(token, at, names, why);
        return;
    }
    copy_message(message, mupGetErrorMsg(parser));
    if (at > 0) snprintf(why, EXPRESSION_WHY, "muParser, at position %d: %s", at, message);
    else snprintf(why, EXPRESSION_WHY, "muParser: %s", message);
}

/* Position, from 1, of a lone = in text, which would assign; 0 where there is none. */
static int assignment(const char *text)
{
    for (const char *c = text; (c = strchr(c, '=')); ++c) {
        if (c[1] == '=') ++c;
        else if (c == text || !strchr("<>!", c[-1])) return (int)(c - text) + 1;
    }
    return 0;
}

struct expression *expression_new(const char *text, const char *const *names,
                                  char why[EXPRESSION_WHY])
{
    struct expression *e = NEW(struct expression, 1);
    int num_values = 0;

    while (names[e->num_names]) ++e->num_names;
    e->parser = mupCreate(muBASETYPE_FLOAT);
    e->text   = memory_copy(text);
    e->values = NEW(double, e->num_names + 1);
    mupSetErrorHandler(e->parser, be_silent);
    mupClearConst(e->parser);                /* its pi has 12 digits      */
    mupDefineFun1(e->parser, "log", log, 1); /* old versions have base 10 */
    for (size_t i = 0; i < e->num_names; ++i)
        mupDefineVar(e->parser, names[i], &e->values[i]);
    mupSetExpr(e->parser, text);
    mupEvalMulti(e->parser, &num_values);
    why[0] = '\0';
    if (assignment(text))
        snprintf(why, EXPRESSION_WHY, "= at position %d: an expression sets no names; == compares",
                 assignment(text));
    else if (mupError(e->parser))
        explain(e->parser, text, names, why);
    else if (num_values != 1)
        snprintf(why, EXPRESSION_WHY, "%d values, parted by commas, where one is wanted; the "
                 "decimal mark is a point", num_values);
    if (!why[0]) return e;
    expression_free(e);
    return NULL;
}

void expression_free(struct expression *e)
{
    if (!e) return;
    mupRelease(e->parser);
    free(e->text);
    free(e->values);
    free(e);
}

const char *expression_text(const struct expression *e) { return e->text; }

double expression_at(struct expression *e, const double *values)
{
    memcpy(e->values, values, sizeof *values * e->num_names);
    return mupEval(e->parser);
}

const char *expression_library(void)
{
    static char text[64];
    muParserHandle_t parser = mupCreate(muBASETYPE_FLOAT);

    snprintf(text, sizeof text, "muParser %.40s", mupGetVersion(parser));
    mupRelease(parser);
    text[strcspn(text + 9, " ") + 9] = '\0'; /* the version alone */
    return text;
}
