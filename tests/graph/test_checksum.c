/* tests/graph/test_checksum.c -- the same bits however a run is cut and scheduled. */
#include "tests/graph/schedules.h"

Test(checksum, is_one_over_schedulers_workers_partitions_and_placements)
{
    static const struct schedule some[] = {
        { "lws", 1, 3, "free" },     { "lws", 2, 8, "pinned" },  { "lws", 2, 13, "free" },
        { "eager", 2, 3, "free" },   { "eager", 1, 8, "pinned" }, { "random", 2, 8, "free" },
        { "random", 1, 13, "free" }, { "dmda", 2, 13, "free" },  { "dmda", 2, 3, "pinned" },
        { "dmda", 1, 1, "free" },    { "lws", 1, 64, "pinned" },
    };
    expect_one_checksum("double", 5, some, sizeof some / sizeof *some);
}

Test(checksum, is_one_in_single_precision)
{
    static const struct schedule some[] = {
        { "lws", 2, 8, "pinned" }, { "eager", 2, 3, "free" }, { "dmda", 1, 13, "free" },
    };
    expect_one_checksum("single", 5, some, sizeof some / sizeof *some);
}

Test(checksum, is_one_over_twenty_repeats)
{
    static const struct schedule same = { "lws", 2, 13, "free" };
    for (int n = 0; n < 20; ++n)
        expect_one_checksum("double", 2, &same, 1);
}

Test(checksum, tells_apart_states_that_differ)
{
    const struct schedule s = { "lws", 1, 1, "free" };
    const uint64_t one = checksum_of("double", 2, &s);
    cr_expect_neq(one, checksum_of("double", 3, &s));
    cr_expect_neq(one, checksum_of("single", 2, &s));
}
