/* tests/physics/test_flux_surface.c -- dissipation, the flux between elements, and walls. */
#include "physics/flux_surface.h"
#include "tests/physics/states.h"
#include "tests/vectors.h"
#include <criterion/criterion.h>

static const int kinds[] = { FLUX_MATRIX, FLUX_RUSANOV, FLUX_CONSERVATIVE };
enum { NKINDS = 3 };

/* The flux of mass, momentum and energy at the speed of sound of the larger side. */
static void scales(const struct node *L, const struct node *R, double phi, wide scale[NFIELDS])
{
    const wide rho = fmax(L->rho, R->rho), p = fmax(L->p, R->p);
    const wide c = fmax(sound_speed(L, GAMMA), sound_speed(R, GAMMA));
    scale[RHO] = rho * c;
    for (int m = 0; m < 3; ++m)
        scale[RHO_U + m] = fmax(p, rho * c * c);
    scale[RHO_E] = (p + rho * fabs(phi)) * c;
}

/* Matrix dissipation with the means taken in either way, and Rusanov's, which asks for none. */
enum { RUSANOV = NWAYS, NDISSIPATIONS };
static const char *const dissipations[NDISSIPATIONS] = { "matrix, means by logarithms",
                                                         "matrix, means near", "Rusanov" };

/* f -= D; 0 if the means cannot be taken in that way. */
static int dissipate(int how, const struct node *L, const struct node *R, const real n[3],
                     real f[NFIELDS])
{
    if (how == RUSANOV) {
        dissipate_rusanov(L, R, n, GAMMA, f);
        return 1;
    }
    if (!way_serves(how, L, R)) return 0;
    const struct means means = means_by(how, L, R);
    dissipate_matrix(L, R, &means, n, GAMMA, f);
    return 1;
}

static void flux_by(int way, int kind, const struct node *L, const struct node *R,
                    const real n[3], real phi, real f[NFIELDS])
{
    const struct means means = means_by(way, L, R);
    flux_surface(kind, L, R, &means, n, phi, GAMMA, f);
}

/* ---- reference vectors ---- */

struct face {
    struct node L, R;
    real n[3], phi;
    wide scale[NFIELDS];
};

static struct node node_of_case(const json_t *c, const char *key, real phi)
{
    double values[NFIELDS];
    real q[NFIELDS];
    vectors_numbers(c, key, NFIELDS, values);
    for (int s = 0; s < NFIELDS; ++s)
        q[s] = (real)values[s];
    struct node s = node_from(q, phi, GAMMA);
    s.phi = 0; /* as surface fluxes want it */
    return s;
}

static struct face face_of_case(const json_t *c)
{
    struct face face;
    double n[3];
    face.phi = (real)vectors_number(c, "phi");
    face.L = node_of_case(c, "q_minus", face.phi);
    face.R = node_of_case(c, "q_plus", face.phi);
    vectors_numbers(c, "normal", 3, n);
    for (int m = 0; m < 3; ++m)
        face.n[m] = (real)n[m];
    scales(&face.L, &face.R, (double)face.phi, face.scale);
    return face;
}

static void expect_vector(const real f[NFIELDS], const json_t *c, const char *key,
                          const struct face *face, size_t i)
{
    double expected[NFIELDS];
    vectors_numbers(c, key, NFIELDS, expected);
    for (int s = 0; s < NFIELDS; ++s)
        cr_expect_leq((double)fabs(f[s] - expected[s]),
                      TOLERANCE(1e-12, 2e-5) * (double)face->scale[s],
                      "%s of case %zu, component %d: %.17g instead of %.17g", key, i, s,
                      (double)f[s], expected[s]);
}

Test(flux_surface, dissipation_equals_the_reference_vectors)
{
    const json_t *cases = vectors_member(vectors("dissipation"), "cases");
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const struct face face = face_of_case(c);
        for (int how = 0; how < NDISSIPATIONS; ++how) {
            real D[NFIELDS] = { 0 };
            if (!dissipate(how, &face.L, &face.R, face.n, D)) continue;
            for (int s = 0; s < NFIELDS; ++s)
                D[s] = -D[s]; /* the functions subtract */
            D[RHO_E] += face.phi * D[RHO];
            expect_vector(D, c, how == RUSANOV ? "D_llf" : "D_matrix", &face, i);
        }
    }
}

