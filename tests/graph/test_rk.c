/* tests/graph/test_rk.c -- the Runge-Kutta schemes: coefficients, order, a scalar equation. */
#include <criterion/criterion.h>
#include <math.h>
#include "graph/rk.h"
#include "tests/vectors.h"

static const struct {
    const char *name, *in_vectors;
    int num_stages;
} schemes[] = { { "lsrk5", "lsrk54", 5 }, { "lsrk14", "lsrk144", 14 } };
enum { NUM_SCHEMES = sizeof schemes / sizeof *schemes };

/* Of y' = -y^2 cos t, y(0) = 1 at time 1, after so many steps. */
static double solve(const struct rk *rk, int steps)
{
    const double dt = 1.0 / steps;
    double y = 1, k = 0;
    for (int n = 0; n < steps; ++n)
        for (int s = 0; s < rk->num_stages; ++s) {
            k = rk->A[s] * k - y * y * cos((n + rk->C[s]) * dt);
            y += rk->B[s] * dt * k;
        }
    return y;
}

static void expect_equal(const json_t *want, const char *key, int n, const double has[])
{
    double numbers[MAX_STAGES];
    vectors_numbers(want, key, (size_t)n, numbers);
    for (int s = 0; s < n; ++s)
        cr_expect(fabs(has[s] - numbers[s]) <= 2e-16 * fabs(numbers[s]),
                  "%s of stage %d is %.17g, not %.17g", key, s + 1, has[s], numbers[s]);
}

Test(rk, coefficients_are_the_published_ones)
{
    for (int i = 0; i < NUM_SCHEMES; ++i) {
        const json_t *want = vectors_member(vectors("lsrk"), schemes[i].in_vectors);
        const struct rk *rk = rk_find(schemes[i].name);
        cr_assert_not_null(rk);
        cr_assert_eq(rk->num_stages, schemes[i].num_stages);
        expect_equal(want, "A", rk->num_stages, rk->A);
        expect_equal(want, "B", rk->num_stages, rk->B);
        expect_equal(want, "C", rk->num_stages, rk->C);
    }
}

Test(rk, a_name_that_is_not_there_gives_nothing) { cr_expect_null(rk_find("lsrk6")); }

Test(rk, ten_steps_of_an_equation_give_the_vectors_number)
{
    for (int i = 0; i < NUM_SCHEMES; ++i) {
        const json_t *want = vectors_member(vectors("lsrk_ode"), schemes[i].in_vectors);
        const double y = solve(rk_find(schemes[i].name), 10);
        cr_expect_float_eq(y, vectors_number(want, "y"), 1e-14, "%s: %.17g", schemes[i].name, y);
    }
}

Test(rk, the_error_falls_with_the_fourth_power_of_the_step)
{
    const double exact = vectors_number(vectors_member(vectors("lsrk_ode"), "lsrk54"), "exact");
    for (int i = 0; i < NUM_SCHEMES; ++i) {
        const struct rk *rk = rk_find(schemes[i].name);
        const double order = log2((solve(rk, 40) - exact) / (solve(rk, 80) - exact));
        cr_log_info("%s: order %.3f", schemes[i].name, order);
        cr_expect_float_eq(order, 4, 0.1, "%s: order %g", schemes[i].name, order);
    }
}

/* Butcher tableau: stage s looks at q + dt sum_j a[s][j] rhs_j; a[num_stages] = b. */
static void tableau(const struct rk *rk, double a[MAX_STAGES + 1][MAX_STAGES])
{
    double k[MAX_STAGES] = { 0 }, q[MAX_STAGES] = { 0 };
    for (int s = 0; s < rk->num_stages; ++s) {
        for (int j = 0; j < MAX_STAGES; ++j) {
            a[s][j] = q[j];
            k[j] = rk->A[s] * k[j] + (j == s);
            q[j] += rk->B[s] * k[j];
        }
    }
    for (int j = 0; j < MAX_STAGES; ++j)
        a[rk->num_stages][j] = q[j];
}

Test(rk, weights_sum_to_one_and_stage_times_are_row_sums)
{
    for (int i = 0; i < NUM_SCHEMES; ++i) {
        const struct rk *rk = rk_find(schemes[i].name);
        double a[MAX_STAGES + 1][MAX_STAGES];
        tableau(rk, a);
        for (int s = 0; s <= rk->num_stages; ++s) {
            const double want = s < rk->num_stages ? rk->C[s] : 1;
            double sum = 0;
            for (int j = 0; j < rk->num_stages; ++j)
                sum += a[s][j];
            cr_expect_float_eq(sum, want, 1e-14, "%s, row %d: %.17g", rk->name, s + 1, sum);
        }
    }
}

Test(rk, weights_of_right_hand_sides_are_the_last_row)
{
    for (int i = 0; i < NUM_SCHEMES; ++i) {
        const struct rk *rk = rk_find(schemes[i].name);
        double a[MAX_STAGES + 1][MAX_STAGES], b[MAX_STAGES], sum = 0, first = 0;
        tableau(rk, a);
        rk_weights(rk, b);
        for (int s = 0; s < rk->num_stages; ++s) {
            sum += b[s];
            first += b[s] * rk->C[s];
            cr_expect_float_eq(b[s], a[rk->num_stages][s], 1e-13, "%s, stage %d: %.17g", rk->name,
                               s + 1, b[s]);
        }
        cr_expect_float_eq(sum, 1, 1e-14, "%s: %.17g", rk->name, sum);
        cr_expect_float_eq(first, 0.5, 1e-13, "%s: %.17g", rk->name, first);
    }
}
