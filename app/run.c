/* app/run.c -- updraft run: a simulation from a case file. */
#include <argp.h>
#include "app/commands.h"
#include "app/folder.h"
#include "app/simulate.h"

enum { MAX_SETS = 256 };

struct arguments {
    struct option_source from;
    const char *sets[MAX_SETS];
    const char *restart;
    int overwrite;
};

static const struct argp_option flags[] = {
    { "set", 's', "KEY=VALUE", 0, "set a key of the case file; may be repeated, later ones win", 0 },
    { "restart", 'r', "FILE", 0, "go on from a checkpoint", 0 },
    { "output", 'o', "DIR", 0, "folder for the results, instead of output.directory", 0 },
    { "overwrite", 'f', 0, 0, "use a folder that holds the results of an earlier run", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 's':
        if (a->from.num_sets == MAX_SETS) argp_error(state, "more than %d --set", MAX_SETS);
        a->sets[a->from.num_sets++] = arg;
        return 0;
    case 'r': a->restart = arg; return 0;
    case 'o': a->from.output = arg; return 0;
    case 'f': a->overwrite = 1; return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0) argp_error(state, "one case file at a time, not also %s", arg);
        a->from.file = arg;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "which case file? see cases/ or updraft init"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* From here on StarPU runs. */
static enum status run_session(struct session *s, const char *restart)
{
    TRY(session_plan(s, s->o, s->num_workers));
    session_warn(s);
    TRY(session_new(s));
    const enum status status = simulate(s, restart);
    session_free(s);
    return status;
}

enum status command_run(int argc, char **argv)
{
    static const struct argp argp = { flags, parse, "CASE.yaml",
                                      "Runs the simulation that a case file describes.", 0, 0, 0 };
    struct arguments a = { .from.num_sets = 0 };
    struct options o;
    struct session s = { 0 };
    a.from.sets = a.sets;
    argp_parse(&argp, argc, argv, 0, NULL, &a);

    TRY(options_read(&o, &a.from, case_list()));
    enum status status = folder_check(o.output_directory, a.restart || a.overwrite);
    if (status == OK) status = session_start_mpi();
    if (status == OK) status = session_start_starpu(&s, &o);
    if (status == OK) {
        s.o = &o;
        status = run_session(&s, a.restart);
        starpu_shutdown();
    }
    session_stop_mpi();
    options_free(&o);
    return status;
}
