/* app/stop.c -- a thread that waits for signals and notes them. */
#include "app/stop.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    int number;
    const char *name;
} known[] = { { SIGTERM, "SIGTERM" }, { SIGINT, "SIGINT" }, { SIGUSR1, "SIGUSR1" } };

static sigset_t ours;
static pthread_t thread;
static int is_running;
static const char *_Atomic folder; /* NULL: nothing is worth a gentle end yet */
static const char *_Atomic first;
static atomic_int wish;

static const char *name_of(int number)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (known[i].number == number) return known[i].name;
    return "a signal";
}

/* Leaves out all that has to be closed: the checkpoints on disk are whole, under their names. */
static void end_at_once(const char *name)
{
    const char *clear = isatty(STDERR_FILENO) ? "\r\033[K" : ""; /* the progress line */
    const char *where = folder;
    char path[4096];

    if (!where) {
        fprintf(stderr, "%supdraft: stopped by %s before the first step; nothing was computed\n",
                clear, name);
        _exit(STOPPED);
    }
    snprintf(path, sizeof path, "%s/checkpoint_latest.h5", where);
    fprintf(stderr, "%supdraft: stopped at once by a second signal (%s), without waiting for a "
            "checkpoint; ", clear, name);
    if (access(path, F_OK) == 0) fprintf(stderr, "the last whole one is %s\n", path);
    else fprintf(stderr, "there is none yet\n");
    _exit(STOPPED);
}

static void *wait_for_signals(void *unused)
{
    int number;
    (void)unused;
    while (sigwait(&ours, &number) == 0) {
        const char *name = name_of(number);
        if (number == SIGUSR1) {
            wish = 1;
        } else if (!folder || first) {
            end_at_once(name);
        } else {
            first = name;
            if (isatty(STDERR_FILENO))
                fprintf(stderr, "\r\033[K%s: ending after this step, with a checkpoint; a second "
                        "one ends at once\n", name);
        }
    }
    return NULL;
}

/* A library may have started threads before main(), as OpenBLAS does, which block nothing. */
static void pass_on(int number) { pthread_kill(thread, number); }

static void handle(void (*handler)(int))
{
    const struct sigaction how = { .sa_handler = handler, .sa_flags = SA_RESTART };
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (sigismember(&ours, known[i].number)) sigaction(known[i].number, &how, NULL);
}

enum status stop_start(void)
{
    sigemptyset(&ours);
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        struct sigaction now;
        sigaction(known[i].number, NULL, &now);
        if (now.sa_handler != SIG_IGN) sigaddset(&ours, known[i].number); /* a job in the background */
    }
    pthread_sigmask(SIG_BLOCK, &ours, NULL);
    const int rc = pthread_create(&thread, NULL, wait_for_signals, NULL);
    if (rc != 0) FAIL(BAD_MACHINE, "no thread can be started: %s", strerror(rc));
    handle(pass_on);
    is_running = 1;
    return OK;
}

void stop_gently(const char *where) { folder = where; }

const char *stop_signal(void) { return first; }

int stop_takes_wish(void) { return atomic_exchange(&wish, 0); }

void stop_end(void)
{
    if (!is_running) return;
    handle(SIG_IGN);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    is_running = 0;
}
