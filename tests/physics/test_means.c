/* tests/physics/test_means.c -- all ways to the means of a pair, and where the near one ends. */
#include "physics/means.h"
#include "tests/physics/states.h"
#include <criterion/criterion.h>

enum { NMEANS = 3 };
static const char *const names[NMEANS] = { "{{rho}}_log", "1/{{b}}_log", "{{rho}}/{{b}}" };

static void listed(const struct means *m, real list[NMEANS])
{
    const real all[NMEANS] = { m->rho_log, m->b_log_inv, m->p_sum };
    for (int k = 0; k < NMEANS; ++k)
        list[k] = all[k];
}

Test(means, are_exact_to_rounding_in_all_ways)
{
    uint64_t seed = 41;
    /* b is down to 5e-9 here, logarithms up to 19 in size are rounded by 19 eps/2 each, and where
     * the series ends they differ by 0.2: 19 eps/0.2. Polynomials do not cancel. */
    const wide tolerance[NWAYS] = { 100 * (wide)REAL_EPSILON, 6 * (wide)REAL_EPSILON,
                                    8 * (wide)REAL_EPSILON };
    for (int i = 0; i < PAIRS; ++i) {
        const struct node L = random_node(&seed, 0), R = random_partner(&seed, i, &L, 0);
        const wide exact[NMEANS] = { exact_mean(L.rho, R.rho), 1 / exact_mean(L.b, R.b),
                                     ((wide)L.rho + R.rho) / ((wide)L.b + R.b) };
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            const struct means m = means_by(way, &L, &R);
            real found[NMEANS];
            listed(&m, found);
            for (int k = 0; k < NMEANS; ++k)
                DEMAND(fabs(found[k] - exact[k]) <= tolerance[way] * fabs(exact[k]),
                       "%s %s of pair %d: %.17g instead of %.17g", names[k], way_names[way], i,
                       (double)found[k], (double)exact[k]);
        }
    }
}

Test(means, of_exchanged_states_are_the_same_to_the_last_bit)
{
    uint64_t seed = 42;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node L = random_node(&seed, 0), R = random_partner(&seed, i, &L, 0);
        for (int way = 0; way < NWAYS; ++way) {
            if (!way_serves(way, &L, &R)) continue;
            const struct means LR = means_by(way, &L, &R), RL = means_by(way, &R, &L);
            real there[NMEANS], back[NMEANS];
            listed(&LR, there);
            listed(&RL, back);
            for (int k = 0; k < NMEANS; ++k)
                DEMAND(there[k] == back[k], "%s %s of pair %d", names[k], way_names[way], i);
        }
    }
}

Test(means, of_equal_states_are_exact_in_the_density)
{
    uint64_t seed = 43;
    for (int i = 0; i < PAIRS; ++i) {
        const struct node s = random_node(&seed, 0);
        for (int way = 0; way < NWAYS; ++way) {
            const struct means m = means_by(way, &s, &s);
            if (way != WIDE) DEMAND(m.rho_log == s.rho, "density %s of state %d", way_names[way], i);
        }
    }
}

/* Either of rho and b of the second state times a factor: near both ways round, or neither. */
static void expect_near(int expected, real factor)
{
    const struct node s = { .rho = (real)1.2, .b = (real)6e-6 };
    struct node other = s;
    other.rho = factor * s.rho;
    cr_expect_eq(means_are_near(&s, &other), expected, "rho times %.17g", (double)factor);
    cr_expect_eq(means_are_near(&other, &s), expected, "rho over %.17g", (double)factor);
    other = s;
    other.b = factor * s.b;
    cr_expect_eq(means_are_near(&s, &other), expected, "b times %.17g", (double)factor);
    cr_expect_eq(means_are_near(&other, &s), expected, "b over %.17g", (double)factor);
}

Test(means, are_near_up_to_a_factor_of_2_in_density_and_in_b)
{
    expect_near(1, 1);
    expect_near(1, 2);
    expect_near(1, (real)0.5);
    expect_near(0, 2 * (1 + 2 * (real)REAL_EPSILON));
    expect_near(0, (real)0.5 * (1 - 2 * (real)REAL_EPSILON));
    expect_near(0, 1000);
}

Test(means, of_negative_or_undefined_states_are_not_near)
{
    expect_near(0, -1);
    expect_near(0, 0);
    expect_near(0, (real)NAN);
    expect_near(0, (real)INFINITY);
    const struct node negative = { .rho = -1, .b = -1 };
    cr_expect(!means_are_near(&negative, &negative));
}
