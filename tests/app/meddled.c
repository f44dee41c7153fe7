/* tests/app/meddled.c -- updraft run with trouble at an exact moment: signals, NaN, slow tasks.
 *
 * The variable MEDDLE lists what happens, each once, apart by semicolons:
 *
 *     step 5 WHAT...     inside a task of that step; of elements of order 2 in double precision
 *     file NAME WHAT...  when a file whose name ends so has been written, and before it is renamed
 *
 * and with `rank 2` in front, on that rank only. WHAT are names of signals, which the process sends
 * itself 0.1 s apart, and `sleep SECONDS`; or, in a step, `nan STAGE`: the density's slope of the
 * first node of a partition is not a number in that stage, 2 or later.
 */
#define _GNU_SOURCE
#include <argp.h>
#include <fcntl.h>
#include <pthread.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/commands.h"
#include "app/provenance.h"
#include "app/ranks.h"
#include "codelets/codelets.h"
#define REAL_BITS 64 /* of the header, of which the order of buffers is used */
#include "codelets/advance.h"

static struct deed {
    int rank; /* or -1: whichever */
    int step; /* or 0 */
    char file[64], what[64];
    int is_done;
} deeds[4];
static int num_deeds;

static void wait_for(double seconds)
{
    const time_t whole = (time_t)seconds;
    const struct timespec t = { whole, (long)((seconds - (double)whole) * 1e9) };
    nanosleep(&t, NULL);
}

static int is_due(struct deed *d)
{
    if (d->rank >= 0 && d->rank != ranks_mine()) return 0;
    return !__atomic_exchange_n(&d->is_done, 1, __ATOMIC_RELAXED);
}

static void do_it(struct deed *d)
{
    static const struct {
        const char *name;
        int number;
    } signals[] = { { "TERM", SIGTERM }, { "INT", SIGINT }, { "USR1", SIGUSR1 },
                    { "KILL", SIGKILL } };
    char what[64], *rest = what, *word;

    if (!is_due(d)) return;
    memcpy(what, d->what, sizeof what);
    while ((word = strsep(&rest, " "))) {
        if (!strcmp(word, "sleep")) wait_for(atof(strsep(&rest, " ")));
        for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i)
            if (!strcmp(word, signals[i].name)) {
                kill(getpid(), signals[i].number);
                wait_for(0.1);
            }
    }
}

static void read_deeds(char *text)
{
    char *one;
    while (text && (one = strsep(&text, ";")) && num_deeds < 4) {
        struct deed *d = &deeds[num_deeds];
        int read = 0;
        d->rank = -1;
        sscanf(one, " rank %d%n", &d->rank, &read);
        one += read;
        num_deeds += sscanf(one, " step %d %63[^;]", &d->step, d->what) == 2
                  || sscanf(one, " file %63s %63[^;]", d->file, d->what) == 2;
    }
}

/* The C library's, for all that the program writes under a temporary name. */
int rename(const char *from, const char *to)
{
    for (struct deed *d = deeds; d < deeds + num_deeds; ++d) {
        const size_t length = strlen(d->file), all = strlen(to);
        if (length > 0 && all >= length && !strcmp(to + all - length, d->file)) do_it(d);
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

static starpu_cpu_func_t advance, update;

static void meddle(int64_t step)
{
    for (struct deed *d = deeds; d < deeds + num_deeds; ++d)
        if (d->step == step && strncmp(d->what, "nan", 3)) do_it(d);
}

static void spoil(const struct advance_args *a, double *k)
{
    int stage;
    for (struct deed *d = deeds; d < deeds + num_deeds; ++d)
        if (d->step == a->step && sscanf(d->what, "nan %d", &stage) == 1 && stage == a->stage + 1
            && is_due(d))
            k[0] = NAN;
}

static void meddled_advance(void *buffers[], void *args)
{
    const struct advance_args *a = &((const struct stages_args *)args)->first;
    meddle(a->step);
    spoil(a, (double *)STARPU_VECTOR_GET_PTR(buffers[ADVANCE_K]));
    advance(buffers, args);
}

static void meddled_update(void *buffers[], void *args)
{
    meddle(((const struct update_args *)args)->step);
    update(buffers, args);
}

/* Blocks nothing, as threads that libraries start before main(). */
static void *idle(void *unused)
{
    (void)unused;
    for (;;) pause();
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t before;
    pthread_create(&before, NULL, idle, NULL);
    struct codelets *c = (struct codelets *)codelets_find(2, sizeof(double));

    read_deeds(getenv("MEDDLE") ? strdup(getenv("MEDDLE")) : NULL);
    advance = c->advance.cpu_funcs[0];
    update = c->update.cpu_funcs[0];
    c->advance.cpu_funcs[0] = meddled_advance;
    c->update.cpu_funcs[0] = meddled_update;
    argp_err_exit_status = BAD_INPUT;
    provenance_start(argc, argv);
    const enum status status = command_run(argc - 1, argv + 1); /* behind the word run */
    if (status != OK && ranks_is_first()) fprintf(stderr, "updraft: %s\n", error_text());
    ranks_stop();
    return status;
}
