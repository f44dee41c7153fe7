/* tests/mesh/test_metrics.c -- metric terms of curved elements, the maps that bend meshes, and what
 * is refused. */
#include "mesh/metrics.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/mesh/whole_mesh.h"

/* ---- elements -------------------------------------------------------------------------------- */

static struct mesh_spec bent(void (*at)(const struct mapping *, const double *, double *), int base,
                             int level)
{
    struct mesh_spec s = { .base = { base, base, base }, .level = level,
                           .lower = { -500, 0, 0 }, .upper = { 1500, 3000, 1000 },
                           .periodic = { 1, 1, 0 }, .partitions = 1 };
    s.mapping = (struct mapping){ .at = at, .amplitude = 0.2, .height = 400, .width = 350,
                                  .center = { 400, 1200 } };
    for (int d = 0; d < 3; ++d) {
        s.mapping.lower[d] = s.lower[d];
        s.mapping.upper[d] = s.upper[d];
        s.mapping.periodic[d] = s.periodic[d];
    }
    return s;
}

/* The positions of an element with polynomials of random coefficients, of a degree in each
 * direction; slopes[c][d] = dx_c/dxi_d. */
static void polynomial(const struct lgl *lgl, int degree, double size, double (*X)[3],
                       double (*slopes)[3][3])
{
    const int nq = lgl->degree + 1, n = degree + 1;
    double c[3][MAX_NP];
    for (int m = 0; m < 3; ++m)
        for (int i = 0; i < n * n * n; ++i) c[m][i] = size * ((double)rand() / RAND_MAX - 0.5);
    for (int p = 0; p < nq * nq * nq; ++p) {
        const double xi[] = { lgl->x[p % nq], lgl->x[p / nq % nq], lgl->x[p / (nq * nq)] };
        double f[3][MAX_NQ], g[3][MAX_NQ];
        for (int d = 0; d < 3; ++d) {
            f[d][0] = 1, g[d][0] = 0;
            for (int k = 1; k < n; ++k)
                f[d][k] = f[d][k - 1] * xi[d], g[d][k] = k * f[d][k - 1];
        }
        for (int m = 0; m < 3; ++m) {
            /* near the identity, so that J > 0 */
            X[p][m] = xi[m];
            for (int d = 0; d < 3; ++d) slopes[p][m][d] = m == d;
            for (int i = 0; i < n * n * n; ++i) {
                const int k[] = { i % n, i / n % n, i / (n * n) };
                X[p][m] += c[m][i] * f[0][k[0]] * f[1][k[1]] * f[2][k[2]];
                slopes[p][m][0] += c[m][i] * g[0][k[0]] * f[1][k[1]] * f[2][k[2]];
                slopes[p][m][1] += c[m][i] * f[0][k[0]] * g[1][k[1]] * f[2][k[2]];
                slopes[p][m][2] += c[m][i] * f[0][k[0]] * f[1][k[1]] * g[2][k[2]];
            }
        }
    }
}

/* ---- metric terms ---------------------------------------------------------------------------- */

/* The largest |sum_d D_d Ja^d_n| of any node over the largest |Ja|. */
static double divergence(const struct lgl *lgl, const struct metrics *t)
{
    const int nq = lgl->degree + 1, stride[] = { 1, nq, nq * nq };
    double most = 0, largest = 0;
    for (int n = 0; n < 3; ++n)
        for (int p = 0; p < nq * nq * nq; ++p) {
            double sum = 0;
            for (int d = 0; d < 3; ++d) {
                const int at = p / stride[d] % nq;
                for (int k = 0; k < nq; ++k)
                    sum += lgl->D[at][k] * t->Ja[d][n][p + (k - at) * stride[d]];
                largest = fmax(largest, fabs(t->Ja[d][n][p]));
            }
            most = fmax(most, fabs(sum));
        }
    return most / largest;
}

/* Of all elements of a mesh. */
static double largest_divergence(const struct mesh_spec *spec, const struct lgl *lgl)
{
    struct mesh m = whole_mesh(spec, 1);
    double most = 0, X[MAX_NP][3];
    struct metrics t;
    for (int e = 0; e < m.partitions.at[0].num_elements; ++e) {
        mesh_nodes(&m, &m.partitions.at[0].elements[e], lgl, X);
        metrics_new(lgl, (const double (*)[3])X, &t);
        most = fmax(most, divergence(lgl, &t));
    }
    mesh_free(&m);
    return most;
}

