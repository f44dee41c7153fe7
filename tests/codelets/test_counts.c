/* tests/codelets/test_counts.c -- counted flops and bytes are what the formulas say, by hand. */
#include <criterion/criterion.h>
#include "codelets/bytes.h"
#include "codelets/flops.h"

static const struct flops_of core = { 0, 8, 0 }, core_single = { 0, 4, 0 };
static const struct flops_of gpu = { 1, 8, 0 }, gpu_single = { 1, 4, 0 };
enum { N = 4, NODES = 125 };

/* A node: 17 for the state, 6 for phi, 16 besides; 6 pairs of 51 for the means (31 in single), 24 for
 * the flux and 40 for adding it. */
Test(counts, volume_on_a_core)
{
    cr_assert_eq(flops_volume(N, core), NODES * (39 + 6 * 115));
    cr_assert_eq(flops_volume(N, core_single), NODES * (39 + 6 * 95));
}

/* 30 for the state with two reciprocals of 7 (18 in single), 2 for phi, 68 at the ends of lines; 6
 * pairs of 57 for the means (31 in single), 24 for the flux and 28 for adding it. */
Test(counts, volume_on_a_gpu)
{
    cr_assert_eq(flops_volume(N, gpu), NODES * (100 + 6 * 109));
    cr_assert_eq(flops_volume(N, gpu_single), NODES * (88 + 6 * 83));
}

/* A node: 17 for the state, 6 for phi. A face node: 17 for the state beyond, means 51, flux 34,
 * dissipation 86, 12 to the element. */
Test(counts, faces_on_a_core)
{
    const double faces = 150 * (17 + 51 + 34 + 86 + 12);
    cr_assert_eq(flops_surface(N, core), NODES * (17 + 6) + faces);
    cr_assert_eq(flops_tendency(N, core), flops_volume(N, core) + faces);
    cr_assert_eq(flops_advance(N, core), flops_volume(N, core) + faces + NODES * 27);
}

/* The own state is known: 30, 57, 34, 102, 12, 5, and 23 for both ends of a line. */
Test(counts, whole_stage_on_a_gpu)
{
    const double faces = 150 * (30 + 57 + 34 + 102 + 12 + 5 + 11.5);
    cr_assert_eq(flops_tendency(N, gpu), NODES * 754 + faces);
    cr_assert_eq(flops_advance(N, gpu), NODES * (754 + 22) + faces);
}

/* Six more a pair for the mean direction, no phi to work out; on a GPU 12 more for adding along it,
 * and 9 less at each of three lines. */
Test(counts, volume_on_curved_elements)
{
    const struct flops_of on_core = { 0, 8, 1 }, on_gpu = { 1, 8, 1 };
    cr_assert_eq(flops_volume(N, on_core), NODES * (39 - 6 + 6 * (115 + 6)));
    cr_assert_eq(flops_volume(N, on_gpu), NODES * (100 - 2 - 27 + 6 * (109 + 18)));
}

Test(counts, update)
{
    cr_assert_eq(flops_update(N, core), NODES * 27);
    cr_assert_eq(flops_update(N, gpu), NODES * 26);
}

/* A node: a rate and an exponential, three for each variable. */
Test(counts, absorb)
{
    cr_assert_eq(flops_absorb(N), NODES * 17);
}

Test(counts, bytes_of_an_element)
{
    cr_assert_eq(bytes_volume(N, 8, 0), NODES * 120 + 18 * 8);
    cr_assert_eq(bytes_tendency(N, 8, 0), NODES * 120 + 18 * 8 + 6 * 12);
    cr_assert_eq(bytes_advance(N, 8, 0), NODES * 160 + 18 * 8 + 6 * 12);
    cr_assert_eq(bytes_advance(N, 4, 0), NODES * 80 + 18 * 4 + 6 * 12);
    cr_assert_eq(bytes_update(N, 8, 0), NODES * 120 + 18 * 8);
    cr_assert_eq(bytes_advance(N, 8, 1), NODES * (160 + 11 * 8) + 6 * 12);
    cr_assert_eq(bytes_update(N, 8, 1), NODES * (120 + 8));
    cr_assert_eq(bytes_trace(N, 8), 25 * 80);
    cr_assert_eq(bytes_absorb(N, 8), NODES * 128 + 4);
}
