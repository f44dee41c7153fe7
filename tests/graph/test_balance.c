/* tests/graph/test_balance.c -- the mesh shared out by speed between two unequal workers. */
#define _GNU_SOURCE /* which cores a thread may use */
#include <criterion/criterion.h>
#include <math.h>
#include <sched.h>
#include <starpu.h>
#include <time.h>
#include "tests/graph/of_case.h"

enum { SLOW, FAST, WORKERS };
enum { TIMES_SLOWER = 3, TRIES = 3 };

/** What a worker spends in tasks, s; both are equal where nobody else uses its core. */
struct busy {
    double wall, cpu;
};

static struct {
    starpu_cpu_func_t kernel;
    int slow_worker;
    struct busy busy[WORKERS]; /* each written by its worker alone */
} watch;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The kernel; the slow worker then spins twice as long again. */
static void watched_kernel(void *buffers[], void *args)
{
    const int who = starpu_worker_get_id() == watch.slow_worker ? SLOW : FAST;
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
    watch.kernel(buffers, args);
    const double kernel = seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    while (who == SLOW && seconds(CLOCK_THREAD_CPUTIME_ID) - cpu < TIMES_SLOWER * kernel) continue;
    watch.busy[who].wall += seconds(CLOCK_MONOTONIC) - wall;
    watch.busy[who].cpu += seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
}

static void watch_kernel(const struct of_case *c)
{
    struct starpu_codelet *advance = (struct starpu_codelet *)&c->s.run.codelets->advance;
    watch.slow_worker = c->s.devices.at[SLOW].worker;
    watch.busy[SLOW] = watch.busy[FAST] = (struct busy){ 0 };
    if (advance->cpu_funcs[0] == watched_kernel) return; /* of the try before */
    watch.kernel = advance->cpu_funcs[0];
    advance->cpu_funcs[0] = watched_kernel;
}

/* Two workers on a bubble, the slow one with 1/(1 + fast_speed) of it. */
static void run(double fast_speed)
{
    static const char *const sets[] = { "mesh.level=3", "time.steps=10", "mesh.partitions=16",
                                        "kernels.fusion=full", NULL };
    struct of_case c;
    of_case_plan(&c, "rising_bubble", WORKERS, sets);
    cr_assert_eq(c.s.devices.n, WORKERS);
    c.s.devices.at[SLOW].speed = 1;
    c.s.devices.at[FAST].speed = fast_speed;
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    watch_kernel(&c);
    of_case_steps(&c);
    of_case_free(&c);
}

static double apart(double a, double b) { return fabs(a - b) / fmax(a, b); }

/* Did each worker have its core for itself? */
static int were_alone(void)
{
    return watch.busy[SLOW].wall < 1.05 * watch.busy[SLOW].cpu
           && watch.busy[FAST].wall < 1.05 * watch.busy[FAST].cpu;
}

/* Returns how far apart busy times are, relative to the longer one: on the wall, or on the threads'
 * own clocks where others use the cores in every try. */
static double imbalance(double fast_speed)
{
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    if (CPU_COUNT(&cores) < WORKERS) cr_skip_test("two workers want two cores");
    unsetenv("STARPU_WORKERS_NOBIND");

    run(fast_speed);
    for (int i = 1; i < TRIES && !were_alone(); ++i) run(fast_speed);
    const struct busy *b = watch.busy;
    return were_alone() ? apart(b[SLOW].wall, b[FAST].wall) : apart(b[SLOW].cpu, b[FAST].cpu);
}

Test(balance, workers_end_together_when_the_mesh_is_shared_out_by_their_speeds)
{
    const double found = imbalance(TIMES_SLOWER);
    cr_expect_lt(found, 0.1, "%.0f %% apart", 100 * found);
}

Test(balance, workers_do_not_end_together_when_the_mesh_is_halved)
{
    const double found = imbalance(1);
    cr_expect_gt(found, 0.4, "%.0f %% apart", 100 * found);
}