Test(metrics, have_no_discrete_divergence)
{
    const struct mesh_spec warp = bent(mapping_warp, 2, 1), hill = bent(mapping_mountain, 2, 1);
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        const double rounding = 100 * DBL_EPSILON * N * N; /* entries of D grow as N^2 */
        struct lgl lgl;
        lgl_new(&lgl, N);
        cr_expect_leq(largest_divergence(&warp, &lgl), rounding, "warp, degree %d", N);
        cr_expect_leq(largest_divergence(&hill, &lgl), rounding, "hill, degree %d", N);
        for (int times = 0; times < 5; ++times) {
            double X[MAX_NP][3], slopes[MAX_NP][3][3];
            struct metrics t;
            polynomial(&lgl, N, 0.3 / (N * N), X, slopes);
            metrics_new(&lgl, (const double (*)[3])X, &t);
            cr_expect_leq(divergence(&lgl, &t), rounding, "polynomial, degree %d", N);
        }
    }
}

static double determinant(const double (*a)[3])
{
    double J = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        J += a[0][i] * (a[1][j] * a[2][k] - a[1][k] * a[2][j]);
    }
    return J;
}

Test(metrics, have_the_determinant_of_the_slopes)
{
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        double X[MAX_NP][3], slopes[MAX_NP][3][3];
        struct metrics t;
        lgl_new(&lgl, N);
        polynomial(&lgl, N, 0.3 / (N * N), X, slopes);
        metrics_new(&lgl, (const double (*)[3])X, &t);
        for (int p = 0; p < (N + 1) * (N + 1) * (N + 1); ++p)
            cr_expect_float_eq(t.J[p], determinant((const double (*)[3])slopes[p]), 1e-12);
    }
}

/* Where polynomials of degree N hold the products, the curl form is the cross product. */
Test(metrics, are_the_cross_products_of_slopes_that_degree_N_resolves)
{
    for (int N = 2; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        double X[MAX_NP][3], slopes[MAX_NP][3][3];
        struct metrics t;
        lgl_new(&lgl, N);
        polynomial(&lgl, N / 2, 0.1, X, slopes);
        metrics_new(&lgl, (const double (*)[3])X, &t);
        for (int p = 0; p < (N + 1) * (N + 1) * (N + 1); ++p)
            for (int d = 0; d < 3; ++d)
                for (int c = 0; c < 3; ++c) {
                    const int a = (d + 1) % 3, b = (d + 2) % 3, y = (c + 1) % 3, z = (c + 2) % 3;
                    const double cross = slopes[p][y][a] * slopes[p][z][b]
                                       - slopes[p][z][a] * slopes[p][y][b];
                    cr_expect_float_eq(t.Ja[d][c][p], cross, 1e-12, "degree %d", N);
                }
    }
}

Test(metrics, are_constant_in_an_affine_element)
{
    const struct element el = { .center = { 900, -30, 4000 },
                                .dx = { { 100, 20, -5 }, { -10, 200, 30 }, { 15, 5, 50 } } };
    const struct mesh m = { .spec.base = { 1, 1, 1 } };
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        double X[MAX_NP][3];
        struct metrics t;
        lgl_new(&lgl, N);
        mesh_nodes(&m, &el, &lgl, X);
        metrics_new(&lgl, (const double (*)[3])X, &t);
        for (int p = 0; p < (N + 1) * (N + 1) * (N + 1); ++p) {
            cr_expect_float_eq(t.J[p], determinant(el.dx), 1e-11 * determinant(el.dx));
            for (int d = 0; d < 3; ++d)
                for (int c = 0; c < 3; ++c) {
                    const double *a = el.dx[(d + 1) % 3], *b = el.dx[(d + 2) % 3];
                    const int y = (c + 1) % 3, z = (c + 2) % 3;
                    cr_expect_float_eq(t.Ja[d][c][p], a[y] * b[z] - a[z] * b[y], 1e-11 * 2e4);
                }
        }
    }
}

