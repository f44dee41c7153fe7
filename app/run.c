/* app/run.c -- updraft run: a simulation from a case file. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "app/case_file.h"
#include "app/commands.h"
#include "app/folder.h"
#include "app/ranks.h"
#include "app/simulate.h"
#include "app/stop.h"
#include "app/watchdog.h"

struct arguments {
    struct case_file file;
    const char *restart;
    int overwrite;
    double walltime; /* s, or NaN */
};

static const struct argp_option flags[] = {
    { "restart", 'r', "FILE", 0, "go on from a checkpoint", 0 },
    { "walltime", 'w', "[[HH:]MM:]SS", 0,
      "end with a checkpoint and exit code 5 before the program has run so long", 0 },
    { "overwrite", 'f', 0, 0, "use a folder that holds the results of an earlier run", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT: case_file_init(state, &a->file); return 0;
    case 'r': a->restart = arg; return 0;
    case 'f': a->overwrite = 1; return 0;
    case 'w':
        a->walltime = limit_parse(arg);
        if (!isnan(a->walltime)) return 0;
        argp_error(state, "--walltime %.60s: want seconds, or [[HH:]MM:]SS as in 01:30:00", arg);
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* StarPU runs. */
static enum status run_session(struct session *s, const char *restart, int stands_there,
                               const struct limit *limit)
{
    TRY(ranks_agree(watchdog_start(s->o->runtime_watchdog)));
    TRY(session_plan(s, s->o));
    TRY(session_new(s));
    const enum status status = simulate(s, restart, stands_there, limit);
    session_free(s);
    return status;
}

/* A run may go on in the folder of its checkpoint. */
static int stands_in(const char *file, const char *folder)
{
    char path[4096];
    char *slash;
    snprintf(path, sizeof path, "%s", file);
    slash = strrchr(path, '/');
    if (slash) slash[slash == path] = '\0';
    return folder_is_same(slash ? path : ".", folder);
}

static enum status run_case(const struct arguments *a, const struct options *o,
                            const struct limit *limit)
{
    struct session s = { .o = o };
    const int stands_there = a->restart && stands_in(a->restart, o->output_directory);
    TRY(ON_FIRST(folder_check(o->output_directory, a->overwrite || stands_there)));
    TRY(session_start_starpu(&s, o));
    const enum status status = run_session(&s, a->restart, stands_there, limit);
    watchdog_end();
    session_stop_starpu(&s);
    return status;
}

static enum status run(struct arguments *a, const struct limit *limit)
{
    struct options o;
    const enum status mine = case_file_read(&o, &a->file);
    enum status status = ranks_agree(mine);
    if (status == OK) status = run_case(a, &o, limit);
    if (mine == OK) options_free(&o);
    return status;
}

enum status command_run(int argc, char **argv)
{
    static const struct argp_child children[] = { { &case_file_argp, 0, 0, 0 }, { 0, 0, 0, 0 } };
    static const struct argp argp = { flags, parse, 0,
                                      "Runs the simulation that a case file describes.", children,
                                      0, 0 };
    struct arguments a = { .walltime = NAN };
    struct limit limit = limit_new(NAN); /* counts from here */
    const int is_alone = !ranks_are_launched();

    enum status status = stop_start();
    if (status == OK && !is_alone) status = ranks_start(0);
    if (status == OK) status = ranks_parse(&argp, argc, argv, &a);
    limit.wall = a.walltime;
    if (status == OK && is_alone) status = ranks_start(0);
    if (status == OK) status = run(&a, &limit);
    stop_end();
    return status;
}
