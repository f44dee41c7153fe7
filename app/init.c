/* app/init.c -- updraft init: writes a commented case file. */
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/commands.h"
#include "cases/cases.h"

struct arguments {
    const char *name, *output;
    int list;
};

static const struct argp_option flags[] = {
    { "output", 'o', "FILE", 0, "file to write, instead of NAME.yaml; - is standard output", 0 },
    { "list", 'l', 0, 0, "list the names of the cases", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case 'o': a->output = arg; return 0;
    case 'l': a->list = 1; return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0) argp_error(state, "one case at a time, not also %s", arg);
        a->name = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->name && !a->list) argp_error(state, "which case? --list names them");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* Never over a file that is there: it may hold somebody's work. */
static enum status write_new(const char *path, const char *text)
{
    FILE *out = fopen(path, "wx");

    if (!out && errno == EEXIST)
        FAIL(BAD_INPUT, "%s: is there already; remove it, or name another with --output", path);
    if (!out) FAIL(BAD_MACHINE, "%s: cannot be written: %s", path, strerror(errno));
    fputs(text, out);
    const int failed = fflush(out) != 0 || ferror(out);
    const int reason = errno;
    if ((fclose(out) != 0) | failed) {
        unlink(path);
        FAIL(BAD_MACHINE, "%s: cannot be written: %s", path, strerror(reason));
    }
    printf("wrote %s\n", path);
    return OK;
}

enum status command_init(int argc, char **argv)
{
    static const struct argp argp = {
        flags, parse, "NAME",
        "Writes NAME.yaml, a case file of the case NAME with all keys, their meaning and defaults.",
        NULL, NULL, NULL
    };
    struct arguments a = { 0 };
    char *text = NULL, *path = NULL;
    size_t size;

    argp_parse(&argp, argc, argv, 0, NULL, &a);
    if (a.list) {
        for (const struct option_case *c = case_list(); c->name; ++c) puts(c->name);
        return OK;
    }
    FILE *out = open_memstream(&text, &size);
    REQUIRE(out, "no memory for a case file");
    enum status s = options_init(out, a.name, case_list());
    fclose(out);
    if (s == OK && a.output && !strcmp(a.output, "-")) {
        fputs(text, stdout);
    } else if (s == OK) {
        REQUIRE(asprintf(&path, "%s.yaml", a.name) > 0, "no memory for a name");
        s = write_new(a.output ? a.output : path, text);
    }
    free(path);
    free(text);
    return s;
}