static double volume(const struct mesh_spec *spec, int N)
{
    struct mesh m = whole_mesh(spec, 1);
    const int nq = N + 1;
    double sum = 0, X[MAX_NP][3];
    struct lgl lgl;
    struct metrics t;
    lgl_new(&lgl, N);
    for (int e = 0; e < m.partitions.at[0].num_elements; ++e) {
        mesh_nodes(&m, &m.partitions.at[0].elements[e], &lgl, X);
        metrics_new(&lgl, (const double (*)[3])X, &t);
        for (int p = 0; p < nq * nq * nq; ++p)
            sum += lgl.w[p % nq] * lgl.w[p / nq % nq] * lgl.w[p / (nq * nq)] * t.J[p];
    }
    mesh_free(&m);
    return sum;
}

/* What a periodic warp adds on one side of the box it takes away on the other. */
Test(metrics, fill_the_volume_of_the_warped_box)
{
    const struct mesh_spec warp = bent(mapping_warp, 2, 1);
    const double exact = 2000. * 3000. * 1000.;
    for (int N = 2; N <= MAX_DEGREE; ++N)
        cr_expect_leq(fabs(volume(&warp, N) / exact - 1), 2 * pow(10, 1 - N), "degree %d: %.2e", N,
                      volume(&warp, N) / exact - 1);
}

Test(metrics, fill_the_volume_above_a_ridge)
{
    struct mesh_spec s = bent(mapping_mountain, 2, 1);
    s.mapping.is_ridge = 1;
    const double a = s.mapping.width, below = s.mapping.height * a * 2 * atan(1000 / a) * 3000;
    const double exact = 2000. * 3000. * 1000. - below;
    s.mapping.center[0] = 500; /* the middle: the bell ends alike on both sides */
    for (int N = 2; N <= MAX_DEGREE; ++N)
        cr_expect_leq(fabs(volume(&s, N) / exact - 1), 0.2 * pow(6, -N), "degree %d: %.2e", N,
                      volume(&s, N) / exact - 1);
}

/* The largest |Ja of ours + Ja of the neighbour| / |Ja|, both outward, of all inner faces. */
static double normals_differ(const struct mesh *m, int N)
{
    const struct partition *p = &m->partitions.at[0];
    const int nq = N + 1;
    double worst = 0, X[MAX_NP][3];
    struct lgl lgl;
    struct metrics here, there;
    lgl_new(&lgl, N);
    for (int e = 0; e < p->num_elements; ++e) {
        mesh_nodes(m, &p->elements[e], &lgl, X);
        metrics_new(&lgl, (const double (*)[3])X, &here);
        for (int f = 0; f < NFACES; ++f) {
            const struct neighbor *n = &p->neighbors[e][f];
            if (n->link == WALL) continue;
            mesh_nodes(m, &p->elements[n->at], &lgl, X);
            metrics_new(&lgl, (const double (*)[3])X, &there);
            for (int i = 0; i < nq * nq; ++i) {
                const int other = face_node_across(n->orientation, nq, i % nq, i / nq);
                const int at = face_node_inside(f, nq, i % nq, i / nq);
                const int to = face_node_inside(n->face, nq, other % nq, other / nq);
                double difference = 0, length = 0;
                for (int c = 0; c < 3; ++c) {
                    const double a = here.Ja[f / 2][c][at] * (f % 2 ? 1 : -1);
                    const double b = there.Ja[n->face / 2][c][to] * (n->face % 2 ? 1 : -1);
                    difference += (a + b) * (a + b), length += a * a;
                }
                worst = fmax(worst, sqrt(difference / length));
            }
        }
    }
    return worst;
}

/* Two derivatives, whose rounding grows as N^2 each. */
static double normals_agree_to(int N) { return 1e-14 + 8 * DBL_EPSILON * N * N * N * N; }

Test(metrics, have_normals_that_agree_across_faces)
{
    for (int N = 1; N <= MAX_DEGREE; ++N)
        for (int kind = 0; kind < 2; ++kind) {
            const struct mesh_spec s = bent(kind ? mapping_warp : mapping_mountain, 3, 0);
            struct mesh m = whole_mesh(&s, 1);
            const double worst = normals_differ(&m, N);
            cr_expect_leq(worst, normals_agree_to(N), "degree %d, map %d: %.2e", N, kind, worst);
            mesh_free(&m);
        }
}

Test(metrics, have_normals_that_agree_however_hexahedra_are_turned)
{
    char path[4096];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/data/turned.inp", srcdir ? srcdir : ".");
    struct mesh_spec s = { .file = path };
    cr_assert_eq(mesh_read_file(&s), OK, "%s", error_text());
    struct mesh m = whole_mesh(&s, 1);
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        const double worst = normals_differ(&m, N);
        cr_expect_leq(worst, normals_agree_to(N), "degree %d: %.2e", N, worst);
    }
    mesh_free(&m);
}

