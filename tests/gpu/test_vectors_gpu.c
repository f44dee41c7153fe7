/* tests/gpu/test_vectors_gpu.c -- the semi-discrete operator on a GPU: the vectors' numbers, and
 * what the method promises for any state, in every form of a stage. */
#define REAL_BITS 64
#include "tests/graph/rhs.h"

static const struct rhs_place forms[] = {
    { 1, FUSION_SPLIT }, { 1, FUSION_SURFACE }, { 1, FUSION_FULL }
};
static const char *const names[] = { "split", "surface", "full" };
#define EACH_FORM(f) for (int f = 0; f < 3; ++f)

static void expect_vectors(const char *name, int flux)
{
    static const int64_t partitions[] = { 1, 5, 8 };
    harness_start(0, 1, NULL);
    EACH_FORM(f)
        for (int i = 0; i < 3; ++i) {
            const double d = rhs_difference(&forms[f], name, flux, 8, partitions[i]);
            const double s = rhs_difference(&forms[f], name, flux, 4, partitions[i]);
            cr_expect_lt(d, 1e-12, "%s: %g", names[f], d);
            cr_expect_lt(s, 2e-5, "%s, single: %g", names[f], s);
        }
    harness_stop();
}

Test(vectors_gpu, are_met_with_conservative_flux)
{
    expect_vectors("affine_ec", FLUX_CONSERVATIVE);
}

Test(vectors_gpu, are_met_with_matrix_flux) { expect_vectors("affine_matrix", FLUX_MATRIX); }

static void expect_conservation(int flux, double entropy_from, double entropy_to)
{
    harness_start(0, 1, NULL);
    EACH_FORM(f) rhs_expect_conservation(&forms[f], flux, entropy_from, entropy_to);
    harness_stop();
}

Test(rhs_gpu, conserves_entropy_with_gravity_and_walls)
{
    expect_conservation(FLUX_CONSERVATIVE, -1e-14, 1e-14);
}

Test(rhs_gpu, loses_entropy_with_dissipation)
{
    expect_conservation(FLUX_MATRIX, -1, -1e-3);
    expect_conservation(FLUX_RUSANOV, -1, -1e-3);
}