Test(flux_surface, equals_the_reference_vectors)
{
    const char *keys[NKINDS] = { "fstar_matrix", "fstar_llf", "f_ec" };
    int served[NWAYS] = { 0 };
    const json_t *cases = vectors_member(vectors("dissipation"), "cases");
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const struct face face = face_of_case(c);
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &face.L, &face.R)) continue;
            ++served[way];
            for (int k = 0; k < NKINDS; ++k) {
                real f[NFIELDS];
                flux_by(way, kinds[k], &face.L, &face.R, face.n, face.phi, f);
                expect_vector(f, c, keys[k], &face, i);
            }
        }
    }
    for (int way = 0; way < NWAYS; ++way)
        cr_expect_gt(served[way], 0, "no reference pair for means %s", way_names[way]);
}

Test(flux_surface, at_walls_equals_the_reference_vectors)
{
    const json_t *cases = vectors_member(vectors("dissipation"), "cases");
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const struct face face = face_of_case(c);
        const struct node beyond = beyond_wall(&face.L, face.n);
        for (int way = 0; way < NWAYS; ++way) {
            real f[NFIELDS];
            flux_by(way, FLUX_MATRIX, &face.L, &beyond, face.n, face.phi, f);
            expect_vector(f, c, "fstar_wall_matrix", &face, i);
        }
    }
}

/* ---- laws ---- */

/* Every third pair nearly equal, so that jumps cancel; both at phi = 0. */
static void random_face(uint64_t *seed, int i, struct node *L, struct node *R, real n[3])
{
    *L = random_node(seed, 0);
    *R = random_partner(seed, i, L, 0);
    random_normal(seed, n);
}

/* Component by component: D, the five waves that add up to it, and the products that add up to
 * these, the latter two as sums of their bounds. */
struct written_out {
    wide D[NFIELDS], waves[NFIELDS], terms[NFIELDS];
};

/* D = R |Lambda| T R^T [[v]] / 2 with its columns, tangents and entropy variables written out, phi
 * in all of them. */
static struct written_out written_out(const struct node *L, const struct node *R,
                                      const real normal[3], wide phi)
{
    struct written_out w = { 0 };
    const wide gamma = GAMMA, n[3] = { normal[0], normal[1], normal[2] };
    const wide rho = exact_mean(L->rho, R->rho), b = exact_mean(L->b, R->b);
    const wide p = ((wide)L->rho + R->rho) / (2 * ((wide)L->b + R->b));
    wide u[3], t1[3], t2[3], un = 0, u2 = 0, mean_of_squares = 0, length = 0;
    for (int m = 0; m < 3; ++m) {
        u[m] = ((wide)L->u[m] + R->u[m]) / 2;
        mean_of_squares += ((wide)L->u[m] * L->u[m] + (wide)R->u[m] * R->u[m]) / 2;
        u2 += u[m] * u[m];
        un += u[m] * n[m];
    }
    /* t1: the axis farthest from n, made orthogonal to it; t2 = n x t1 */
    const int far = fabs(n[0]) < 0.6 ? 0 : fabs(n[1]) < 0.6 ? 1 : 2;
    for (int m = 0; m < 3; ++m) {
        t1[m] = (m == far) - n[far] * n[m];
        length += t1[m] * t1[m];
    }
    for (int m = 0; m < 3; ++m)
        t1[m] /= sqrt(length);
    for (int m = 0; m < 3; ++m)
        t2[m] = n[(m + 1) % 3] * t1[(m + 2) % 3] - n[(m + 2) % 3] * t1[(m + 1) % 3];

    const wide k = (2 * u2 - mean_of_squares) / 2;
    const wide h = gamma / (2 * b * (gamma - 1)) + k + phi, c = sqrt(gamma * p / rho);
    wide t1u = 0, t2u = 0;
    for (int m = 0; m < 3; ++m) {
        t1u += t1[m] * u[m];
        t2u += t2[m] * u[m];
    }
    const wide columns[5][NFIELDS] = {
        { 1, u[0] - c * n[0], u[1] - c * n[1], u[2] - c * n[2], h - c * un },
        { 1, u[0], u[1], u[2], k + phi },
        { 0, t1[0], t1[1], t1[2], t1u },
        { 0, t2[0], t2[1], t2[2], t2u },
        { 1, u[0] + c * n[0], u[1] + c * n[1], u[2] + c * n[2], h + c * un },
    };
    const wide most = sqrt(mean_of_squares) + c;
    const wide largest[NFIELDS] = { 1, most, most, most, h - k + most * most + 2 * fabs(phi) };
    const wide acoustic = rho / (2 * gamma), speed = fabs(un);
    const wide weights[5] = { fabs(un - c) * acoustic, speed * rho * (gamma - 1) / gamma,
                              speed * p, speed * p, fabs(un + c) * acoustic };
    wide v[2][NFIELDS], dv[NFIELDS];
    exact_entropy_variables(L, v[0]);
    exact_entropy_variables(R, v[1]);
    for (int s = 0; s < NFIELDS; ++s)
        dv[s] = v[1][s] - v[0][s];
    dv[RHO] += 2 * ((wide)R->b - L->b) * phi; /* v_1 has 2 b phi, and the nodes have phi = 0 */
    for (int j = 0; j < 5; ++j) {
        wide along = 0, moduli = 0;
        for (int s = 0; s < NFIELDS; ++s) {
            along += columns[j][s] * dv[s];
            moduli += largest[s] * fabs(dv[s]);
        }
        for (int s = 0; s < NFIELDS; ++s) {
            w.D[s] += columns[j][s] * weights[j] * along / 2;
            w.waves[s] += largest[s] * weights[j] * fabs(along) / 2;
            w.terms[s] += largest[s] * weights[j] * moduli / 2;
        }
    }
    return w;
}

