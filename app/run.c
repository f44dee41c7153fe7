/* app/run.c -- updraft run: a simulation from a case file. */
#include <math.h>
#include <string.h>
#include "app/case_file.h"
#include "app/commands.h"
#include "app/folder.h"
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
        if (isnan(a->walltime))
            argp_error(state, "--walltime %.60s: want seconds, or [[HH:]MM:]SS as in 01:30:00", arg);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* From here on StarPU runs. */
static enum status run_session(struct session *s, const char *restart, const struct limit *limit)
{
    TRY(watchdog_start(s->o->runtime_watchdog));
    TRY(session_plan(s, s->o));
    TRY(session_new(s));
    session_warn(s);
    const enum status status = simulate(s, restart, limit);
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

enum status command_run(int argc, char **argv)
{
    static const struct argp_child children[] = { { &case_file_argp, 0, 0, 0 }, { 0, 0, 0, 0 } };
    static const struct argp argp = { flags, parse, 0,
                                      "Runs the simulation that a case file describes.", children,
                                      0, 0 };
    struct arguments a = { .walltime = NAN };
    struct options o;
    struct session s = { 0 };
    argp_parse(&argp, argc, argv, 0, NULL, &a);
    const struct limit limit = limit_new(a.walltime);

    TRY(case_file_read(&o, &a.file));
    const int may_replace = a.overwrite || (a.restart && stands_in(a.restart, o.output_directory));
    enum status status = folder_check(o.output_directory, may_replace);
    if (status == OK) status = stop_start();
    if (status == OK) status = session_start_mpi();
    if (status == OK) status = session_start_starpu(&s, &o);
    if (status == OK) {
        s.o = &o;
        status = run_session(&s, a.restart, &limit);
        watchdog_end();
        session_stop_starpu(&s);
    }
    session_stop_mpi();
    stop_end();
    options_free(&o);
    return status;
}
