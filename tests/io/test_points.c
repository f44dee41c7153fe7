/* tests/io/test_points.c -- points are found, and fields there are the elements' polynomials. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/points.h"
#include "tests/io/state.h"

static int degree; /* of the polynomial below, in each direction */

static double polynomial(const double x[3])
{
    const double X = (x[0] + 500) / 2000, Y = (x[1] - 100) / 300, Z = x[2] / 2000;
    return 2 + pow(X, degree) * Y - 0.5 * pow(Z, degree) * pow(Y, degree);
}

static struct state_at polynomial_density(const double x[3])
{
    return (struct state_at){ .rho = polynomial(x), .p = 1e5 };
}

static struct state_at linear_density(const double x[3])
{
    return (struct state_at){ .rho = 5 + 1e-3 * x[0] - 2e-3 * x[1] + 5e-4 * x[2], .p = 1e5 };
}

/* The density at x; not a number where it is outside. */
static double density_at(const struct state *s, const double x[3])
{
    struct point p = { .x = { x[0], x[1], x[2] } };
    point_list list = { &p, 1 };
    error_clear();
    if (points_find(&list, "output.points", &s->mesh, &s->lgl) != OK) return NAN;
    return point_value(&s->view, quantity_find("rho"), &p);
}

/* Points across the box, ends included: some on faces, edges and corners. */
static void box_point(const struct mesh_spec *box, int n, int of, double x[3])
{
    const int at[3] = { n % of, n / of % of, n / of / of };
    for (int d = 0; d < 3; ++d)
        x[d] = box->lower[d] + (box->upper[d] - box->lower[d]) * at[d] / (of - 1);
}

Test(points, hold_a_polynomial_of_the_elements_degree_exactly)
{
    const struct mesh_spec spec = state_brick(3);
    for (degree = 1; degree <= MAX_DEGREE; ++degree) {
        struct state s;
        state_new(&s, degree, &spec, polynomial_density);
        for (int n = 0; n < 9 * 9 * 9; ++n) {
            double x[3];
            box_point(&spec, n, 9, x);
            cr_assert_float_eq(density_at(&s, x), polynomial(x), 2e-13,
                               "degree %d, (%g, %g, %g)", degree, x[0], x[1], x[2]);
        }
        state_free(&s);
    }
}

/* A linear function of x is one of the isoparametric polynomials: the place in the element is right
 * where its value is. */
Test(points, are_found_in_warped_elements)
{
    for (int N = 2; N <= MAX_DEGREE; N += 2) {
        struct mesh_spec spec = state_brick(3), inner = spec;
        struct state s;
        spec.mapping = (struct mapping){ .at = mapping_warp, .amplitude = 0.2 };
        for (int d = 0; d < 3; ++d) {
            spec.mapping.lower[d] = spec.lower[d], spec.mapping.upper[d] = spec.upper[d];
            inner.lower[d] += 0.25 * (spec.upper[d] - spec.lower[d]);
            inner.upper[d] -= 0.25 * (spec.upper[d] - spec.lower[d]);
        }
        state_new(&s, N, &spec, linear_density);
        for (int n = 0; n < 7 * 7 * 7; ++n) {
            double x[3];
            box_point(&inner, n, 7, x);
            cr_assert_float_eq(density_at(&s, x), linear_density(x).rho, 1e-11,
                               "degree %d, (%g, %g, %g)", N, x[0], x[1], x[2]);
        }
        state_free(&s);
    }
}

Test(points, on_a_face_belong_to_the_lowest_element_whatever_the_partitions)
{
    degree = 3;
    for (int64_t partitions = 1; partitions <= STATE_PARTITIONS; ++partitions) {
        const struct mesh_spec spec = state_brick(partitions);
        struct point p[2] = { { .x = { 500, 200, 1000 } }, /* where eight elements meet */
                              { .x = { 1500, 400, 2000 } } };
        point_list list = { p, 2 };
        struct state s;
        state_new(&s, 3, &spec, polynomial_density);
        cr_assert_eq(points_find(&list, "output.points", &s.mesh, &s.lgl), OK);
        cr_assert_float_eq(point_value(&s.view, quantity_find("rho"), p), polynomial(p->x), 1e-13);
        cr_expect_eq(s.mesh.partitions.at[p[0].partition].first + p[0].element, 0);
        state_free(&s);
    }
}

