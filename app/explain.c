/* app/explain.c -- updraft explain: says what keys of the case file mean. */
#include <argp.h>
#include <stdio.h>
#include "app/commands.h"
#include "cases/cases.h"

static error_t parse(int key, char *arg, struct argp_state *state)
{
    const char **asked = state->input;

    switch (key) {
    case ARGP_KEY_ARG:
        if (state->arg_num > 0) argp_error(state, "one key at a time, not also %s", arg);
        *asked = arg;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

enum status command_explain(int argc, char **argv)
{
    static const struct argp argp = {
        NULL, parse, "[KEY]",
        "Says what a key of the case file means, its values, unit and default; KEY may be a "
        "section, and without one all keys are listed. `updraft explain case` lists the cases.",
        NULL, NULL, NULL
    };
    const char *key = NULL;

    argp_parse(&argp, argc, argv, 0, NULL, &key);
    return options_explain(stdout, key, case_list());
}
