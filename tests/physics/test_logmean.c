/* tests/physics/test_logmean.c -- the logarithmic mean against 50 digits and its own laws. */
#include "physics/logmean.h"
#include "tests/physics/states.h"
#include "tests/vectors.h"
#include <criterion/criterion.h>

/* Precomputed logarithms of numbers near 5e-6 cancel; nothing does in the series. */
static const double tolerance = 50 * (double)REAL_EPSILON;
static const double series_tolerance = 2 * (double)REAL_EPSILON;

static real mean(real a, real b) { return logmean(a, b, log(a), log(b)); }
static real mean_inverse(real a, real b) { return logmean_inverse(a, b, log(a), log(b)); }

static double off(wide found, wide expected) { return (double)fabs(found / expected - 1); }

static void assert_exact(real a, real b)
{
    const wide m = exact_mean(a, b), f = ((wide)b - a) / ((wide)b + a);
    const double allowed = f * f < 0.99 * LOGMEAN_SERIES_BELOW ? series_tolerance : tolerance;
    DEMAND(off(mean(a, b), m) <= allowed, "mean of %.17g and %.17g", (double)a, (double)b);
    DEMAND(off(mean_inverse(a, b) * m, 1) <= allowed, "inverse mean of %.17g and %.17g",
           (double)a, (double)b);
}

/* b so that ((b - a)/(b + a))^2 = u. */
static real partner(real a, double u) { return (real)(a * (1 + sqrt(u)) / (1 - sqrt(u))); }

Test(logmean, equals_the_reference_vectors)
{
    const json_t *cases = vectors("logmean");
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const double a = vectors_number(c, "a"), b = vectors_number(c, "b");
        const double inverse = vectors_number(c, "inv_logmean");
        cr_expect_leq(off(mean((real)a, (real)b), vectors_number(c, "logmean")), tolerance,
                      "logmean of %.17g and %.17g", a, b);
        cr_expect_leq(off(mean_inverse((real)a, (real)b), inverse), tolerance,
                      "inv_logmean of %.17g and %.17g", a, b);
    }
}

Test(logmean, is_exact_to_rounding_for_ratios_of_any_size_and_numbers_as_small_as_b_in_si)
{
    uint64_t seed = 1;
    const double sizes[] = { 5e-6, 1, 1e5 };
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)(sizes[i % 3] * decades(&seed, -0.3, 0.3));
        const double difference = decades(&seed, -17, 3);
        assert_exact(a, (real)(a * (1 + difference)));
        assert_exact(a, (real)(a / (1 + difference)));
    }
}

Test(logmean, is_continuous_where_the_series_gives_way_to_the_quotient)
{
    const real sizes[] = { (real)5e-6, 1, (real)1e5 };
    for (int s = 0; s < 3; ++s)
        for (int i = -100; i <= 100; ++i) {
            const double u = (double)LOGMEAN_SERIES_BELOW * (1 + 1e-4 * i);
            assert_exact(sizes[s], partner(sizes[s], u));
            assert_exact(partner(sizes[s], u), sizes[s]);
        }
}

Test(logmean, does_not_depend_on_the_order_of_its_arguments_to_the_last_bit)
{
    uint64_t seed = 2;
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)decades(&seed, -7, 7);
        const real b = (real)(i % 2 ? a * (1 + decades(&seed, -17, 0)) : decades(&seed, -7, 7));
        DEMAND(mean(a, b) == mean(b, a), "%.17g, %.17g", (double)a, (double)b);
        DEMAND(mean_inverse(a, b) == mean_inverse(b, a), "%.17g, %.17g", (double)a, (double)b);
    }
}

Test(logmean, lies_between_its_arguments)
{
    uint64_t seed = 3;
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)decades(&seed, -7, 7);
        const real b = (real)(i % 2 ? a * (1 + decades(&seed, -17, 0)) : decades(&seed, -7, 7));
        const real m = mean(a, b);
        DEMAND(m >= (a < b ? a : b) && m <= (a < b ? b : a), "%.17g of %.17g and %.17g",
               (double)m, (double)a, (double)b);
    }
}

Test(logmean, of_equal_arguments_is_the_argument)
{
    uint64_t seed = 4;
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)decades(&seed, -7, 7);
        DEMAND(mean(a, a) == a, "%.17g", (double)a);
        DEMAND(mean_inverse(a, a) == 1 / a, "%.17g", (double)a);
    }
}

Test(logmean, of_neighbouring_numbers_is_one_of_them)
{
    uint64_t seed = 5;
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)decades(&seed, -7, 7), b = nextafter(a, 2 * a);
        DEMAND(mean(a, b) == a || mean(a, b) == b, "%.17g", (double)a);
        assert_exact(a, b);
    }
}

/* ---- without logarithms ---- */

/* Relative error that counts, of a mean of numbers within a factor of 2. */
static const double near_tolerance = TOLERANCE(1e-15, 3e-7);

static void assert_near_exact(real a, real b)
{
    const real sum = a + b, f = (b - a) / sum;
    const wide m = exact_mean(a, b);
    DEMAND(off(sum / logmean_near(f * f), m) <= near_tolerance, "mean of %.17g and %.17g",
           (double)a, (double)b);
    DEMAND(off(sum * logmean_near_inverse(f * f), m) <= near_tolerance,
           "mean by the inverse of %.17g and %.17g", (double)a, (double)b);
}

Test(logmean, without_logarithms_is_exact_to_rounding_for_ratios_up_to_2)
{
    uint64_t seed = 6;
    const double sizes[] = { 5e-6, 1, 1e5 };
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)(sizes[i % 3] * decades(&seed, -0.3, 0.3));
        const real near = (real)(a * (1 + decades(&seed, -17, 0)));
        const real b = i % 2 ? (real)(a * uniform_in(&seed, 1, 2)) : near;
        assert_near_exact(a, b);
        assert_near_exact(b, a);
        assert_near_exact(a, 2 * a);
    }
}

Test(logmean, without_logarithms_is_the_area_tangent_to_rounding)
{
    for (int i = 1; i <= PAIRS; ++i) {
        const real u = (real)i / (9 * (real)PAIRS);
        const wide f = sqrt((wide)u), exact = 2 * atanh(f) / f;
        DEMAND(off(logmean_near(u), exact) <= (double)REAL_EPSILON, "u = %.17g", (double)u);
        DEMAND(off(logmean_near_inverse(u) * exact, 1) <= (double)REAL_EPSILON, "u = %.17g",
               (double)u);
    }
}

Test(logmean, without_logarithms_of_equal_arguments_is_the_argument)
{
    uint64_t seed = 7;
    cr_expect(logmean_near(0) == 2);
    cr_expect(logmean_near_inverse(0) == (real)0.5);
    for (int i = 0; i < PAIRS; ++i) {
        const real a = (real)decades(&seed, -7, 7), sum = a + a;
        DEMAND(sum / logmean_near(0) == a && sum * logmean_near_inverse(0) == a, "%.17g",
               (double)a);
    }
}
