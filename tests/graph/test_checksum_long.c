/* tests/graph/test_checksum_long.c -- the same bits under every schedule, after twenty steps. */
#include "tests/graph/schedules.h"

static void expect_all(const char *precision)
{
    static const char *const schedulers[] = { "eager", "lws", "random", "dmda" };
    static const int partitions[] = { 1, 3, 8, 13 };
    static const char *const placements[] = { "free", "pinned" };
    for (int s = 0; s < 4; ++s)
        for (int workers = 1; workers <= 2; ++workers)
            for (int p = 0; p < 4; ++p)
                for (int place = 0; place < 2; ++place) {
                    const struct schedule one = { schedulers[s], workers, partitions[p],
                                                  placements[place] };
                    expect_one_checksum(precision, 20, &one, 1);
                }
}

Test(checksum, is_one_over_all_schedules) { expect_all("double"); }

Test(checksum, is_one_over_all_schedules_in_single_precision) { expect_all("single"); }

Test(checksum, is_one_over_twenty_long_repeats)
{
    static const struct schedule same = { "lws", 2, 13, "free" };
    for (int n = 0; n < 20; ++n)
        expect_one_checksum("double", 20, &same, 1);
}
