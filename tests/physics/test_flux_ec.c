/* tests/physics/test_flux_ec.c -- the two-point flux: reference vectors, symmetry, Tadmor. */
#include "physics/flux_ec.h"
#include "tests/physics/states.h"
#include "tests/vectors.h"
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <stdio.h>

/* What each node of a pair receives, as the volume codelet does: side 0 is L, side 1 is R. */
static void flux_of_side(int side, int way, const struct node *L, const struct node *R,
                         const real a[3], real f[NFIELDS])
{
    const struct means means = means_by(way, L, R);
    const real K = flux_ec(L, R, &means, a, GAMMA, f);
    for (int m = 0; m < 3; ++m)
        f[RHO_U + m] += side ? -(K * R->b_inv) * a[m] : K * L->b_inv * a[m];
}

static struct node node_of_case(const json_t *c, const char *q_key, const char *phi_key)
{
    double values[NFIELDS];
    real q[NFIELDS];
    vectors_numbers(c, q_key, NFIELDS, values);
    for (int s = 0; s < NFIELDS; ++s)
        q[s] = (real)values[s];
    return node_from(q, (real)vectors_number(c, phi_key), GAMMA);
}

/* Components in units of rho c, p and p c of the larger side, times |a|. */
static void assert_fluxes_equal(const real f[NFIELDS], const double expected[NFIELDS],
                                const struct node *L, const struct node *R, const real a[3],
                                const char *what, size_t i)
{
    const double length = sqrt((double)dot(a, a)), rho = fmax(L->rho, R->rho), p = fmax(L->p, R->p);
    const double c = fmax(sound_speed(L, GAMMA), sound_speed(R, GAMMA));
    const double scale[NFIELDS] = { rho * c, p, p, p, p * c };
    for (int s = 0; s < NFIELDS; ++s)
        cr_expect_leq(fabs(f[s] - expected[s]), TOLERANCE(1e-12, 1e-5) * scale[s] * length,
                      "%s of case %zu, component %d: %.17g instead of %.17g", what, i, s,
                      (double)f[s], expected[s]);
}

Test(flux_ec, of_each_side_equals_the_reference_vectors)
{
    const json_t *cases = vectors_member(vectors("ec_flux"), "cases");
    int served[NWAYS] = { 0 };
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const struct node L = node_of_case(c, "q_minus", "phi_minus");
        const struct node R = node_of_case(c, "q_plus", "phi_plus");
        double xyz[2][3][NFIELDS], dot_vec[2][NFIELDS], vec[3];
        vectors_numbers(c, "F_minus_xyz", 3 * NFIELDS, xyz[0][0]);
        vectors_numbers(c, "F_plus_xyz", 3 * NFIELDS, xyz[1][0]);
        vectors_numbers(c, "F_minus_dot_vec", NFIELDS, dot_vec[0]);
        vectors_numbers(c, "F_plus_dot_vec", NFIELDS, dot_vec[1]);
        vectors_numbers(c, "vec", 3, vec);
        const real a[3] = { (real)vec[0], (real)vec[1], (real)vec[2] };
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            ++served[way];
            for (int side = 0; side < 2; ++side) {
                real f[NFIELDS];
                for (int d = 0; d < 3; ++d) {
                    const real axis[3] = { d == 0, d == 1, d == 2 };
                    flux_of_side(side, way, &L, &R, axis, f);
                    assert_fluxes_equal(f, xyz[side][d], &L, &R, axis,
                                        side ? "F_plus" : "F_minus", i);
                }
                flux_of_side(side, way, &L, &R, a, f);
                assert_fluxes_equal(f, dot_vec[side], &L, &R, a,
                                    side ? "F_plus.vec" : "F_minus.vec", i);
            }
        }
    }
    for (int way = 0; way < NWAYS; ++way)
        cr_expect_gt(served[way], 0, "no reference pair for means %s", way_names[way]);
}

Test(flux_ec, of_equal_states_is_the_physical_flux)
{
    uint64_t seed = 11;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node s = random_node(&seed, uniform_in(&seed, -1e3, 1e3));
        const int way = i % NWAYS;
        const struct means means = means_by(way, &s, &s);
        real a[3], f[NFIELDS];
        random_vector(&seed, a);
        const real K = flux_ec(&s, &s, &means, a, GAMMA, f);
        DEMAND(K == 0, "state %d", i);

        const wide rho = s.rho, p = s.p, u[3] = { s.u[0], s.u[1], s.u[2] };
        const wide un = u[0] * a[0] + u[1] * a[1] + u[2] * a[2];
        const wide E = p / ((wide)GAMMA - 1) + rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / 2
                     + rho * s.phi;
        const wide expected[NFIELDS] = { rho * un, rho * u[0] * un + p * a[0],
                                         rho * u[1] * un + p * a[1], rho * u[2] * un + p * a[2],
                                         (E + p) * un };
        const wide c = sqrt(GAMMA * p / rho), rho_phi = fabs(rho * s.phi);
        const wide scale[NFIELDS] = { rho * c, p, p, p, (p + rho_phi) * c };
        for (int k = 0; k < NFIELDS; ++k)
            DEMAND(fabs(f[k] - expected[k]) <= 50 * (wide)REAL_EPSILON * scale[k],
                   "component %d of state %d, means %s", k, i, way_names[way]);
    }
}

