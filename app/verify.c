/* app/verify.c -- updraft verify: are checkpoints whole? */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/commands.h"
#include "base/memory.h"
#include "io/checkpoint.h"

struct arguments {
    char **files; /* of argv */
    int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG: return ARGP_ERR_UNKNOWN; /* all of them at once */
    case ARGP_KEY_ARGS:
        (void)arg;
        a->files = state->argv + state->next;
        a->n = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which file? one that a run wrote, checkpoint_000000.h5");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void print_mesh(const struct mesh_spec *m)
{
    if (m->file_sum)
        printf("  mesh       %d hexahedra of a file, fingerprint %016" PRIx64 ", level %d\n",
               m->base[0], m->file_sum, m->level);
    else
        printf("  mesh       %d x %d x %d at level 0, level %d, [%g, %g] x [%g, %g] x [%g, %g] m\n",
               m->base[0], m->base[1], m->base[2], m->level, m->lower[0], m->upper[0], m->lower[1],
               m->upper[1], m->lower[2], m->upper[2]);
}

static void print(const char *path, const struct checkpoint *c, int64_t elements)
{
    printf("%s: whole\n", path);
    printf("  of         %s, by Updraft %s\n", c->case_name, c->version);
    printf("  stands at  step %" PRId64 ", %.9g s, %" PRId64 " outputs, %.3g s of computing\n",
           c->step, c->time, c->output_index, c->wall);
    printf("  state      %" PRId64 " elements of order %d, %s precision\n", elements, c->degree,
           c->sizeof_real == sizeof(float) ? "single" : "double");
    print_mesh(&c->mesh);
    printf("  at least   density %g kg/m^3, pressure %g Pa\n", c->min_density, c->min_pressure);
    printf("  checksum   %016" PRIx64 "\n", c->checksum);
}

static enum status verify(const char *path)
{
    struct checkpoint c;
    int64_t elements;
    if (access(path, R_OK) != 0)
        FAIL(BAD_MACHINE, "cannot read %s: %s", path, strerror(errno));
    TRY(checkpoint_verify(path, &c, &elements));
    print(path, &c, elements);
    return OK;
}

enum status command_verify(int argc, char **argv)
{
    static const struct argp argp = {
        NULL, parse, "FILE...",
        "Says whether checkpoints are whole: format, shape, checksums, and a state that is finite "
        "and physical.\vExit code 2: a file is damaged or no checkpoint; 3: a file cannot be read.",
        NULL, NULL, NULL
    };
    struct arguments a = { .n = 0 };
    enum status worst = OK;

    argp_parse(&argp, argc, argv, 0, NULL, &a);
    for (int n = 0; n < a.n; ++n) {
        const enum status s = verify(a.files[n]);
        if (s > worst) worst = s;
        if (s != OK) fprintf(stderr, "updraft: %s\n", error_text()); /* one line a file */
        error_clear();
    }
    return worst;
}