Test(flux_surface, matrix_dissipation_equals_its_matrices_written_out_at_any_geopotential)
{
    uint64_t seed = 21;
    for (int i = 0; i < PAIRS; ++i) {
        struct node L, R;
        real n[3], with[NFIELDS], without[NFIELDS];
        wide scale[NFIELDS];
        random_face(&seed, i, &L, &R, n);
        const real c = sound_speed(&L, GAMMA), phi = (real)uniform_in(&seed, -1, 1) * c * c;
        const struct written_out w = written_out(&L, &R, n, phi);
        scales(&L, &R, (double)phi, scale);
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            flux_by(way, FLUX_MATRIX, &L, &R, n, phi, with);
            flux_by(way, FLUX_CONSERVATIVE, &L, &R, n, phi, without);
            for (int s = 0; s < NFIELDS; ++s)
                DEMAND(fabs((wide)without[s] - with[s] - w.D[s])
                           <= 50 * (wide)REAL_EPSILON * (scale[s] + w.terms[s]),
                       "component %d of pair %d, means %s: %.17g instead of %.17g", s, i,
                       way_names[way], (double)(without[s] - with[s]), (double)w.D[s]);
        }
    }
}

/* A factor of 10^low to 10^high, or its inverse. */
static double jump_by(uint64_t *seed, double low, double high)
{
    const double sign = uniform(seed) < 0.5 ? -1 : 1;
    return pow(decades(seed, low, high), sign);
}

/* Density and pressure jump by factors of 2 to 100, or of 1.1 to 1.4 for the near means; the waves
 * are then no differences of nearly equal numbers but by rare chance. */
Test(flux_surface, matrix_dissipation_in_jumps_is_that_in_entropy_variables_across_large_jumps)
{
    uint64_t seed = 27;
    int served[NWAYS] = { 0 };
    for (int i = 0; i < PAIRS; ++i) {
        const double low = i % 2 ? 0.04 : 0.3, high = i % 2 ? 0.14 : 2;
        const struct node L = random_node(&seed, 0), other = random_node(&seed, 0);
        const double rho = L.rho * jump_by(&seed, low, high), p = L.p * jump_by(&seed, low, high);
        const double scale = sqrt(p / rho / ((double)other.p / other.rho));
        const double u[3] = { scale * other.u[0], scale * other.u[1], scale * other.u[2] };
        const struct node R = node_of(rho, u, p, 0);
        real n[3];
        random_normal(&seed, n);
        const struct written_out w = written_out(&L, &R, n, 0);
        for (int way = 0; way < NWAYS; ++way) {
            real minus_D[NFIELDS] = { 0 };
            if (!dissipate(way, &L, &R, n, minus_D)) continue;
            ++served[way];
            for (int s = 0; s < NFIELDS; ++s)
                DEMAND(fabs(minus_D[s] + w.D[s]) <= TOLERANCE(1e-12, 5e-4) * w.waves[s],
                       "component %d of pair %d, means %s: %.17g instead of %.17g", s, i,
                       way_names[way], -(double)minus_D[s], (double)w.D[s]);
        }
    }
    for (int way = 0; way < NWAYS; ++way)
        cr_expect_geq(served[way], PAIRS / 2, "means %s: %d pairs", way_names[way], served[way]);
}

