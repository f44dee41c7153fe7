/* tests/graph/test_flat.c -- what StarPU holds stays bounded, however many steps are submitted. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include "tests/graph/harness.h"

static void uniform(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)data, (void)e, (void)x;
    q[RHO] = 1;
    q[RHO_U] = 0.3;
    q[RHO_V] = q[RHO_W] = 0.1;
    q[RHO_E] = 2.5;
}

static struct setup tiny(enum fusion fusion)
{
    return (struct setup){
        .degree = 1,
        .mesh = { .base = { 2, 2, 1 }, .upper = { 2, 2, 1 }, .periodic = { 1, 1, 0 },
                  .partitions = 4 },
        .initial = uniform,
        .fusion = fusion,
        .workers = 1,
    };
}

static void nap(double seconds)
{
    const struct timespec t = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
    nanosleep(&t, NULL);
}

/* Stages in a row, from a thread of its own; `done` counts them. */
struct submission {
    struct run *r;
    int window, done;
};

static void *submit(void *data)
{
    struct submission *s = data;
    const struct stage stage = { .step = 1 };
    for (int n = 0; n < 3 * s->window; ++n) {
        cr_assert_eq(graph_submit_stages(s->r, &stage, 1, s->window), OK);
        __atomic_add_fetch(&s->done, 1, __ATOMIC_RELEASE);
    }
    return NULL;
}

/* Workers that do nothing: submission goes on as far as the window, one stage beyond it, and waits.
 * StarPU counts tasks of its own that bring several readers together, at most one for each of ours, so
 * that it may wait a stage earlier. */
static void expect_wait(enum fusion fusion, int window)
{
    const struct setup set = tiny(fusion);
    struct run r;
    pthread_t thread;
    harness_new(&r, &set);
    struct submission s = { .r = &r, .window = window };
    starpu_task_wait_for_all();
    starpu_pause();
    pthread_create(&thread, NULL, submit, &s);
    for (int seen = -1, quiet = 0; quiet < 4; nap(0.05)) {
        const int now = (int)starpu_task_nsubmitted();
        quiet = now == seen && now > 0 ? quiet + 1 : 0;
        seen = now;
    }
    const int in_flight = (int)starpu_task_nsubmitted();
    const int done = __atomic_load_n(&s.done, __ATOMIC_ACQUIRE);
    starpu_resume();
    pthread_join(thread, NULL);
    cr_expect(done == window || done == window - 1,
              "form %d: %d stages were let through a window of %d", (int)fusion, done, window);
    const int tasks = data_tasks_a_stage(&r);
    cr_expect(in_flight > window * tasks && in_flight <= 2 * (window + 1) * tasks,
              "form %d: %d tasks in flight, a stage has %d", (int)fusion, in_flight, tasks);
    harness_free(&r);
}

Test(flat, submission_waits_at_the_window)
{
    for (int fusion = FUSION_SPLIT; fusion <= FUSION_FULL; ++fusion) {
        expect_wait((enum fusion)fusion, 1);
        expect_wait((enum fusion)fusion, 3);
    }
}

/* kB */
static long resident(void)
{
    char line[128];
    long kB = -1;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f)) sscanf(line, "VmRSS: %ld", &kB);
    if (f) fclose(f);
    return kB;
}

/* A note of 16 bytes on one array a task would be seen: 20 tasks a step and more. */
static void expect_flat(enum fusion fusion, int steps)
{
    const struct setup set = tiny(fusion);
    const struct rk *rk = rk_find("lsrk5");
    const int window = 3;
    int most = 0;
    long before = 0;
    struct run r;
    harness_new(&r, &set);
    for (int n = 1; n <= steps; ++n) {
        cr_assert_eq(graph_step(&r, rk, n, 1e-3, window), OK);
        const int now = (int)starpu_task_nsubmitted();
        if (now > most) most = now;
        if (n == steps / 10) before = resident();
    }
    const long after = resident();
    cr_expect_leq(most, window * data_tasks_a_stage(&r), "form %d: %d tasks after a step",
                  (int)fusion, most);
    cr_expect_leq((after - before) * 1024, 300L * steps,
                  "form %d: %ld kB after %d steps, %ld kB after all %d", (int)fusion, before,
                  steps / 10, after, steps);
    harness_free(&r);
}

Test(flat, memory_and_tasks_in_flight_stay_bounded)
{
    for (int fusion = FUSION_SPLIT; fusion <= FUSION_FULL; ++fusion)
        expect_flat((enum fusion)fusion, 3000);
}
