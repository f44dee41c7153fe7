/* tests/io/test_picture.c -- slices, colours and pictures. */
#include "base/error.h"
#include "io/colors.h"
#include "io/newfile.h"
#include "io/picture.h"
#include "sample.h"
#include <cairo.h>
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double lower[] = { -1, -1, -1 }, upper[] = { 1, 1, 1 };
static const double ends[] = { -1, 1 }; /* nodes of degree 1 */

/* Adds an affine element of degree nq - 1. */
static void add(struct slice *s, const struct element *e, int nq, const double *nodes,
                const double *values)
{
    double X[MAX_NP][3];
    for (int i = 0; i < nq * nq * nq; ++i)
        for (int k = 0; k < 3; ++k)
            X[i][k] = e->center[k] + nodes[i % nq] * e->dx[0][k]
                    + nodes[i / nq % nq] * e->dx[1][k] + nodes[i / (nq * nq)] * e->dx[2][k];
    const struct cell_nodes n = cell_nodes_new(nq, nodes);
    const struct cell cell = cell_new(&n, (const double (*)[3])X);
    slice_add(s, &cell, values);
}

/* Two cubes that meet at x = 0, with value 2 on the left and 6 on the right. */
static void two_cubes(struct slice *s, const char *plane)
{
    static const double left[] = { 2, 2, 2, 2, 2, 2, 2, 2 }, right[] = { 6, 6, 6, 6, 6, 6, 6, 6 };
    struct element e = { .dx = { { 0.5, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
    struct plane p;

    cr_assert(eq(int, plane_parse(plane, &p), OK));
    cr_assert(eq(int, slice_new(s, p, lower, upper), OK));
    slice_set_size(s, 10, 10);
    e.center[0] = -0.5;
    add(s, &e, 2, ends, left);
    e.center[0] = 0.5;
    add(s, &e, 2, ends, right);
}

Test(slice, evaluates_the_polynomial_exactly)
{
    enum { N = 4 };
    struct sample_state state;
    struct plane p;
    struct slice s;
    double values[MAX_NP];

    sample_new(&state, N, sizeof(double));
    const struct mesh *m = &state.mesh;
    cr_assert(eq(int, plane_parse("y=137.5", &p), OK));
    cr_assert(eq(int, slice_new(&s, p, m->spec.lower, m->spec.upper), OK));
    slice_set_size(&s, 37, 23);
    for (int n = 0; n < m->partitions.n; ++n)
        for (int e = 0; e < m->partitions.at[n].num_elements; ++e) {
            quantity_values(&state.view, quantity_find("rho"), n, e, values);
            add(&s, &m->partitions.at[n].elements[e], N + 1, state.lgl.x, values);
        }
    for (int j = 0; j < s.height; ++j)
        for (int i = 0; i < s.width; ++i) {
            const double X = (i + 0.5) / s.width, Z = (j + 0.5) / s.height;
            const double exact = 2 + pow(X, N) * 137.5 / 300 - pow(Z, N);
            cr_assert(epsilon_eq(dbl, s.values[j * s.width + i], exact, 1e-13));
        }
    slice_free(&s);
    sample_free(&state);
}

Test(slice, takes_the_mean_on_a_face_between_elements)
{
    struct slice s;
    two_cubes(&s, "x=0");
    for (int i = 0; i < 100; ++i) cr_assert(epsilon_eq(dbl, s.values[i], 4, 1e-14));
    slice_free(&s);
}

Test(slice, takes_one_side_off_the_face_and_at_the_wall)
{
    struct slice s;
    two_cubes(&s, "x=-1e-6");
    cr_expect(epsilon_eq(dbl, s.values[0], 2, 1e-14));
    slice_free(&s);
    two_cubes(&s, "x=1");
    cr_expect(epsilon_eq(dbl, s.values[99], 6, 1e-14));
    slice_free(&s);
    two_cubes(&s, "z=-0.25");
    cr_expect(epsilon_eq(dbl, s.values[4], 2, 1e-14));
    cr_expect(epsilon_eq(dbl, s.values[5], 6, 1e-14));
    slice_free(&s);
}

Test(slice, follows_a_turned_element)
{
    /* A square turned by 45 degrees about z: value = distance along (1, 1), from -1 to 1. */
    const struct element e = { .dx = { { 0.5, 0.5, 0 }, { -0.5, 0.5, 0 }, { 0, 0, 1 } } };
    static const double values[] = { -1, 1, -1, 1, -1, 1, -1, 1 };
    struct slice s;

    cr_assert(eq(int, slice_new(&s, (struct plane){ 2, 0.3 }, lower, upper), OK));
    slice_set_size(&s, 20, 20);
    add(&s, &e, 2, ends, values);
    cr_expect(eq(int, isnan(s.values[0]) && isnan(s.values[19 * 20]), 1)); /* corners of the box */
    for (int j = 0; j < 20; ++j)
        for (int i = 0; i < 20; ++i) {
            const double x = (i + 0.5) / 10 - 1, y = (j + 0.5) / 10 - 1;
            if (fabs(x) + fabs(y) < 1)
                cr_assert(epsilon_eq(dbl, s.values[j * 20 + i], x + y, 1e-14));
        }
    slice_free(&s);
}

Test(slice, refuses_what_is_no_plane_of_the_box)
{
    static const char *const wrong[] = { "", "y", "y=", "q=0", "y=zero", "y=0m", "y=nan", "y= 0",
                                         "xy=0", "y=1e999" };
    struct plane p;
    struct slice s;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        error_clear();
        cr_expect(eq(int, plane_parse(wrong[i], &p), BAD_INPUT), "%s", wrong[i]);
    }
    error_clear();
    cr_assert(eq(int, plane_parse("z=1.5", &p), OK));
    cr_expect(eq(int, slice_new(&s, p, lower, upper), BAD_INPUT));
    cr_expect(eq(str, (char *)error_text(),
                 "slice z=1.5 is outside of the mesh, where z goes from -1 to 1 m"));
}

Test(colors, get_lighter_in_even_steps)
{
    struct colors c;
    double shortest = INFINITY, longest = 0;
    colors_sequential(&c);
    for (int i = 0; i + 8 < NUM_COLORS; ++i)
        cr_expect(gt(dbl, colors_lightness(&c, i + 8), colors_lightness(&c, i)), "at %d", i);
    for (int i = 0; i + 8 < NUM_COLORS; i += 8) { /* single steps are rounded to bytes */
        double step = 0;
        for (int j = i; j < i + 8; ++j) step += colors_step(&c, j);
        shortest = fmin(shortest, step);
        longest  = fmax(longest, step);
    }
    cr_expect(lt(dbl, longest / shortest, 1.25));
}

Test(colors, diverge_from_the_middle_alike)
{
    struct colors c;
    colors_diverging(&c);
    for (int i = 0; i < NUM_COLORS / 2; ++i)
        cr_expect(epsilon_eq(dbl, colors_lightness(&c, i), colors_lightness(&c, NUM_COLORS - 1 - i),
                             0.01), "at %d", i);
    const unsigned char *middle = c.rgb[colors_index(0.5)];
    cr_expect(gt(dbl, colors_lightness(&c, colors_index(0.5)), 0.96));
    cr_expect(eq(int, middle[0], middle[2])); /* neither blue nor red */
    cr_expect(gt(int, c.rgb[0][2], c.rgb[0][0])); /* blue below, red above */
    cr_expect(gt(int, c.rgb[NUM_COLORS - 1][0], c.rgb[NUM_COLORS - 1][2]));
}

static struct picture plain(int is_signed)
{
    return (struct picture){ .long_name = "a field", .unit = "K", .case_name = "a case",
                             .is_signed = is_signed, .low = NAN, .high = NAN,
                             .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT };
}

Test(picture, has_zero_in_the_middle_of_signed_fields_only)
{
    struct slice s;
    double low, high;
    struct picture p = plain(1);
    two_cubes(&s, "y=0");
    picture_range(&p, &s, &low, &high);
    cr_expect(eq(dbl, low, -6));
    cr_expect(eq(dbl, high, 6));
    p.is_signed = 0;
    picture_range(&p, &s, &low, &high);
    cr_expect(eq(dbl, low, 2));
    cr_expect(eq(dbl, high, 6));
    p.low = 1, p.high = 3;
    picture_range(&p, &s, &low, &high);
    cr_expect(eq(dbl, low, 1));
    cr_expect(eq(dbl, high, 3));
    slice_free(&s);
}

Test(picture, of_a_constant_field_has_a_range)
{
    struct slice s;
    double low, high;
    for (int is_signed = 0; is_signed < 2; ++is_signed)
        for (int value = -1; value < 2; ++value) {
            struct picture p = plain(is_signed);
            two_cubes(&s, "y=0");
            for (int i = 0; i < 100; ++i) s.values[i] = value;
            picture_range(&p, &s, &low, &high);
            cr_expect(lt(dbl, low, high));
            cr_expect(le(dbl, low, value));
            cr_expect(ge(dbl, high, value));
            slice_free(&s);
        }
}

Test(picture, keeps_proportions_unless_they_are_extreme)
{
    static const double half[] = { 1, 1, 0.5 }, flat[] = { 1000, 1, 1 };
    const struct picture p = plain(0);
    const struct plane y = { 1, 0 };
    struct slice s;

    slice_new(&s, y, lower, upper);
    picture_set_size(&p, &s);
    cr_expect(eq(int, s.width, s.height));
    slice_free(&s);
    slice_new(&s, y, (double[]){ -1, -1, -0.5 }, half);
    picture_set_size(&p, &s);
    cr_expect(le(int, abs(s.width - 2 * s.height), 1));
    slice_free(&s);
    slice_new(&s, y, (double[]){ -1000, -1, -1 }, flat);
    picture_set_size(&p, &s);
    cr_expect(le(int, abs(s.width - 4 * s.height), 3));
    slice_free(&s);
}

/* Red, green and blue of a pixel of a PNG file. */
static const unsigned char *pixel(cairo_surface_t *image, int x, int y)
{
    static unsigned char rgb[3];
    uint32_t value;
    const size_t stride = (size_t)cairo_image_surface_get_stride(image);
    memcpy(&value, cairo_image_surface_get_data(image) + (size_t)y * stride + 4 * (size_t)x, 4);
    rgb[0] = value >> 16 & 255, rgb[1] = value >> 8 & 255, rgb[2] = value & 255;
    return rgb;
}

Test(picture, shows_a_linear_field_in_linear_colours_with_z_upwards)
{
    const struct element e = { .dx = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
    static const double values[] = { 0, 0, 0, 0, 10, 10, 10, 10 }; /* 5 (z + 1) */
    const struct picture p = plain(0);
    struct colors c;
    struct slice s;
    char path[] = "picture-XXXXXX.png";

    close(mkstemps(path, 4));
    colors_sequential(&c);
    slice_new(&s, (struct plane){ 1, 0 }, lower, upper);
    picture_set_size(&p, &s);
    add(&s, &e, 2, ends, values);
    cr_assert(eq(int, picture_write(path, &p, &s), OK), "%s", error_text());

    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    cr_assert(eq(int, cairo_surface_status(image), CAIRO_STATUS_SUCCESS));
    const int right = cairo_image_surface_get_width(image) - s.width; /* margins on both sides */
    for (int j = 10; j < s.height - 10; j += 7) {
        const unsigned char *seen = pixel(image, right / 2 + 100, 76 + j);
        const double value = (s.height - 0.5 - j) / s.height;
        const unsigned char *wanted = c.rgb[colors_index(value)];
        for (int k = 0; k < 3; ++k)
            cr_assert(le(int, abs(seen[k] - wanted[k]), 3), "row %d: %d, not %d", j, seen[k],
                      wanted[k]);
    }
    cairo_surface_destroy(image);
    unlink(path);
    slice_free(&s);
}

Test(picture, from_a_file_is_the_one_from_the_solution)
{
    static const char *const names[] = { "rho", "u" };
    static const struct provenance facts[] = { { "case", "sample" }, { 0 } };
    struct sample_state state;
    struct fields_file *f;
    const struct picture p = plain(0);
    char command[300], folder[] = "picture-XXXXXX", hdf[100], a[100], b[100];

    cr_assert(ne(ptr, mkdtemp(folder), NULL));
    snprintf(hdf, sizeof hdf, "%s/a.hdf", folder);
    snprintf(a, sizeof a, "%s/a.png", folder);
    snprintf(b, sizeof b, "%s/b.png", folder);
    sample_new(&state, 4, sizeof(double));
    cr_assert(eq(int, fields_write(&state.view, names, 2, hdf, facts), OK), "%s", error_text());
    cr_assert(eq(int, picture_of_view(&state.view, "u", "y=150", "sample", a), OK), "%s",
              error_text());
    cr_assert(eq(int, fields_open(&f, hdf), OK), "%s", error_text());
    cr_assert(eq(int, picture_of_file(f, "u", "y=150", &p, b), OK), "%s", error_text());
    cairo_surface_t *x = cairo_image_surface_create_from_png(a);
    cairo_surface_t *y = cairo_image_surface_create_from_png(b);
    const int width = cairo_image_surface_get_width(x), height = cairo_image_surface_get_height(x);
    cr_assert(eq(int, width, cairo_image_surface_get_width(y)));
    cr_assert(eq(int, height, cairo_image_surface_get_height(y)));
    for (int j = 0; j < height; ++j)
        for (int i = 0; i < width - 122; ++i) { /* not the bar: its ticks are rounded to pixels */
            const unsigned char red = pixel(x, i, j)[0];
            cr_assert(le(int, abs(red - pixel(y, i, j)[0]), 4), "(%d, %d)", i, j);
        }
    cairo_surface_destroy(x);
    cairo_surface_destroy(y);
    fields_close(f);
    sample_free(&state);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert(eq(int, system(command), 0));
}

Test(picture, that_cannot_be_written_says_why)
{
    struct slice s;
    const struct picture p = plain(0);
    two_cubes(&s, "y=0");
    cr_expect(eq(int, picture_write("no/such/folder/a.png", &p, &s), BAD_MACHINE));
    cr_expect(eq(str, (char *)error_text(),
                 "cannot write no/such/folder/a.png: No such file or directory"));
    slice_free(&s);
}
