/* tests/codelets/test_orientation.c -- surface terms do not see how a neighbour is turned, nor in
 * which partition it stands. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#include "codelets/geometry.h"
#include "codelets/halo_surface.h"
#include "codelets/interior_surface.h"
#include "codelets/trace.h"
#include "mesh/lgl.h"

/* Element 0 is ours; 1 its neighbour as it stands; 2 the same, turned. */
static real q[3 * NFIELDS * MAX_NP], geometry[GEOMETRY_SIZE];
static struct neighbor neighbors[3][NFACES];
static struct discretization d;

static void set_up(int degree)
{
    struct lgl lgl;
    lgl_new(&lgl, degree);
    d = (struct discretization){ .degree = degree, .flux = FLUX_MATRIX, .gamma = 1.4 };
    for (int i = 0; i <= degree; ++i)
        d.x[i] = lgl.x[i], d.w[i] = lgl.w[i];
    for (int m = 0; m < 3; ++m) /* a brick of 2 x 3 x 4, gravity upwards in z */
        geometry[GEOMETRY_JA + 4 * m] = (real)(m == 0 ? 3 : m == 1 ? 2 : 1.5);
    geometry[GEOMETRY_J_INV] = (real)(1 / 3.0);
    geometry[GEOMETRY_PHI] = (real)0.3;
    geometry[GEOMETRY_PHI + 3] = (real)0.1;
    for (int e = 0; e < 3; ++e)
        for (int f = 0; f < NFACES; ++f)
            neighbors[e][f] = (struct neighbor){ .link = WALL };
}

/* State v of node i of an element in these arrays, which are packed for the degree. */
static real *at(int e, int v, int i)
{
    const int nq = d.degree + 1, np = nq * nq * nq;
    return &q[(e * NFIELDS + v) * np + i];
}

static void random_element(int e)
{
    const int nq = d.degree + 1;
    for (int i = 0; i < nq * nq * nq; ++i) {
        for (int v = 0; v < NFIELDS; ++v)
            *at(e, v, i) = (real)(rand() / (double)RAND_MAX - 0.5);
        *at(e, RHO, i) += (real)1.2;
        *at(e, RHO_E, i) += 5;
    }
}

/* Node (a, b) of a face, by its place along x, y and z. */
static int face_node(int face, int a, int b)
{
    const int nq = d.degree + 1, across = face / 2;
    int place[3];
    place[across] = face % 2 ? nq - 1 : 0;
    place[across == 0 ? 1 : 0] = a;
    place[across == 2 ? 1 : 2] = b;
    return place[0] + nq * (place[1] + nq * place[2]);
}

/* Element 2 shows on that face what element 1 shows on the one that ours would meet. */
static void turn(int ours, int face, int orientation)
{
    const int nq = d.degree + 1;
    for (int b = 0; b < nq; ++b)
        for (int a = 0; a < nq; ++a) {
            int first = a, second = b;
            if (orientation & 1) first = b, second = a;
            if (orientation & 2) first = nq - 1 - first;
            if (orientation & 4) second = nq - 1 - second;
            for (int v = 0; v < NFIELDS; ++v)
                *at(2, v, face_node(face, first, second)) = *at(1, v, face_node(ours ^ 1, a, b));
        }
}

/* k of our element with a neighbour in the same partition. */
static void inside(int ours, int element, int face, int orientation, real *k)
{
    static const int32_t lists[] = { 0 };
    const struct surface_args a = { .d = &d, .num_elements = 1 };
    neighbors[0][ours] = (struct neighbor){ element, 0, INSIDE, (uint8_t)face,
                                             (uint8_t)orientation };
    memset(k, 0, NFIELDS * MAX_NP * sizeof *k);
    EACH(interior_surface_cpu)(&a, k, q, geometry, neighbors[0], lists);
    neighbors[0][ours].link = WALL;
}

/* The same through a trace, in which our neighbour's face is the second one. */
static void elsewhere(int ours, int face, int orientation, real *k)
{
    static real trace[2 * NFIELDS * MAX_NQ * MAX_NQ];
    int faces[] = { 2 }, first[] = { 0 };
    const struct ports ports = { .num_links = 1, .num_outlets = 1, .faces = faces,
                                 .outlet = first, .shown_at = first, .incoming_at = first };
    real *const traces[] = { trace };
    const real *const incoming[] = { trace };
    const int32_t lists[] = { 0, NFACES * 1 + 0, NFACES * 2 + face };
    const struct trace_args shown = { .d = &d, .ports = &ports, .first = 1 };
    const struct surface_args a = { .d = &d, .ports = &ports, .num_elements = 1 };
    EACH(trace_cpu)(&shown, traces, q, lists);
    neighbors[0][ours] = (struct neighbor){ 1, 0, 0, (uint8_t)face, (uint8_t)orientation };
    memset(k, 0, NFIELDS * MAX_NP * sizeof *k);
    EACH(halo_surface_cpu)(&a, k, q, geometry, neighbors[0], lists, incoming);
    neighbors[0][ours].link = WALL;
}

static void each_way(int degree, void (*check)(int ours, int face, int orientation))
{
    set_up(degree);
    for (int ours = 0; ours < NFACES; ++ours)
        for (int face = 0; face < NFACES; ++face)
            for (int orientation = 0; orientation < 8; ++orientation) {
                for (int e = 0; e < 3; ++e)
                    random_element(e);
                turn(ours, face, orientation);
                check(ours, face, orientation);
            }
}

static void expect_not_turned(int ours, int face, int orientation)
{
    static real straight[NFIELDS * MAX_NP], turned[NFIELDS * MAX_NP];
    inside(ours, 1, ours ^ 1, 0, straight);
    inside(ours, 2, face, orientation, turned);
    cr_expect_arr_eq(turned, straight, sizeof straight,
                     "degree %d, our face %d, the neighbour's %d, orientation %d", d.degree, ours,
                     face, orientation);
}

static void expect_not_elsewhere(int ours, int face, int orientation)
{
    static real near[NFIELDS * MAX_NP], far[NFIELDS * MAX_NP];
    inside(ours, 2, face, orientation, near);
    elsewhere(ours, face, orientation, far);
    cr_expect_arr_eq(far, near, sizeof near,
                     "degree %d, our face %d, the neighbour's %d, orientation %d", d.degree, ours,
                     face, orientation);
}

Test(orientation, of_a_neighbour_leaves_the_surface_term_as_it_is)
{
    for (int degree = 1; degree <= 8; ++degree)
        each_way(degree, expect_not_turned);
}

Test(orientation, a_neighbour_in_another_partition_gives_the_same_bits)
{
    for (int degree = 1; degree <= 8; ++degree)
        each_way(degree, expect_not_elsewhere);
}

/* What the tests above rest on: the neighbour's values matter. */
Test(orientation, another_neighbour_gives_another_surface_term)
{
    static real one[NFIELDS * MAX_NP], other[NFIELDS * MAX_NP];
    set_up(3);
    for (int e = 0; e < 3; ++e)
        random_element(e);
    for (int ours = 0; ours < NFACES; ++ours) {
        inside(ours, 1, ours ^ 1, 0, one);
        for (int orientation = 1; orientation < 8; ++orientation) {
            inside(ours, 1, ours ^ 1, orientation, other);
            cr_expect_arr_neq(one, other, sizeof one, "face %d, orientation %d", ours, orientation);
        }
    }
}
