/* app/case_file.c -- from the command line to options. */
#include "app/case_file.h"
#include <errno.h>
#include "app/ranks.h"
#include "cases/cases.h"

static const struct argp_option flags[] = {
    { "set", 's', "KEY=VALUE", 0, "set a key of the case file; may be repeated, later ones win", 0 },
    { "output", 'o', "DIR", 0, "folder for the results, instead of output.directory", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

void case_file_init(struct argp_state *state, struct case_file *c) { state->child_inputs[0] = c; }

int case_file_set(struct argp_state *state, struct case_file *c, const char *set)
{
    if (c->from.num_sets == MAX_SETS) {
        argp_error(state, "more than %d --set", MAX_SETS);
        return EINVAL;
    }
    c->sets[c->from.num_sets++] = set;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct case_file *c = state->input;
    switch (key) {
    case 's': return case_file_set(state, c, arg);
    case 'o': c->from.output = arg; return 0;
    case ARGP_KEY_ARG:
        if (c->from.file) {
            argp_error(state, "one case file at a time, not also %s", arg);
            return EINVAL;
        }
        c->from.file = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which case file? see cases/ or updraft init");
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp case_file_argp = { flags, parse, "CASE.yaml", 0, 0, 0, 0 };

enum status case_file_read(struct options *o, struct case_file *c)
{
    c->from.sets = c->sets;
    TRY(options_read(o, &c->from, case_list()));
    for_each (char *, warning, o->warnings)
        if (ranks_is_first()) fprintf(stderr, "updraft: %s\n", *warning);
    return OK;
}
