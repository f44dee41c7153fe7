/* tests/gpu/test_vectors_gpu.c -- the semi-discrete operator on a GPU: the vectors' numbers, and
 * what the method promises for any state, in every form of a stage. */
#define REAL_BITS 64
#include "tests/graph/rhs.h"

static const struct rhs_place forms[] = {
    { 1, FUSION_SPLIT, 0 }, { 1, FUSION_SURFACE, 0 }, { 1, FUSION_FULL, 0 },
    { 1, FUSION_SPLIT, 1 }, { 1, FUSION_SURFACE, 1 }, { 1, FUSION_FULL, 1 },
};
static const char *const names[] = { "split", "surface", "full",
                                     "split, curved", "surface, curved", "full, curved" };
enum { AFFINE = 0, CURVED = 3, END = 6 };
#define EACH_FORM(f, first) for (int f = (first); f < (first) + CURVED; ++f)

static void expect_vectors(const char *name, int flux, int first)
{
    static const int64_t partitions[] = { 1, 5, 8 };
    harness_start(0, 1, NULL);
    EACH_FORM(f, first)
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
    expect_vectors("affine_ec", FLUX_CONSERVATIVE, AFFINE);
}

Test(vectors_gpu, are_met_with_matrix_flux)
{
    expect_vectors("affine_matrix", FLUX_MATRIX, AFFINE);
}

Test(vectors_gpu, are_met_with_rusanov_flux_and_coriolis_force)
{
    expect_vectors("affine_llf_coriolis", FLUX_RUSANOV, AFFINE);
}

Test(vectors_gpu, are_met_on_curved_elements)
{
    expect_vectors("curved_matrix_coriolis", FLUX_MATRIX, CURVED);
}

static void expect_conservation(int flux, double entropy_from, double entropy_to)
{
    harness_start(0, 1, NULL);
    for (int f = 0; f < END; ++f)
        rhs_expect_conservation(&forms[f], flux, entropy_from, entropy_to);
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
