/* tests/graph/test_rhs.c -- the semi-discrete operator: the vectors' numbers, and what the method
 * promises for any state. */
#define REAL_BITS 64
#include "tests/graph/rhs.h"

static const struct rhs_place here = { 0, FUSION_SPLIT, 0 }, curved = { 0, FUSION_SPLIT, 1 };

Test(rhs, is_the_vectors_with_conservative_flux)
{
    cr_expect_lt(rhs_difference(&here, "affine_ec", FLUX_CONSERVATIVE, 8, 1), 1e-12);
    cr_expect_lt(rhs_difference(&here, "affine_ec", FLUX_CONSERVATIVE, 8, 8), 1e-12);
    cr_expect_lt(rhs_difference(&here, "affine_ec", FLUX_CONSERVATIVE, 4, 3), 2e-5);
}

Test(rhs, is_the_vectors_with_matrix_flux)
{
    cr_expect_lt(rhs_difference(&here, "affine_matrix", FLUX_MATRIX, 8, 1), 1e-12);
    cr_expect_lt(rhs_difference(&here, "affine_matrix", FLUX_MATRIX, 8, 5), 1e-12);
    cr_expect_lt(rhs_difference(&here, "affine_matrix", FLUX_MATRIX, 4, 3), 2e-5);
}

Test(rhs, is_the_vectors_with_rusanov_flux_and_coriolis_force)
{
    cr_expect_lt(rhs_difference(&here, "affine_llf_coriolis", FLUX_RUSANOV, 8, 1), 1e-12);
}

Test(rhs, is_the_vectors_on_curved_elements)
{
    cr_expect_lt(rhs_difference(&curved, "curved_matrix_coriolis", FLUX_MATRIX, 8, 1), 1e-12);
    cr_expect_lt(rhs_difference(&curved, "curved_matrix_coriolis", FLUX_MATRIX, 8, 5), 1e-12);
    cr_expect_lt(rhs_difference(&curved, "curved_matrix_coriolis", FLUX_MATRIX, 4, 3), 2e-5);
}

Test(rhs, conserves_entropy_with_gravity_and_walls)
{
    rhs_expect_conservation(&here, FLUX_CONSERVATIVE, -1e-14, 1e-14);
}

Test(rhs, conserves_entropy_on_curved_elements)
{
    rhs_expect_conservation(&curved, FLUX_CONSERVATIVE, -1e-14, 1e-14);
}

Test(rhs, loses_entropy_on_curved_elements_with_matrix_dissipation)
{
    rhs_expect_conservation(&curved, FLUX_MATRIX, -1, -1e-3);
}

Test(rhs, loses_entropy_with_matrix_dissipation)
{
    rhs_expect_conservation(&here, FLUX_MATRIX, -1, -1e-3);
}

Test(rhs, loses_entropy_with_rusanov_dissipation)
{
    rhs_expect_conservation(&here, FLUX_RUSANOV, -1, -1e-3);
}
