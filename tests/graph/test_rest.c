/* tests/graph/test_rest.c -- an isothermal atmosphere stays as it is: pressure balances gravity. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include "tests/graph/of_case.h"

struct speeds {
    double wind[3], largest; /* m/s; largest difference from the wind */
};

static void compare(void *data, const struct element *e, const double x[3],
                    const double q[NFIELDS], double weight)
{
    (void)e;
    (void)x;
    (void)weight;
    struct speeds *s = data;
    double square = 0;
    for (int m = 0; m < 3; ++m) {
        const double d = q[RHO_U + m] / q[RHO] - s->wind[m];
        square += d * d;
    }
    s->largest = fmax(s->largest, sqrt(square));
}

/* Largest difference of the velocity from the initial one after 200 steps, m/s. */
static double largest_drift(const char *precision, const char *scheme, double wind)
{
    char text[3][64];
    const char *sets[] = { text[0], text[1], text[2], "order=4", "mesh.level=1", "time.steps=200",
                           NULL };
    struct of_case c;
    struct speeds s = { .wind = { wind, -0.5 * wind, 0 } };
    snprintf(text[0], sizeof text[0], "precision=%s", precision);
    snprintf(text[1], sizeof text[1], "time.scheme=%s", scheme);
    snprintf(text[2], sizeof text[2], "initial.velocity=[%g, %g, 0]", wind, -0.5 * wind);
    of_case_new(&c, "resting_atmosphere", 1, sets);
    of_case_steps(&c);
    of_case_visit(&c, compare, &s);
    of_case_free(&c);
    cr_log_info("%s, %s, wind %g m/s: %.3e m/s", precision, scheme, wind, s.largest);
    return s.largest;
}

/* Without rounding there would be none. lsrk14 has large coefficients of either sign, which amplify
 * it more. */
Test(rest, stays_within_rounding)
{
    cr_expect_leq(largest_drift("double", "lsrk14", 0), 2e-9);
    cr_expect_leq(largest_drift("double", "lsrk5", 0), 2e-10);
}

/* Four times what was measured. */
Test(rest, stays_within_rounding_in_single_precision)
{
    cr_expect_leq(largest_drift("single", "lsrk14", 0), 0.5);
    cr_expect_leq(largest_drift("single", "lsrk5", 0), 8e-3);
}

/* Ten times what was measured in double precision, four times in single. */
Test(rest, lets_a_uniform_wind_blow_as_it_does)
{
    cr_expect_leq(largest_drift("double", "lsrk14", 20), 1e-9);
    cr_expect_leq(largest_drift("double", "lsrk5", 20), 2e-11);
    cr_expect_leq(largest_drift("single", "lsrk5", 20), 4e-3);
}