Test(flux_ec, does_not_depend_on_the_order_of_the_nodes_to_the_last_bit)
{
    uint64_t seed = 12;
    for (int i = 0; i < PAIRS; ++i) {
        const double phi = uniform_in(&seed, -1e3, 1e3);
        const struct node L = random_node(&seed, 0);
        const struct node R = random_partner(&seed, i, &L, phi);
        real a[3], there[NFIELDS], back[NFIELDS];
        random_vector(&seed, a);
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            const struct means LR = means_by(way, &L, &R), RL = means_by(way, &R, &L);
            const real K_there = flux_ec(&L, &R, &LR, a, GAMMA, there);
            const real K_back = flux_ec(&R, &L, &RL, a, GAMMA, back);
            DEMAND(K_there == -K_back, "pair %d, means %s", i, way_names[way]);
            for (int s = 0; s < NFIELDS; ++s)
                DEMAND(there[s] == back[s], "component %d of pair %d, means %s", s, i,
                       way_names[way]);
        }
    }
}

/* |v_R.F(R,L) - v_L.F(L,R) - [[psi]]|, psi = rho u.a, in units of the terms that cancel. */
static wide entropy_produced(int way, const struct node *L, const struct node *R,
                             const real a[3])
{
    const struct node *s[2] = { L, R };
    wide sum = 0, moduli = 0;
    for (int side = 0; side < 2; ++side) {
        const wide sign = side ? 1 : -1;
        real f[NFIELDS];
        wide v[NFIELDS], psi = 0;
        flux_of_side(side, way, L, R, a, f);
        exact_entropy_variables(s[side], v);
        for (int k = 0; k < NFIELDS; ++k) {
            sum += sign * v[k] * f[k];
            moduli += fabs(v[k] * f[k]);
        }
        for (int m = 0; m < 3; ++m)
            psi += (wide)s[side]->rho * s[side]->u[m] * a[m];
        sum -= sign * psi;
        moduli += fabs(psi);
    }
    return fabs(sum) / moduli;
}

enum { TADMOR_PAIRS = 1000000 };

/* Density and pressure over six decades, jumps of phi up to 1e6, pairs of all kinds; served: how
 * many the way serves. */
static wide worst_entropy_produced(int way, int *served)
{
    uint64_t seed = 13;
    wide worst = 0;
    *served = 0;
    for (int i = 0; i < TADMOR_PAIRS; ++i) {
        const double sign = uniform(&seed) < 0.5 ? -1 : 1;
        const double phi_jump = sign * decades(&seed, -3, 6);
        const struct node L = random_node(&seed, 0);
        const struct node R = random_partner(&seed, i, &L, phi_jump);
        real a[3];
        random_vector(&seed, a);
        if (!way_serves(way, &L, &R)) continue;
        ++*served;
        const wide produced = entropy_produced(way, &L, &R, a);
        if (!(produced <= worst)) worst = produced; /* a NaN stays */
    }
    return worst;
}

Test(flux_ec, with_gravity_conserves_entropy_as_tadmor_demands)
{
    for (int way = 0; way < NWAYS; ++way) {
        int served;
        const wide worst = worst_entropy_produced(way, &served);
        cr_expect_geq(served, TADMOR_PAIRS / 2, "means %s: %d pairs", way_names[way], served);
        cr_expect(worst <= 50 * (wide)REAL_EPSILON, "means %s: %g eps", way_names[way],
                  (double)(worst / REAL_EPSILON));
    }
}

/* Under TAP a test's own output is lost: the parent says how close it was. */
ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    (void)stats;
    for (int way = 0; way < NWAYS; ++way) {
        int served;
        const wide worst = worst_entropy_produced(way, &served);
        printf("# Tadmor's condition, %d bits, means %s: at most %.1f eps over %d pairs\n",
               REAL_BITS, way_names[way], (double)(worst / REAL_EPSILON), served);
    }
}
