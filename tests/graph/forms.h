#pragma once
/* tests/graph/forms.h -- the forms of a stage (kernels.fusion) give the same bits. */
#include "tests/graph/schedules.h"

/** What to compare: orders and schemes are cases of their own. */
struct form_case {
    const char *precision, *more; /* more: KEY=VALUE */
    int steps, workers, partitions;
    const char *placement;
};

/** The split, surface and full form of that run have one checksum; returns it. */
static uint64_t expect_one_form(const struct form_case *c)
{
    static const char *const forms[] = { "split", "surface", "full" };
    uint64_t sums[3];
    for (int f = 0; f < 3; ++f) {
        const struct schedule s = { "lws", c->workers, c->partitions, c->placement };
        sums[f] = checksum_with(c->precision, c->steps, &s, forms[f], c->more);
        cr_expect_eq(sums[f], sums[0], "%s, %s, %d partitions, %s: %s has %016" PRIx64
                     ", but split %016" PRIx64, c->precision, c->more, c->partitions,
                     c->placement, forms[f], sums[f], sums[0]);
    }
    return sums[0];
}
