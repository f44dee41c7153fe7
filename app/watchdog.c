/* app/watchdog.c -- a thread that wakes up now and then and looks whether tasks get done. */
#include "app/watchdog.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "tasks/census.h"

enum { LOOKS = 20 };            /* in the time that is to pass                                */
static const double PATIENCE = 10; /* longest tasks: their length varies, their number is large */

static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wakes;
static int is_running, is_over;
static double least; /* s */

static void print_tasks(void)
{
    const struct census_kind *kinds;
    const int n = census_kinds(&kinds);
    const int64_t pending = census_pending(), ready = starpu_task_nready();
    fprintf(stderr, "%" PRId64 " tasks are not done; %" PRId64 " of them run or wait for a worker, "
            "the rest for data of other tasks\n", pending, ready);
    for (int i = 0; i < n; ++i)
        fprintf(stderr, "  %-36s %10" PRId64 " submitted, %10" PRId64 " done\n",
                kinds[i].codelet->name, kinds[i].submitted, kinds[i].done);
}

static void print_workers(void)
{
    const double now = starpu_timing_now() * 1e-6;
    for (int i = 0; i < (int)starpu_worker_get_count(); ++i) {
        const struct census_worker w = census_worker(i);
        char name[64];
        starpu_worker_get_name(i, name, sizeof name);
        if (w.codelet)
            fprintf(stderr, "  %-36s has had %s for %.3g s%s\n", name, w.codelet->name,
                    now - w.since, w.taken > 1 ? ", and others" : "");
        else
            fprintf(stderr, "  %-36s has no task\n", name);
    }
}

static void give_up(double quiet)
{
    int64_t step;
    int stage;
    census_where(&step, &stage);
    fputc('\n', stderr);
    print_tasks();
    print_workers();
    DIE("no task has been done for %.3g s, with all up to step %" PRId64 ", stage %d submitted; the "
        "longest one before took %.3g s; if this is no more than a slow machine, a larger "
        "runtime.watchdog (s; 0: none) waits longer, and checkpoints are as they were", quiet, step,
        stage + 1, census_longest());
}

static void *watch(void *unused)
{
    const double nap = least / LOOKS;
    int64_t done = 0;
    double quiet = 0; /* naps, and no clock: a process that was stopped has not been quiet */
    struct timespec until;
    (void)unused;

    pthread_mutex_lock(&lock);
    while (!is_over) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        const double at = (double)until.tv_nsec * 1e-9 + nap;
        until.tv_sec += (time_t)at;
        until.tv_nsec = (long)((at - (double)(time_t)at) * 1e9);
        while (!is_over && pthread_cond_timedwait(&wakes, &lock, &until) == 0) continue;
        const int64_t before = done;
        done = census_done();
        quiet = done == before && census_pending() > 0 ? quiet + nap : 0;
        if (quiet >= least && quiet >= PATIENCE * census_longest()) give_up(quiet);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

enum status watchdog_start(double seconds)
{
    pthread_condattr_t monotonic;
    if (seconds <= 0) return OK;
    least = seconds;
    is_over = 0;
    census_start();
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&wakes, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const int rc = pthread_create(&thread, NULL, watch, NULL);
    if (rc != 0) FAIL(BAD_MACHINE, "no thread can be started: %s", strerror(rc));
    is_running = 1;
    return OK;
}

void watchdog_end(void)
{
    if (!is_running) return;
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_signal(&wakes);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    pthread_cond_destroy(&wakes);
    is_running = 0;
}
