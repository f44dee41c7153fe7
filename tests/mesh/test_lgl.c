/* tests/mesh/test_lgl.c -- Legendre-Gauss-Lobatto tables: what their definitions promise. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "mesh/lgl.h"

/* make check runs tests in the build folder and names the source folder in srcdir. */
static json_t *reference(void)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];
    json_error_t error;
    snprintf(path, sizeof path, "%s/tests/data/vectors.json", srcdir ? srcdir : ".");
    json_t *all = json_load_file(path, 0, &error);
    cr_assert_not_null(all, "%s: %s", path, error.text);
    json_t *lgl = json_incref(json_object_get(all, "lgl"));
    json_decref(all);
    cr_assert_not_null(lgl, "%s has no section lgl", path);
    return lgl;
}

static void compare(const json_t *row, const double *values, int nq, double tolerance,
                    const char *what, int degree)
{
    cr_assert_eq(json_array_size(row), (size_t)nq);
    for (int i = 0; i < nq; ++i) {
        const double expected = json_number_value(json_array_get(row, (size_t)i));
        cr_expect_float_eq(values[i], expected, tolerance, "N = %d, %s %d: %.17g, expected %.17g",
                           degree, what, i, values[i], expected);
    }
}

Test(lgl, agrees_with_tables_of_fifty_digits)
{
    json_t *expected = reference();
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        char key[12];
        struct lgl lgl;
        snprintf(key, sizeof key, "%d", N);
        const json_t *of_degree = json_object_get(expected, key);
        cr_assert_not_null(of_degree, "no degree %d", N);
        lgl_new(&lgl, N);
        cr_assert_eq(lgl.degree, N);
        compare(json_object_get(of_degree, "x"), lgl.x, N + 1, 1e-15, "node", N);
        compare(json_object_get(of_degree, "w"), lgl.w, N + 1, 1e-15, "weight", N);
        for (int i = 0; i <= N; ++i)
            compare(json_array_get(json_object_get(of_degree, "D"), (size_t)i), lgl.D[i], N + 1,
                    1e-13, "D, column", N);
    }
    json_decref(expected);
}

Test(lgl, is_symmetric_to_the_last_bit)
{
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        lgl_new(&lgl, N);
        for (int i = 0; i <= N; ++i) {
            cr_expect(lgl.x[N - i] == -lgl.x[i]);
            cr_expect(lgl.w[N - i] == lgl.w[i]);
            cr_expect(i == 0 || lgl.x[i - 1] < lgl.x[i]);
            for (int j = 0; j <= N; ++j)
                cr_expect(lgl.D[N - i][N - j] == -lgl.D[i][j], "N = %d, D[%d][%d]", N, i, j);
        }
        cr_expect(lgl.x[0] == -1);
    }
}

Test(lgl, integrates_polynomials_to_degree_2N_minus_1)
{
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        lgl_new(&lgl, N);
        for (int p = 0; p <= 2 * N; ++p) {
            double sum = 0;
            for (int i = 0; i <= N; ++i)
                sum += lgl.w[i] * pow(lgl.x[i], p);
            const double error = fabs(sum - (p % 2 ? 0 : 2.0 / (p + 1)));
            if (p < 2 * N)
                cr_expect_leq(error, 2e-15, "N = %d, x^%d: off by %g", N, p, error);
            else
                cr_expect_gt(error, 1e-6, "N = %d: better than it can be", N);
        }
    }
}

Test(lgl, sums_by_parts)
{
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        lgl_new(&lgl, N);
        for (int i = 0; i <= N; ++i)
            for (int j = 0; j <= N; ++j) {
                const double boundary = i != j ? 0 : (i == N) - (i == 0);
                cr_expect_float_eq(lgl.w[i] * lgl.D[i][j] + lgl.w[j] * lgl.D[j][i], boundary, 2e-15,
                                   "N = %d, entry %d, %d", N, i, j);
            }
    }
}

Test(lgl, differentiates_polynomials_to_degree_N)
{
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        lgl_new(&lgl, N);
        for (int p = 0; p <= N; ++p)
            for (int i = 0; i <= N; ++i) {
                double derivative = 0;
                for (int j = 0; j <= N; ++j)
                    derivative += lgl.D[i][j] * pow(lgl.x[j], p);
                cr_expect_float_eq(derivative, p ? p * pow(lgl.x[i], p - 1) : 0, 2e-14,
                                   "N = %d, x^%d at node %d", N, p, i);
            }
    }
}

Test(lgl, interpolates_polynomials_to_degree_N_and_is_exact_at_nodes)
{
    for (int N = MIN_DEGREE; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        double l[MAX_NQ];
        lgl_new(&lgl, N);
        for (int i = 0; i <= N; ++i) {
            lgl_interpolate(&lgl, lgl.x[i], l);
            for (int j = 0; j <= N; ++j)
                cr_expect(l[j] == (i == j));
        }
        const double points[] = { -1, -0.99, -0.3, nextafter(lgl.x[N / 2], 1), 0.1, 0.7, 1 };
        for (size_t k = 0; k < sizeof points / sizeof *points; ++k) {
            lgl_interpolate(&lgl, points[k], l);
            for (int p = 0; p <= N; ++p) {
                double value = 0;
                for (int j = 0; j <= N; ++j)
                    value += l[j] * pow(lgl.x[j], p);
                cr_expect_float_eq(value, pow(points[k], p), 2e-15, "N = %d, x^%d at %g", N, p,
                                   points[k]);
            }
        }
    }
}