/* Positions that a shift by 1e7 m rounds to nothing else. */
Test(metrics, do_not_change_a_bit_far_from_the_origin)
{
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        struct lgl lgl;
        double X[MAX_NP][3], slopes[MAX_NP][3][3];
        static struct metrics near, far;
        const int np = (N + 1) * (N + 1) * (N + 1);
        const double unit = 1 << 20;
        lgl_new(&lgl, N);
        polynomial(&lgl, N, 0.3 / (N * N), X, slopes);
        memset(&near, 0, sizeof near);
        memset(&far, 0, sizeof far);
        for (int i = 0; i < 3 * np; ++i) X[i / 3][i % 3] = rint(X[i / 3][i % 3] * unit) / unit;
        metrics_new(&lgl, (const double (*)[3])X, &near);
        for (int i = 0; i < 3 * np; ++i) X[i / 3][i % 3] += 1e7;
        metrics_new(&lgl, (const double (*)[3])X, &far);
        cr_expect_eq(memcmp(&near, &far, sizeof near), 0, "degree %d", N);
    }
}

/* ---- maps ------------------------------------------------------------------------------------ */

static double height_of(const struct mesh_spec *s, double x, double y, double z)
{
    double to[3];
    mapping_mountain(&s->mapping, (const double[]){ x, y, z }, to);
    cr_expect_eq(to[0], x);
    cr_expect_eq(to[1], y);
    return to[2];
}

Test(mountain, stands_on_the_floor_under_a_flat_top)
{
    struct mesh_spec s = bent(mapping_mountain, 1, 0);
    const double *c = s.mapping.center, a = s.mapping.width, h = s.mapping.height;
    for (int is_ridge = 0; is_ridge < 2; ++is_ridge) {
        s.mapping.is_ridge = is_ridge;
        cr_expect_eq(height_of(&s, c[0], c[1], 0), h);
        for (double x = -500; x <= 1500; x += 250)
            for (double y = 0; y <= 3000; y += 500) cr_expect_eq(height_of(&s, x, y, 1000), 1000);
        /* half of it halfway up */
        cr_expect_float_eq(height_of(&s, c[0], c[1], 500), 500 + h / 2, 1e-12 * h);
    }
    cr_expect_float_eq(height_of(&s, c[0] + a, 7, 0), h / 2, 1e-12 * h);
    cr_expect_float_eq(height_of(&s, c[0] - 2 * a, 7, 0), h / 5, 1e-12 * h);
    s.mapping.is_ridge = 0;
    cr_expect_float_eq(height_of(&s, c[0] + a, c[1], 0), h / sqrt(8), 1e-12 * h);
    cr_expect_float_eq(height_of(&s, c[0] - 0.6 * a, c[1] + 0.8 * a, 0), h / sqrt(8), 1e-12 * h);
}

Test(mountain, is_continuous_across_the_seam_of_a_periodic_box)
{
    struct mesh_spec s = bent(mapping_mountain, 1, 0);
    s.mapping.center[0] = 1400, s.mapping.center[1] = 100; /* near the seam */
    for (double z = 0; z <= 1000; z += 250) {
        cr_expect_float_eq(height_of(&s, -500, 40, z), height_of(&s, 1500, 40, z), 1e-9);
        cr_expect_float_eq(height_of(&s, 1300, 0, z), height_of(&s, 1300, 3000, z), 1e-9);
    }
    s.mapping.periodic[0] = 0;
    cr_expect_lt(height_of(&s, -500, 40, 0), 0.1 * height_of(&s, 1500, 40, 0));
}

Test(warp, is_periodic)
{
    const struct mesh_spec s = bent(mapping_warp, 1, 0);
    for (int d = 0; d < 3; ++d) {
        const double length = s.upper[d] - s.lower[d];
        double X[] = { 120, 777, 310 }, at[3], beyond[3];
        mapping_warp(&s.mapping, X, at);
        X[d] += length;
        mapping_warp(&s.mapping, X, beyond);
        for (int c = 0; c < 3; ++c)
            cr_expect_float_eq(beyond[c] - at[c], c == d ? length : 0, 1e-9);
    }
}

