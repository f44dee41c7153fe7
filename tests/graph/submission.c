/* tests/graph/submission.c -- what one rank hands to StarPU in a time step: tasks, messages and the
 * time that it takes, for a mesh that grows with the number of ranks.
 *
 * Each rank has a cube of 4 x 4 x 4 elements in 8 partitions; the cubes stand in a row that is
 * periodic, so that from two ranks on each partition has one neighbour partition on another rank. A
 * line for each form: what it is of, tasks, messages, links to other ranks, microseconds. Counts are
 * the largest of all ranks, a step; the time is the median of steps on the slowest rank, of the
 * submitting thread on its processor, so that ranks may share cores.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <starpu_mpi.h>
#include <time.h>
#include "tasks/census.h"
#include "tasks/exchange.h"
#include "tests/graph/harness.h"

enum { WARM_UP = 3, STEPS = 12, WINDOW = 10 };

static int64_t messages;
static double submitting; /* s */

/* The linker puts these between the program and what they are named after (--wrap). */
int __real_starpu_mpi_isend_detached(starpu_data_handle_t h, int to, starpu_mpi_tag_t tag,
                                     MPI_Comm comm, void (*done)(void *), void *data);
int __wrap_starpu_mpi_isend_detached(starpu_data_handle_t h, int to, starpu_mpi_tag_t tag,
                                     MPI_Comm comm, void (*done)(void *), void *data);
int __wrap_starpu_mpi_isend_detached(starpu_data_handle_t h, int to, starpu_mpi_tag_t tag,
                                     MPI_Comm comm, void (*done)(void *), void *data)
{
    ++messages;
    return __real_starpu_mpi_isend_detached(h, to, tag, comm, done, data);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum status __real_graph_submit_stages(struct run *r, const struct stage *s, int n, int window);
enum status __wrap_graph_submit_stages(struct run *r, const struct stage *s, int n, int window);
enum status __wrap_graph_submit_stages(struct run *r, const struct stage *s, int n, int window)
{
    const double start = processor_time();
    const enum status status = __real_graph_submit_stages(r, s, n, window);
    submitting += processor_time() - start;
    return status;
}

static void uniform(void *data, const struct element *e, const double x[3], double q[NFIELDS])
{
    (void)data, (void)e, (void)x;
    q[RHO] = 1;
    q[RHO_U] = 0.3;
    q[RHO_V] = q[RHO_W] = 0.1;
    q[RHO_E] = 2.5;
}

static int64_t tasks_so_far(void)
{
    const struct census_kind *kinds;
    const int n = census_kinds(&kinds);
    int64_t tasks = 0;
    for (int i = 0; i < n; ++i)
        tasks += kinds[i].submitted;
    return tasks;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double most(double mine)
{
    double of_all;
    MPI_Allreduce(&mine, &of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return of_all;
}

static int remote_links(const struct run *r)
{
    int n = 0;
    for_each (const struct part, p, r->parts)
        for_each (const struct link, l, p->mesh->links) n += exchange_is_remote(r, l);
    return n;
}

static void measure(enum fusion fusion, const char *form)
{
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const struct setup s = {
        .degree = 2,
        .mesh = { .base = { 4 * ranks, 4, 4 }, .upper = { 4 * ranks, 4, 4 },
                  .periodic = { 1, 1, 1 }, .partitions = 8 * ranks },
        .initial = uniform,
        .fusion = fusion,
        .workers = 1,
    };
    const struct rk *rk = rk_find("lsrk5");
    struct run r;
    double times[STEPS];
    int64_t tasks = 0;
    harness_new(&r, &s);
    for (int n = 1; n <= WARM_UP + STEPS; ++n) {
        if (n == WARM_UP + 1) {
            tasks = tasks_so_far();
            messages = 0;
        }
        submitting = 0;
        REQUIRE(graph_step(&r, rk, n, 0.01, WINDOW) == OK, "%s", error_text());
        if (n > WARM_UP) times[n - WARM_UP - 1] = submitting;
    }
    REQUIRE(graph_wait(&r) == OK, "%s", error_text());
    qsort(times, STEPS, sizeof *times, compare);
    const double of_tasks = most((double)(tasks_so_far() - tasks) / STEPS);
    const double of_messages = most((double)messages / STEPS);
    const double links = most(remote_links(&r)), time = most(times[STEPS / 2]);
    if (rank == 0)
        printf("%s %d %g %g %g %.0f\n", form, ranks, of_tasks, of_messages, links, time * 1e6);
    harness_free(&r);
}

int main(void)
{
    harness_start(1, 0, NULL);
    census_start();
    measure(FUSION_SPLIT, "split");
    measure(FUSION_FULL, "full");
    harness_stop();
    MPI_Finalize();
    return 0;
}
