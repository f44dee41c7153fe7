/* tests/physics/test_entropy.c -- pressure, entropy and its variables against their definitions. */
#include "physics/entropy.h"
#include "tests/physics/states.h"
#include "tests/vectors.h"
#include <criterion/criterion.h>
#include <string.h>

static void assert_near(double found, double expected, double scale, const char *what, size_t i)
{
    cr_expect_leq(fabs(found - expected), TOLERANCE(1e-13, 1e-5) * scale,
                  "%s of case %zu: %.17g instead of %.17g", what, i, found, expected);
}

Test(entropy, pressure_and_entropy_variables_equal_the_reference_vectors)
{
    const json_t *cases = vectors("entropy");
    cr_assert_gt(json_array_size(cases), 0);
    for (size_t i = 0; i < json_array_size(cases); ++i) {
        const json_t *c = json_array_get(cases, i);
        const real phi = (real)vectors_number(c, "phi");
        double values[NFIELDS], expected[NFIELDS];
        real q[NFIELDS], v[NFIELDS];
        vectors_numbers(c, "q", NFIELDS, values);
        for (int s = 0; s < NFIELDS; ++s)
            q[s] = (real)values[s];
        const struct node s = node_from(q, phi, GAMMA);
        const double p = vectors_number(c, "p"), b = vectors_number(c, "b");
        const double eta = vectors_number(c, "eta"), speed = vectors_number(c, "sound_speed");

        assert_near(s.p, p, p, "pressure of the node", i);
        assert_near(pressure(q, phi, GAMMA), p, p, "pressure", i);
        assert_near(s.b, b, b, "b", i);
        assert_near(s.b_inv, 1 / b, 1 / b, "1/b", i);
        assert_near(sound_speed(&s, GAMMA), speed, speed, "speed of sound", i);
        assert_near(entropy(&s, GAMMA), eta, fabs(eta), "entropy", i);
        entropy_variables(&s, GAMMA, v);
        vectors_numbers(c, "v", NFIELDS, expected);
        for (int k = 0; k < NFIELDS; ++k)
            assert_near(v[k], expected[k], fabs(expected[k]), "entropy variable", i);
    }
}

Test(entropy, variables_of_random_states_equal_those_in_wider_arithmetic)
{
    uint64_t seed = 31;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node s = random_node(&seed, uniform_in(&seed, -1e3, 1e3));
        real v[NFIELDS];
        wide exact[NFIELDS];
        entropy_variables(&s, GAMMA, v);
        exact_entropy_variables(&s, exact);
        const wide b = s.b, terms = 20 + b * (dot(s.u, s.u) + 2 * fabs(s.phi));
        for (int k = 0; k < NFIELDS; ++k)
            DEMAND(fabs(v[k] - exact[k])
                       <= 50 * (wide)REAL_EPSILON * (k == RHO ? terms : fabs(exact[k])),
                   "variable %d of state %d", k, i);
    }
}

#if REAL_BITS == 64 /* differences of single precision numbers leave nothing to compare */
Test(entropy, variables_are_the_derivative_of_entropy_at_fixed_geopotential)
{
    uint64_t seed = 32;
    for (int i = 0; i < PAIRS / 10; ++i) {
        const double phi = uniform_in(&seed, -1, 1);
        const struct node s = random_node(&seed, 0);
        const double c = sound_speed(&s, GAMMA), unit[NFIELDS] = { s.rho, s.rho * c, s.rho * c,
                                                                  s.rho * c, s.p };
        const double geopotential = phi * c * c;
        const double q[NFIELDS] = { s.rho, s.rho * s.u[0], s.rho * s.u[1], s.rho * s.u[2],
                                    s.p / (GAMMA - 1) + s.rho * dot(s.u, s.u) / 2
                                        + s.rho * geopotential };
        const struct node at = node_from(q, geopotential, GAMMA);
        double v[NFIELDS];
        entropy_variables(&at, GAMMA, v);
        for (int k = 0; k < NFIELDS; ++k) {
            /* central differences of sixth order */
            const double weights[] = { 3. / 4, -3. / 20, 1. / 60 }, step = 2e-3 * unit[k];
            double slope = 0;
            for (int j = 1; j <= 3; ++j) {
                double before[NFIELDS], after[NFIELDS];
                memcpy(before, q, sizeof q);
                memcpy(after, q, sizeof q);
                before[k] -= j * step;
                after[k] += j * step;
                const struct node low = node_from(before, geopotential, GAMMA);
                const struct node high = node_from(after, geopotential, GAMMA);
                slope += weights[j - 1] * (entropy(&high, GAMMA) - entropy(&low, GAMMA)) / step;
            }
            DEMAND(fabs(slope - v[k]) * unit[k] <= 1e-9 * s.rho,
                   "variable %d of state %d: %.17g, slope %.17g", k, i, v[k], slope);
        }
    }
}
#endif
