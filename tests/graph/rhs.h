#pragma once
/* tests/graph/rhs.h -- the semi-discrete operator against the vectors' numbers, and what the method
 * promises for any state: on cores and on GPUs, in any form of a stage. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/fluxes.h"
#include "base/sum.h"
#include "physics/entropy.h" /* REAL_BITS is 64: the judge computes in double */
#include "tests/graph/harness.h"
#include "tests/graph/wavy.h"
#include "tests/vectors.h"

static const json_t *rhs_find(const char *name)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(vectors("rhs"), i, entry)
        if (!strcmp(vectors_text(entry, "name"), name)) return entry;
    cr_assert_fail("no right-hand side %s in the vectors", name);
    return NULL;
}

/** Where a right-hand side is computed, in which form and on which kind of elements. */
struct rhs_place {
    int gpus;
    enum fusion fusion;
    int is_curved;
};

static void rhs_at(struct setup *s, const struct rhs_place *where)
{
    s->gpus = where->gpus;
    s->fusion = where->fusion;
    if (where->is_curved) s->mesh.mapping.at = wavy_warp;
}

/** Largest difference from the vectors' right-hand side, relative to its largest value. */
static double rhs_difference(const struct rhs_place *where, const char *name, int flux,
                             size_t sizeof_real, int64_t partitions)
{
    static double want[8][64][NFIELDS];
    double c[14], omega[3];
    vectors_numbers(rhs_find(name), "c", 14, c);
    vectors_numbers(rhs_find(name), "omega", 3, omega);
    vectors_numbers(rhs_find(name), "rhs", sizeof want / sizeof(double), &want[0][0][0]);
    struct setup s = wavy_setup(c, flux, partitions);
    struct run r;
    double worst = 0, largest = 0;
    s.sizeof_real = sizeof_real;
    s.physics.omega[0] = omega[0], s.physics.omega[1] = omega[1];
    s.physics.coriolis_f = omega[2];
    rhs_at(&s, where);
    harness_new(&r, &s);
    double *k = harness_rhs(&r);
    for (int e = 0; e < 8; ++e)
        for (int i = 0; i < 64; ++i) {
            double x[3];
            const struct element *el = harness_node(&r, e, i, x);
            const int to = (el->center[0] > 1) + 2 * (el->center[1] > 1) + 4 * (el->center[2] > 1);
            for (int v = 0; v < NFIELDS; ++v) {
                const double off = fabs(k[(e * NFIELDS + v) * 64 + i] - want[to][i][v]);
                if (!(off <= worst)) worst = isnan(off) ? INFINITY : off;
                largest = fmax(largest, fabs(want[to][i][v]));
            }
        }
    free(k);
    harness_free(&r);
    return worst / largest;
}

/* Random positive states, gravity, walls: nothing about them is smooth. */
static void rhs_random_state(void *data, const struct element *e, const double x[3],
                         double q[NFIELDS])
{
    (void)e;
    unsigned *seed = data;
    double r[NFIELDS];
    for (int v = 0; v < NFIELDS; ++v)
        r[v] = rand_r(seed) / (double)RAND_MAX;
    q[RHO] = 0.5 + r[0];
    for (int m = 0; m < 3; ++m)
        q[RHO_U + m] = q[RHO] * (r[1 + m] - 0.5);
    q[RHO_E] = (0.5 + r[4]) / 0.4 + 0.5 * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) / q[RHO]
             + q[RHO] * wavy_gravity * x[2];
}

/** Rates of mass, energy and entropy, each relative to the sum of the moduli of its terms. */
static void rhs_rates(const struct rhs_place *where, int degree, int flux, double omega,
                      double out[3])
{
    unsigned seed = 7;
    struct setup s = wavy_setup(NULL, flux, 3);
    struct run r;
    struct sum sum[3] = { { 0 } }, moduli[3] = { { 0 } };
    rhs_at(&s, where);
    s.degree = degree;
    s.initial = rhs_random_state;
    s.data = &seed;
    s.physics.coriolis_f = omega;
    s.physics.omega[0] = -omega;
    harness_new(&r, &s);
    double *k = harness_rhs(&r), *q = harness_state(&r);
    const int nq = degree + 1, np = nq * nq * nq;
    for (int e = 0; e < r.mesh.num_elements; ++e)
        for (int i = 0; i < np; ++i) {
            double x[3], qi[NFIELDS], ki[NFIELDS], v[NFIELDS];
            harness_node(&r, e, i, x);
            const double w = harness_volume(&r, e, i);
            for (int c = 0; c < NFIELDS; ++c) {
                qi[c] = q[(e * NFIELDS + c) * np + i];
                ki[c] = k[(e * NFIELDS + c) * np + i];
            }
            const struct node n = node_from(qi, wavy_gravity * x[2], 1.4);
            entropy_variables(&n, 1.4, v);
            sum_add(&sum[0], w * ki[RHO]), sum_add(&moduli[0], w * fabs(ki[RHO]));
            sum_add(&sum[1], w * ki[RHO_E]), sum_add(&moduli[1], w * fabs(ki[RHO_E]));
            for (int c = 0; c < NFIELDS; ++c) {
                sum_add(&sum[2], w * v[c] * ki[c]);
                sum_add(&moduli[2], w * fabs(v[c] * ki[c]));
            }
        }
    for (int i = 0; i < 3; ++i)
        out[i] = sum_value(&sum[i]) / sum_value(&moduli[i]);
    free(k);
    free(q);
    harness_free(&r);
}

/** Mass and energy are conserved, and the rate of entropy is between the two, at every degree. */
static void rhs_expect_conservation(const struct rhs_place *where, int flux, double entropy_from,
                                    double entropy_to)
{
    for (int degree = 1; degree <= 8; ++degree) {
        double rate[3];
        rhs_rates(where, degree, flux, degree % 2 ? 0.7 : 0, rate);
        cr_expect_lt(fabs(rate[0]), 1e-14, "mass, degree %d: %g", degree, rate[0]);
        cr_expect_lt(fabs(rate[1]), 1e-14, "energy, degree %d: %g", degree, rate[1]);
        cr_expect(entropy_from <= rate[2] && rate[2] <= entropy_to, "entropy, degree %d: %g",
                  degree, rate[2]);
    }
}
