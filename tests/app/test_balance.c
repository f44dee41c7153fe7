/* tests/app/test_balance.c -- a mesh that is cut anew while it is computed on: by what its devices do,
 * and to the last bit as if it had not been. Cores that sleep have a speed of their own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/balance.h"
#include "codelets/args.h"
#include "codelets/codelets.h"
#include "tests/graph/of_case.h"

static const char *const sets[] = { "mesh.level=2", "order=2", "kernels.fusion=full",
                                    "time.steps=4", "time.scheme=lsrk5", "balance.interval=2", NULL };

static starpu_cpu_func_t advance;

/* The first worker takes 0.2 ms more an element, the other one 0.6 ms. */
static void slow_advance(void *buffers[], void *args)
{
    const struct advance_args *a = args;
    const long each = starpu_worker_get_id() == 0 ? 200000 : 600000;
    const struct timespec nap = { 0, each * a->num_elements };
    advance(buffers, args);
    nanosleep(&nap, NULL);
}

static void slow_down(void)
{
    struct codelets *c = (struct codelets *)codelets_find(2, sizeof(double));
    advance = c->advance.cpu_funcs[0];
    c->advance.cpu_funcs[0] = slow_advance;
}

static double share_of_first(const struct of_case *c)
{
    double first = 0, all = 0;
    for_each (const struct part, p, c->s.run.parts) {
        all += p->mesh->num_elements;
        if (p->device == &c->s.devices.at[0]) first += p->mesh->num_elements;
    }
    return first / all;
}

static void steps(struct of_case *c, int64_t from, int64_t to)
{
    for (int64_t n = from + 1; n <= to; ++n)
        cr_assert_eq(graph_step(&c->s.run, c->s.plan.rk, n, c->s.plan.dt, 3), OK);
    cr_assert_eq(graph_wait(&c->s.run), OK, "%s", error_text());
}

Test(balance, gives_the_faster_of_two_cores_more_and_keeps_every_bit)
{
    struct of_case c;
    struct balance b;
    int is_new = 0;
    of_case_plan(&c, "rising_bubble", 2, sets);
    cr_assert_eq(c.s.devices.n, 2);
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    steps(&c, 0, 4);
    const uint64_t wanted = data_checksum(&c.s.run);
    session_free(&c.s);

    slow_down();
    cr_assert_eq(session_plan(&c.s, &c.o), OK);
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    balance_start(&b, &c.s, 0, 0);
    cr_expect_float_eq(share_of_first(&c), 0.5, 1e-9);
    steps(&c, 0, 2);
    const uint64_t halfway = data_checksum(&c.s.run);
    cr_expect_not(balance_is_due(&b, &c.s, 1));
    cr_expect(balance_is_due(&b, &c.s, 2));
    cr_assert_eq(balance_look(&b, &c.s, 2, &is_new), OK, "%s", error_text());
    cr_expect(is_new);
    cr_expect_eq(b.cuts, 1);
    cr_expect_eq(data_checksum(&c.s.run), halfway);
    const double share = share_of_first(&c);
    cr_expect(0.62 < share && share < 0.8, "%g of the elements, not about 3 in 4", share);
    steps(&c, 2, 4);
    cr_expect_eq(data_checksum(&c.s.run), wanted);

    /* Even now: nothing is cut. */
    c.o.balance_bound = 0.5;
    cr_assert_eq(balance_look(&b, &c.s, 4, &is_new), OK);
    cr_expect_not(is_new);
    cr_expect_eq(b.cuts, 1);
    balance_end(&b);
    of_case_free(&c);
}


/* The first device's speed over the second's, after a look that leaves the mesh as it is. */
static double ratio_after(struct of_case *c, struct balance *b, int64_t step)
{
    int is_new = 1;
    steps(c, step - 2, step);
    cr_assert_eq(balance_look(b, &c->s, step, &is_new), OK, "%s", error_text());
    cr_assert_not(is_new);
    return c->s.devices.at[0].speed / c->s.devices.at[1].speed;
}

/* Speeds say where partitions would be, were the mesh cut; what they are measured by is where they are. */
Test(balance, measures_where_partitions_are)
{
    static const char *const fixed[] = { "mesh.level=2", "order=2", "kernels.fusion=full",
                                         "time.steps=4", "time.scheme=lsrk5", "mesh.partitions=8",
                                         NULL };
    struct of_case c;
    struct balance b;
    of_case_plan(&c, "rising_bubble", 2, fixed);
    c.o.balance_interval = 2;
    c.o.balance_bound = 1e9;
    slow_down();
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    balance_start(&b, &c.s, 0, 0);
    for (int64_t step = 2; step <= 4; step += 2) {
        const double ratio = ratio_after(&c, &b, step);
        cr_expect(2 < ratio && ratio < 4.5, "after step %d: %g, not about 3", (int)step, ratio);
    }
    balance_end(&b);
    of_case_free(&c);
}

/* As where it is moved or edited while a run of days goes on. */
Test(balance, goes_on_with_its_mesh_where_the_file_of_it_is_gone)
{
    char path[] = "/tmp/updraft_balance_XXXXXX.inp", command[4096], file[4096];
    const char *const lost[] = { file, "mesh.level=1", "order=2", "kernels.fusion=full",
                                 "time.end=none", "time.steps=4", "time.scheme=lsrk5",
                                 "output.slice=y=500", "balance.interval=2", NULL };
    const char *srcdir = getenv("srcdir");
    struct of_case c;
    struct balance b;
    int is_new = 1;
    close(mkstemps(path, 4));
    snprintf(command, sizeof command, "cp %s/tests/data/cube.inp %s", srcdir ? srcdir : ".", path);
    cr_assert_eq(system(command), 0);
    snprintf(file, sizeof file, "mesh.file=%s", path);
    of_case_plan(&c, "resting_atmosphere", 2, lost);
    slow_down();
    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    balance_start(&b, &c.s, 0, 0);
    steps(&c, 0, 2);
    const uint64_t halfway = data_checksum(&c.s.run);
    unlink(path);
    cr_expect_eq(balance_look(&b, &c.s, 2, &is_new), OK);
    cr_expect_not(is_new);
    cr_expect_str_empty(error_text());
    cr_expect_eq(data_checksum(&c.s.run), halfway);
    cr_expect_not(balance_is_due(&b, &c.s, 2), "it is not asked for again");
    steps(&c, 2, 4);
    balance_end(&b);
    of_case_free(&c);
}
