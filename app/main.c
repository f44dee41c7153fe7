/* app/main.c -- updraft: finds the command, runs it, prints the one message of a failure. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/commands.h"
#include "app/provenance.h"
#include "app/ranks.h"
#include "base/nearest.h"

struct command {
    const char *name, *called, *does;
    enum status (*run)(int argc, char **argv);
};

static const struct command commands[] = {
#define COMMAND(name, does) { #name, "updraft " #name, does, command_##name },
    COMMANDS(COMMAND)
#undef COMMAND
};
enum { NUM_COMMANDS = sizeof commands / sizeof *commands };

static enum status result = OK;

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    fprintf(out, "updraft %s (%s)\nStarPU %s\n%s\n", provenance_version(), provenance_commit(),
            provenance_starpu(), provenance_build());
}

/* The list of commands at the end of --help. */
static char *list_commands(int key, const char *text, void *input)
{
    char *list = NULL;
    size_t size;

    (void)input;
    if (key != ARGP_KEY_HELP_POST_DOC) return (char *)text;
    FILE *out = open_memstream(&list, &size);
    if (!out) return (char *)text;
    fputs("Commands:\n", out);
    for (int i = 0; i < NUM_COMMANDS; ++i)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].does);
    fputs("\n`updraft COMMAND --help` says more.", out);
    fclose(out);
    return list;
}

/* Takes the first word as the command and leaves all behind it to the command. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
    int *first = state->input;

    (void)arg;
    switch (key) {
    case ARGP_KEY_ARG:
        *first = state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which command? try init, run or plot");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static enum status run_command(int argc, char **argv)
{
    const struct command *nearest = commands;

    for (const struct command *c = commands; c < commands + NUM_COMMANDS; ++c) {
        if (!strcmp(c->name, argv[0])) {
            argv[0] = (char *)c->called;
            return c->run(argc, argv);
        }
        if (nearest_distance(argv[0], c->name) < nearest_distance(argv[0], nearest->name))
            nearest = c;
    }
    FAIL(BAD_INPUT, "no command is called %.60s; the nearest is %s, and `updraft --help` lists all",
         argv[0], nearest->name);
}

/* Standard output that was lost is a failure, also where argp ends the program. */
static void close_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return;
    if (result != OK) return;
    fprintf(stderr, "updraft: standard output cannot be written: %s\n", strerror(errno));
    _exit(BAD_MACHINE);
}

/* A descriptor that came closed would be given to the next file that we open: takes its place with
 * one that refuses to be written, or to be read. */
static void fill_standard_descriptors(void)
{
    static const int refusing[] = { O_WRONLY, O_RDONLY, O_RDONLY };

    for (int fd = 0; fd < 3; ++fd)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", refusing[fd]) < 0) _exit(BAD_MACHINE);
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        NULL, parse, "COMMAND [ARGUMENT...]",
        "Simulates the dry atmosphere with an entropy-stable discontinuous Galerkin method, as "
        "StarPU task graphs.\v", NULL, list_commands, NULL
    };
    int first = argc;

    fill_standard_descriptors();
    atexit(close_output);
    provenance_start(argc, argv);
    argp_err_exit_status = BAD_INPUT;
    argp_program_version_hook = print_version;
    if (argc > 0) argv[0] = "updraft";
    argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &first);

    result = run_command(argc - first, argv + first);
    if (result != OK && *error_text() && ranks_is_first())
        fprintf(stderr, "updraft: %s\n", error_text());
    ranks_stop(); /* waits for all: a launcher ends the others as soon as one has ended */
    return result;
}
