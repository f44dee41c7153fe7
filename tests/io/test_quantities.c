/* tests/io/test_quantities.c -- fields are what their formulas say, derivatives included. */
#include <criterion/criterion.h>
#include <math.h>
#include "io/quantities.h"
#include "tests/io/state.h"

static const double rate[3] = { 2e-3, -5e-3, 7e-3 }; /* 1/s */

/* A solid that turns about an oblique axis through (100, 200, 300). */
static struct state_at solid_rotation(const double x[3])
{
    const double r[3] = { x[0] - 100, x[1] - 200, x[2] - 300 };
    return (struct state_at){
        .rho = 1.2,
        .u = { rate[1] * r[2] - rate[2] * r[1], rate[2] * r[0] - rate[0] * r[2],
               rate[0] * r[1] - rate[1] * r[0] },
        .p = 9e4,
    };
}

/* All of it varies, and fast. */
static struct state_at wavy(const double x[3])
{
    const double a = x[0] / 300, b = x[1] / 90, c = x[2] / 500;
    return (struct state_at){
        .rho = 1.2 + 0.3 * sin(a + b),
        .u = { 30 * cos(b + c), 200 * sin(a) - 20, 10 * cos(a + c) },
        .p = 9e4 + 1e4 * cos(b - c),
    };
}

/* The largest |a - b| over all nodes; b is a constant or another field. */
static double differ(const struct state *s, const char *a, double constant)
{
    const int nq = s->lgl.degree + 1;
    double values[MAX_NP], most = 0;
    for (int n = 0; n < s->mesh.partitions.n; ++n)
        for (int e = 0; e < s->mesh.partitions.at[n].num_elements; ++e) {
            quantity_values(&s->view, quantity_find(a), n, e, values);
            for (int i = 0; i < nq * nq * nq; ++i)
                most = fmax(most, fabs(values[i] - constant));
        }
    return most;
}

Test(quantities, vorticity_of_a_solid_rotation_is_twice_its_rate)
{
    static const char *const names[] = { "vorticity_x", "vorticity_y", "vorticity" };
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        const struct mesh_spec spec = state_brick(2);
        struct state s;
        state_new(&s, N, &spec, solid_rotation);
        for (int c = 0; c < 3; ++c) {
            const double error = differ(&s, names[c], 2 * rate[c]);
            cr_expect_lt(error, 1e-13, "%s, degree %d: %.3g off", names[c], N, error);
        }
        state_free(&s);
    }
}

/* Metric terms in curl form give derivatives of the order of the elements, not exact ones. */
Test(quantities, vorticity_on_a_warped_mesh_converges_with_the_degree)
{
    static const char *const names[] = { "vorticity_x", "vorticity_y", "vorticity" };
    double before = INFINITY, error = 0;
    for (int N = 2; N <= MAX_DEGREE; N += 3) {
        struct mesh_spec spec = state_brick(2);
        struct state s;
        spec.mapping = (struct mapping){ .at = mapping_warp, .amplitude = 0.15 };
        for (int d = 0; d < 3; ++d)
            spec.mapping.lower[d] = spec.lower[d], spec.mapping.upper[d] = spec.upper[d];
        state_new(&s, N, &spec, solid_rotation);
        error = 0;
        for (int c = 0; c < 3; ++c)
            error = fmax(error, differ(&s, names[c], 2 * rate[c]));
        cr_expect_lt(error, before / 5, "degree %d: %.3g, and %.3g before", N, error, before);
        before = error;
        state_free(&s);
    }
    cr_expect_lt(error, 1e-3 * 2 * rate[2], "%.3g", error);
}

Test(quantities, mach_number_is_speed_over_the_speed_of_sound)
{
    const struct mesh_spec spec = state_brick(3);
    double mach[MAX_NP], speed[MAX_NP], T[MAX_NP];
    struct state s;

    state_new(&s, 4, &spec, wavy);
    for (int n = 0; n < s.mesh.partitions.n; ++n)
        for (int e = 0; e < s.mesh.partitions.at[n].num_elements; ++e) {
            quantity_values(&s.view, quantity_find("mach"), n, e, mach);
            quantity_values(&s.view, quantity_find("speed"), n, e, speed);
            quantity_values(&s.view, quantity_find("T"), n, e, T);
            for (int i = 0; i < 125; ++i) {
                const double c = sqrt(1.4 * 287.6 * T[i]);
                cr_assert_float_eq(mach[i], speed[i] / c, 1e-14);
                cr_assert_gt(mach[i], 0);
            }
        }
    state_free(&s);
}

Test(quantities, vorticity_is_that_of_the_wind_and_not_of_momentum)
{
    enum { N = 8 };
    const struct mesh_spec spec = state_brick(1);
    double X[MAX_NP][3], values[MAX_NP], most = 0;
    struct state s;

    state_new(&s, N, &spec, wavy);
    for (int e = 0; e < s.mesh.partitions.at[0].num_elements; ++e) {
        mesh_nodes(&s.mesh, &s.mesh.partitions.at[0].elements[e], &s.lgl, X);
        quantity_values(&s.view, quantity_find("vorticity"), 0, e, values);
        for (int i = 0; i < (N + 1) * (N + 1) * (N + 1); ++i) {
            const double exact = 200 * cos(X[i][0] / 300) / 300
                               + 30 * sin(X[i][1] / 90 + X[i][2] / 500) / 90;
            most = fmax(most, fabs(values[i] - exact));
        }
    }
    cr_expect_lt(most, 1e-4, "%.3g off, of values up to 1", most);
    state_free(&s);
}