Test(points, outside_of_the_mesh_are_refused_with_key_and_point)
{
    static const double outside[][3] = { { -500.1, 200, 300 }, { 0, 400.1, 300 }, { 0, 200, -1 },
                                         { 0, 200, 1e9 } };
    const struct mesh_spec spec = state_brick(1);
    struct state s;
    degree = 1;
    state_new(&s, 1, &spec, polynomial_density);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i)
        cr_expect(isnan(density_at(&s, outside[i])));
    cr_expect(isnan(density_at(&s, outside[0])));
    cr_expect_str_eq(error_text(), "output.points: point [-500.1, 200, 300] is outside of the mesh,"
                     " whose box is [-500, 100, 0] to [1500, 400, 2000] m");
    state_free(&s);
}

/* ---- points.csv ------------------------------------------------------------------------------ */

static char folder[] = "points-XXXXXX";

static void make_folder(void) { REQUIRE(mkdtemp(folder), "no temporary folder"); }

static void remove_folder(void)
{
    char path[100];
    snprintf(path, sizeof path, "%s/points.csv", folder);
    unlink(path);
    rmdir(folder);
}

TestSuite(points_table, .init = make_folder, .fini = remove_folder);

static const char *const names[] = { "rho", "mach" };
static struct point two[2] = { { .x = { 0, 150, 0.5 } }, { .x = { 1500, 400, 2000 } } };
static const point_list both = { two, 2 };

/* Adds lines of steps from `first` to `last` to the table. */
static void add_lines(struct state *s, const struct points_table *t, int64_t keep_to, int first,
                      int last)
{
    FILE *f;
    cr_assert_eq(points_open(&f, folder, keep_to, t), OK, "%s", error_text());
    for (int n = first; n <= last; ++n) {
        s->view.time = n / 4.;
        cr_assert_eq(points_write(f, n, &s->view, t), OK);
    }
    cr_assert_eq(points_close(f), OK);
}

static void prepare(struct state *s)
{
    const struct mesh_spec spec = state_brick(2);
    point_list list = both;
    state_new(s, 2, &spec, linear_density);
    cr_assert_eq(points_find(&list, "output.points", &s->mesh, &s->lgl), OK);
}

static char *table(void)
{
    static char text[4096];
    char path[100];
    snprintf(path, sizeof path, "%s/points.csv", folder);
    FILE *f = fopen(path, "r");
    cr_assert_not_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

#define HEADER "step,time_s,rho (kg/m³) at 0 150 0.5,mach at 0 150 0.5," \
               "rho (kg/m³) at 1500 400 2000,mach at 1500 400 2000\n"

Test(points_table, names_field_unit_and_point_of_each_column)
{
    const struct points_table t = { &both, names, 2 };
    struct state s;
    prepare(&s);
    add_lines(&s, &t, -1, 0, 1);
    cr_expect_str_eq(table(), HEADER "0,0,4.70025,0,6.7,0\n1,0.25,4.70025,0,6.7,0\n");
    state_free(&s);
}

Test(points_table, goes_on_behind_the_step_of_a_restart)
{
    const struct points_table t = { &both, names, 2 };
    struct state s;
    prepare(&s);
    add_lines(&s, &t, -1, 0, 3);
    add_lines(&s, &t, 1, 2, 2);
    cr_expect_str_eq(table(), HEADER "0,0,4.70025,0,6.7,0\n1,0.25,4.70025,0,6.7,0\n"
                                     "2,0.5,4.70025,0,6.7,0\n");
    add_lines(&s, &t, -1, 7, 7);
    cr_expect_str_eq(table(), HEADER "7,1.75,4.70025,0,6.7,0\n", "a new run begins anew");
    state_free(&s);
}

Test(points_table, of_other_columns_is_left_as_it_is)
{
    const struct points_table t = { &both, names, 2 }, other = { &both, names, 1 };
    struct state s;
    char before[4096];
    FILE *f;
    prepare(&s);
    add_lines(&s, &t, -1, 0, 3);
    strcpy(before, table());
    cr_expect_eq(points_open(&f, folder, 2, &other), BAD_INPUT);
    cr_expect_not_null(strstr(error_text(), "/points.csv has other columns"));
    points_close(f);
    cr_expect_str_eq(table(), before);
    state_free(&s);
}
