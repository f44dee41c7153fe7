/* tests/codelets/test_beside.c -- an element's bits do not depend on the elements beside it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#include "codelets/advance.h"
#include "codelets/geometry.h"
#include "codelets/lanes.h"
#include "mesh/lgl.h"

/* Two full batches and one that is not. */
enum { ELEMENTS = 2 * WIDTH + 3, MOST = ELEMENTS * NFIELDS * MAX_NP };

static real q[MOST], k[MOST], k_alone[MOST], new[MOST], new_alone[MOST];
static real geometry[ELEMENTS * GEOMETRY_SIZE];
static struct neighbor neighbors[ELEMENTS][NFACES], own[NFACES];
static struct discretization d;

static double any(double low, double high) { return low + (high - low) * rand() / RAND_MAX; }

static void set_up(int degree, int flux)
{
    struct lgl lgl;
    lgl_new(&lgl, degree);
    d = (struct discretization){ .degree = degree, .flux = flux, .gamma = 1.4, .rotates = 1 };
    for (int i = 0; i <= degree; ++i) {
        d.x[i] = lgl.x[i], d.w[i] = lgl.w[i];
        for (int j = 0; j <= degree; ++j) d.D2[i][j] = i == j ? 0 : 2 * lgl.D[i][j];
    }
    for (int e = 0; e < ELEMENTS; ++e) {
        real *g = &geometry[e * GEOMETRY_SIZE];
        for (int m = 0; m < 3; ++m) g[GEOMETRY_JA + 4 * m] = (real)any(1, 2);
        g[GEOMETRY_J_INV] = (real)any(0.5, 1);
        g[GEOMETRY_PHI] = (real)any(0, 0.1), g[GEOMETRY_PHI + 3] = (real)0.1;
        g[GEOMETRY_CORIOLIS] = (real)0.3;
        for (int f = 0; f < NFACES; ++f) neighbors[e][f] = own[f] = (struct neighbor){ .link = WALL };
        for (int f = 0; f < 4; ++f) { /* periodic in x and y */
            own[f] = (struct neighbor){ .at = 0, .link = INSIDE, .face = (uint8_t)(f ^ 1) };
            neighbors[e][f] = own[f];
            neighbors[e][f].at = e;
        }
    }
}

/* Densities and pressures vary by factors of 1.5, 8 and 3 in turns: polynomials, logarithms and
 * square roots stand side by side. */
static void random_states(void)
{
    const int nq = d.degree + 1, np = nq * nq * nq;
    for (int e = 0; e < ELEMENTS; ++e)
        for (int i = 0; i < np; ++i) {
            const double most = (double[]){ 1.5, 8, 3 }[e % 3], rho = any(1, most), p = any(1, most);
            double kinetic = 0;
            real *at = &q[(size_t)e * NFIELDS * np + i];
            for (int m = 0; m < 3; ++m) {
                const double u = any(-0.5, 0.5);
                at[(RHO_U + m) * np] = (real)(rho * u);
                kinetic += 0.5 * rho * u * u;
            }
            at[RHO * np] = (real)rho;
            at[RHO_E * np] = (real)(p / 0.4 + kinetic + rho * 0.3);
        }
    for (int i = 0; i < MOST; ++i) k[i] = (real)any(-1, 1);
    memcpy(k_alone, k, sizeof k);
}

static void expect_the_same(int degree, int flux, double A)
{
    static const struct ports none;
    struct fault fault = { 0 };
    struct advance_args a = { .d = &d, .ports = &none, .num_elements = ELEMENTS, .A = A,
                              .B_dt = 1e-3, .fault = &fault };
    set_up(degree, flux);
    random_states();
    const size_t size = (size_t)NFIELDS * (degree + 1) * (degree + 1) * (degree + 1);
    EACH(advance_cpu)(&a, new, k, q, geometry, neighbors[0], NULL, NULL);
    a.num_elements = 1;
    for (size_t e = 0; e < ELEMENTS; ++e)
        EACH(advance_cpu)(&a, new_alone + e * size, k_alone + e * size, q + e * size,
                          geometry + e * GEOMETRY_SIZE, own, NULL, NULL);
    for (size_t e = 0; e < ELEMENTS; ++e) {
        cr_expect_arr_eq(k + e * size, k_alone + e * size, size * sizeof *k,
                         "degree %d, flux %d, A = %g: k of element %zu", degree, flux, A, e);
        cr_expect_arr_eq(new + e * size, new_alone + e * size, size * sizeof *new,
                         "degree %d, flux %d, A = %g: state of element %zu", degree, flux, A, e);
    }
    cr_expect_not(fault.seen);
}

Test(beside, an_element_far_from_rest_leaves_the_bits_of_others_alone)
{
    for (int degree = MIN_DEGREE; degree <= MAX_DEGREE; ++degree) {
        expect_the_same(degree, FLUX_MATRIX, 0);
        expect_the_same(degree, FLUX_MATRIX, -0.7);
    }
    expect_the_same(4, FLUX_RUSANOV, -0.7);
    expect_the_same(4, FLUX_CONSERVATIVE, -0.7);
}
