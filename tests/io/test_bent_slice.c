/* tests/io/test_bent_slice.c -- slices and pictures of meshes that are bent. */
#include <cairo.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "io/fields.h"
#include "io/picture.h"
#include "io/slice.h"
#include "mesh/metrics.h"
#include "tests/graph/of_case.h"
#include "tests/mesh/whole_mesh.h"

static double linear(const double x[3]) { return 3 + 0.002 * x[0] - 0.005 * x[1] + 0.004 * x[2]; }

static struct mesh bent(void (*at)(const struct mapping *, const double *, double *))
{
    struct mesh_spec s = { .base = { 4, 3, 3 }, .lower = { -1000, 0, 0 },
                           .upper = { 1000, 900, 1000 } };
    s.mapping = (struct mapping){ .at = at, .amplitude = 0.12, .height = 300, .width = 600,
                                  .is_ridge = 1 };
    for (int d = 0; d < 3; ++d) {
        s.mapping.lower[d] = s.lower[d];
        s.mapping.upper[d] = s.upper[d];
    }
    return whole_mesh(&s, 1);
}

/* The linear field on a plane, from its values at the nodes. */
static struct slice slice_of(const struct mesh *m, int N, const char *text)
{
    const struct partition *p = &m->partitions.at[0];
    struct plane plane;
    struct slice s;
    struct lgl lgl;
    lgl_new(&lgl, N);
    const struct cell_nodes nodes = cell_nodes_new(N + 1, lgl.x);
    cr_assert_eq(plane_parse(text, &plane), OK);
    cr_assert_eq(slice_new(&s, plane, m->spec.lower, m->spec.upper), OK);
    slice_set_size(&s, 61, 47);
    for (int e = 0; e < p->num_elements; ++e) {
        double X[MAX_NP][3], values[MAX_NP];
        mesh_nodes(m, &p->elements[e], &lgl, X);
        for (int i = 0; i < (N + 1) * (N + 1) * (N + 1); ++i) values[i] = linear(X[i]);
        const struct cell cell = cell_new(&nodes, (const double (*)[3])X);
        slice_add(&s, &cell, values);
    }
    return s;
}

/* The pixel's place. */
static void place(const struct slice *s, int pixel, double x[3])
{
    const int axes[] = { s->a, s->b }, at[] = { pixel % s->width, pixel / s->width };
    const int size[] = { s->width, s->height };
    x[s->plane.axis] = s->plane.at;
    for (int k = 0; k < 2; ++k)
        x[axes[k]] = s->lower[k] + (s->upper[k] - s->lower[k]) * (at[k] + 0.5) / size[k];
}

Test(bent_slice, of_a_linear_field_is_exact)
{
    static const char *const planes[] = { "x=310", "y=450", "y=77", "z=333.3333", "z=500" };
    for (int N = 1; N <= MAX_DEGREE; N += N < 4 ? 1 : 2)
        for (size_t n = 0; n < sizeof planes / sizeof *planes; ++n) {
            struct mesh m = bent(mapping_warp);
            struct slice s = slice_of(&m, N, planes[n]);
            int inside = 0;
            for (int i = 0; i < s.width * s.height; ++i) {
                double x[3];
                place(&s, i, x);
                if (isnan(s.values[i])) continue;
                ++inside;
                cr_expect_float_eq(s.values[i], linear(x), 1e-9, "degree %d, %s", N, planes[n]);
            }
            cr_expect_gt(inside, 9 * s.width * s.height / 10, "degree %d, %s: %d", N, planes[n],
                         inside);
            slice_free(&s);
            mesh_free(&m);
        }
}

/* Degree 6 holds the ridge to a metre. */
Test(bent_slice, has_values_above_the_ridge_and_none_within_it)
{
    struct mesh m = bent(mapping_mountain);
    struct slice s = slice_of(&m, 6, "y=450");
    int below = 0;
    for (int i = 0; i < s.width * s.height; ++i) {
        double x[3];
        place(&s, i, x);
        const double ridge = 300 / (1 + x[0] * x[0] / (600. * 600.));
        below += x[2] < ridge;
        if (x[2] > ridge + 1) cr_expect_float_eq(s.values[i], linear(x), 1e-9);
        if (x[2] < ridge - 1) cr_expect(isnan(s.values[i]), "(%g, %g)", x[0], x[2]);
    }
    cr_expect_gt(below, 100);
    slice_free(&s);
    mesh_free(&m);
}

static const unsigned char *pixel(cairo_surface_t *image, int x, int y)
{
    return cairo_image_surface_get_data(image)
         + (ptrdiff_t)y * cairo_image_surface_get_stride(image) + 4 * x;
}

Test(bent_picture, of_a_file_is_the_one_of_the_run)
{
    static const char *const names[] = { "theta_perturbation" };
    static const struct provenance facts[] = { { "case", "rising_bubble" }, { 0 } };
    const char *sets[] = { "mesh.mapping=warp", "mesh.level=1", "time.end=none", "time.steps=1",
                           NULL };
    char command[300], folder[] = "bent-XXXXXX", hdf[100], a[100], b[100];
    struct of_case c;
    struct fields_file *f;
    const struct picture p = { .low = NAN, .high = NAN, .width = PICTURE_WIDTH,
                               .height = PICTURE_HEIGHT };

    cr_assert(mkdtemp(folder));
    snprintf(hdf, sizeof hdf, "%s/a.hdf", folder);
    snprintf(a, sizeof a, "%s/a.png", folder);
    snprintf(b, sizeof b, "%s/b.png", folder);
    of_case_new(&c, "rising_bubble", 1, sets);
    struct view v = session_look(&c.s, 0);
    cr_assert_eq(fields_write(&v, names, 1, hdf, facts), OK, "%s", error_text());
    cr_assert_eq(picture_of_view(&v, names[0], "y=150", "rising_bubble", a), OK, "%s",
                 error_text());
    session_look_away(&c.s, &v);
    of_case_free(&c);
    cr_assert_eq(fields_open(&f, hdf), OK, "%s", error_text());
    cr_assert_eq(picture_of_file(f, names[0], "y=150", &p, b), OK, "%s", error_text());
    fields_close(f);

    cairo_surface_t *x = cairo_image_surface_create_from_png(a);
    cairo_surface_t *y = cairo_image_surface_create_from_png(b);
    const int width = cairo_image_surface_get_width(x), height = cairo_image_surface_get_height(x);
    cr_assert_eq(width, cairo_image_surface_get_width(y));
    cr_assert_eq(height, cairo_image_surface_get_height(y));
    int differ = 0; /* equally spaced nodes: rounding may choose another shade, or the next pixel */
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width - 122; ++i) /* not the bar: its ticks are rounded to pixels */
            differ += abs(pixel(x, i, j)[0] - pixel(y, i, j)[0]) > 4;
    cr_expect_leq(differ, width * height / 10000, "%d of %d pixels", differ, width * height);
    cairo_surface_destroy(x);
    cairo_surface_destroy(y);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}