static enum status measure_of(const struct mesh_spec *s, int N, double *distance)
{
    struct mesh m = whole_mesh(s, 1);
    struct lgl lgl;
    lgl_new(&lgl, N);
    error_clear();
    const enum status status = mesh_measure(&m, &lgl, MPI_COMM_WORLD, distance);
    mesh_free(&m);
    return status;
}

/* 1/pi is the map's own limit; polynomials of coarse meshes overshoot it. */
Test(warp, folds_nothing_up_to_the_amplitude_that_is_promised)
{
    double distance;
    for (int N = 2; N <= MAX_DEGREE; ++N)
        for (int base = 2; base <= (N > 4 ? 4 : 8); ++base)
            for (int sign = -1; sign <= 1; sign += 2) {
                struct mesh_spec s = bent(mapping_warp, base, 0);
                s.mapping.amplitude = sign * (N == 2 ? base < 8 ? 0.22 : 0.29 : 0.3);
                cr_expect_eq(measure_of(&s, N, &distance), OK, "degree %d, base %d: %s", N, base,
                             error_text());
            }
    struct mesh_spec s = bent(mapping_warp, 4, 0);
    s.mapping.amplitude = 0.325;
    cr_expect_eq(measure_of(&s, 4, &distance), BAD_INPUT);
}

/* ---- the measure ----------------------------------------------------------------------------- */

Test(measure, of_a_map_that_bends_nothing_is_that_of_the_brick)
{
    for (int N = 1; N <= MAX_DEGREE; ++N) {
        struct mesh_spec s = bent(mapping_warp, 2, 0);
        double bare, mapped;
        s.mapping.amplitude = 0;
        cr_assert_eq(measure_of(&s, N, &mapped), OK);
        s.mapping.at = NULL;
        cr_assert_eq(measure_of(&s, N, &bare), OK);
        cr_expect_float_eq(mapped, bare, 1e-12 * bare);
    }
}

/* Does the message name an element and a node of the mesh that are bad, and where they are? */
static void check_message(const struct mesh *m, const struct lgl *lgl)
{
    long long number;
    int node;
    double J, x[3], X[MAX_NP][3];
    struct metrics t;
    const char *text = error_text();
    cr_assert_eq(sscanf(text, "mesh.mapping: element %lld (tree %*d) is folded or turned inside out: J = "
                        "%lf m^3 at its node %d, (%lf, %lf, %lf) m", &number, &J, &node, &x[0],
                        &x[1], &x[2]), 6, "%s", text);
    const struct partition *p = partition_with(m, number);
    mesh_nodes(m, &p->elements[number - p->first], lgl, X);
    metrics_new(lgl, (const double (*)[3])X, &t);
    cr_expect_leq(t.J[node], 0, "%s", text);
    cr_expect_float_eq(t.J[node], J, 0.01 * fabs(J), "%s", text);
    for (int d = 0; d < 3; ++d) cr_expect_float_eq(X[node][d], x[d], 1e-2, "%s", text);
    for (int64_t e = 0; e < number; ++e) { /* it is the first one */
        p = partition_with(m, e);
        mesh_nodes(m, &p->elements[e - p->first], lgl, X);
        metrics_new(lgl, (const double (*)[3])X, &t);
        for (int i = 0; i < (lgl->degree + 1) * (lgl->degree + 1) * (lgl->degree + 1); ++i)
            cr_assert_gt(t.J[i], 0, "element %d", (int)e);
    }
}

Test(measure, refuses_a_mountain_higher_than_the_box_and_names_a_bad_node)
{
    for (int N = 2; N <= 5; ++N)
        for (int partitions = 1; partitions <= 5; partitions += 4) {
            struct mesh_spec s = bent(mapping_mountain, 2, 1);
            struct lgl lgl;
            double distance;
            s.mapping.height = 4000;
            struct mesh m = whole_mesh(&s, partitions);
            lgl_new(&lgl, N);
            error_clear();
            cr_expect_eq(mesh_measure(&m, &lgl, MPI_COMM_WORLD, &distance), BAD_INPUT);
            check_message(&m, &lgl);
            mesh_free(&m);
        }
}

Test(measure, refuses_positions_that_are_no_numbers)
{
    struct mesh_spec s = bent(mapping_mountain, 1, 0);
    double distance;
    s.mapping.width = 0; /* 0/0 at the summit */
    s.mapping.center[0] = -500, s.mapping.center[1] = 0;
    cr_expect_eq(measure_of(&s, 2, &distance), BAD_INPUT);
}
