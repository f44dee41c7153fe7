#pragma once
/* tests/graph/schedules.h -- a rising bubble under a schedule, and its checksum. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include "tests/graph/of_case.h"

/** How a run is cut and who runs its tasks. */
struct schedule {
    const char *scheduler;
    int workers, partitions;
    const char *placement;
};

/** Of the bubble in 64 elements after so many steps, in the given form; more: another KEY=VALUE. */
static uint64_t checksum_with(const char *precision, int steps, const struct schedule *s,
                              const char *fusion, const char *more)
{
    char text[6][64];
    const char *sets[] = { "mesh.level=2", text[0], text[1], text[2], text[3], text[4], text[5],
                           more, NULL };
    struct of_case c;
    snprintf(text[0], sizeof text[0], "precision=%s", precision);
    snprintf(text[1], sizeof text[1], "time.steps=%d", steps);
    snprintf(text[2], sizeof text[2], "runtime.scheduler=%s", s->scheduler);
    snprintf(text[3], sizeof text[3], "runtime.placement=%s", s->placement);
    snprintf(text[4], sizeof text[4], "mesh.partitions=%d", s->partitions);
    snprintf(text[5], sizeof text[5], "kernels.fusion=%s", fusion);
    of_case_new(&c, "rising_bubble", s->workers, sets);
    cr_assert_eq(c.s.num_workers, s->workers);
    cr_assert_str_eq(c.s.scheduler, s->scheduler);
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

/** The same at order 4, split. */
static uint64_t checksum_of(const char *precision, int steps, const struct schedule *s)
{
    return checksum_with(precision, steps, s, "split", "order=4");
}

/** The checksum of one worker and one partition is that of all these schedules. */
static void expect_one_checksum(const char *precision, int steps, const struct schedule *s,
                                size_t n)
{
    static uint64_t expected;
    static int is_known; /* each test calls with one precision and one number of steps */
    static const struct schedule plain = { "lws", 1, 1, "free" };
    if (!is_known) expected = checksum_of(precision, steps, &plain);
    is_known = 1;
    for (size_t i = 0; i < n; ++i) {
        const uint64_t sum = checksum_of(precision, steps, &s[i]);
        cr_expect_eq(sum, expected, "%s, %d workers, %d partitions, %s: %016" PRIx64 ", not %016"
                     PRIx64, s[i].scheduler, s[i].workers, s[i].partitions, s[i].placement, sum,
                     expected);
    }
}