Test(flux_surface, depends_on_the_geopotential_in_the_energy_only)
{
    uint64_t seed = 22;
    for (int i = 0; i < PAIRS; ++i) {
        struct node L, R;
        real n[3], at_zero[NFIELDS], f[NFIELDS];
        random_face(&seed, i, &L, &R, n);
        const real phi = (real)uniform_in(&seed, -1e5, 1e5);
        for (int k = 0; k < NKINDS; ++k) {
            const int way = i % 2 && way_serves(NEAR, &L, &R) ? NEAR : BY_LOGS;
            flux_by(way, kinds[k], &L, &R, n, 0, at_zero);
            flux_by(way, kinds[k], &L, &R, n, phi, f);
            for (int s = RHO; s < RHO_E; ++s)
                DEMAND(f[s] == at_zero[s], "component %d of pair %d", s, i);
            const wide expected = (wide)at_zero[RHO_E] + (wide)phi * at_zero[RHO];
            const wide terms = fabs(at_zero[RHO_E]) + fabs((wide)phi * at_zero[RHO]);
            DEMAND(fabs(f[RHO_E] - expected) <= 2 * (wide)REAL_EPSILON * terms, "pair %d", i);
        }
    }
}

Test(flux_surface, dissipation_never_destroys_entropy)
{
    uint64_t seed = 23;
    for (int i = 0; i < PAIRS; ++i) {
        struct node L, R;
        real n[3];
        wide left[NFIELDS], right[NFIELDS];
        random_face(&seed, i % 2 + 1, &L, &R, n); /* rounding would decide of nearly equal states */
        exact_entropy_variables(&L, left);
        exact_entropy_variables(&R, right);
        for (int how = 0; how < NDISSIPATIONS; ++how) {
            real minus_D[NFIELDS] = { 0 };
            wide produced = 0;
            if (!dissipate(how, &L, &R, n, minus_D)) continue;
            for (int s = 0; s < NFIELDS; ++s)
                produced -= (right[s] - left[s]) * minus_D[s];
            DEMAND(produced >= 0, "%s, pair %d: %g", dissipations[how], i, (double)produced);
        }
    }
}

Test(flux_surface, seen_from_the_other_side_changes_its_sign_and_no_bit)
{
    uint64_t seed = 24;
    for (int i = 0; i < PAIRS; ++i) {
        struct node L, R;
        real n[3], there[NFIELDS], back[NFIELDS];
        random_face(&seed, i, &L, &R, n);
        const real turned[3] = { -n[0], -n[1], -n[2] }, phi = (real)uniform_in(&seed, -1e5, 1e5);
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            for (int k = 0; k < NKINDS; ++k) {
                flux_by(way, kinds[k], &L, &R, n, phi, there);
                flux_by(way, kinds[k], &R, &L, turned, phi, back);
                for (int s = 0; s < NFIELDS; ++s)
                    DEMAND(there[s] == -back[s], "kind %d, component %d of pair %d, means %s",
                           kinds[k], s, i, way_names[way]);
            }
        }
    }
}

Test(flux_surface, between_equal_states_dissipates_nothing)
{
    uint64_t seed = 25;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node s = random_node(&seed, 0);
        real n[3];
        random_normal(&seed, n);
        for (int how = 0; how < NDISSIPATIONS; ++how) {
            real D[NFIELDS] = { 0 };
            DEMAND(dissipate(how, &s, &s, n, D), "state %d: no means", i);
            for (int k = 0; k < NFIELDS; ++k)
                DEMAND(D[k] == 0, "component %d of state %d, %s", k, i, dissipations[how]);
        }
    }
}

Test(flux_surface, at_a_wall_is_pressure_and_resistance_along_the_normal)
{
    uint64_t seed = 26;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node s = random_node(&seed, 0);
        real n[3];
        random_normal(&seed, n);
        const struct node beyond = beyond_wall(&s, n);
        const real phi = (real)uniform_in(&seed, -1e3, 1e3);
        const wide un = (wide)s.u[0] * n[0] + (wide)s.u[1] * n[1] + (wide)s.u[2] * n[2];
        const wide rho = s.rho, c = sqrt((wide)GAMMA * s.p / rho);
        const wide normal_stress[NKINDS] = { s.p + rho * c * un,
                                             s.p + (fabs(un) + c) * rho * un, s.p };
        wide scale[NFIELDS];
        scales(&s, &beyond, (double)phi, scale);
        for (int k = 0; k < NKINDS; ++k) {
            real f[NFIELDS];
            flux_by(i % NWAYS, kinds[k], &s, &beyond, n, phi, f);
            const wide expected[NFIELDS] = { 0, normal_stress[k] * n[0], normal_stress[k] * n[1],
                                             normal_stress[k] * n[2], 0 };
            for (int j = 0; j < NFIELDS; ++j)
                DEMAND(fabs(f[j] - expected[j]) <= 50 * (wide)REAL_EPSILON * scale[j],
                       "kind %d, component %d of state %d: %.17g instead of %.17g", kinds[k], j, i,
                       (double)f[j], (double)expected[j]);
        }
    }
}
