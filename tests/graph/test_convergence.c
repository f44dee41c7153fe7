/* tests/graph/test_convergence.c -- errors fall as fast as the method promises. */
#include "tests/graph/errors.h"

static void expect_reference(double error, double want)
{
    cr_expect_float_eq(error, want, 0.01 * want, "error %g, reference solver %g", error, want);
}

Test(density_wave, converges_with_order_N_plus_1)
{
    expect_reference(expect_order("density_wave", 2, 8, 3 - 0.35), 3.60e-4);
    expect_reference(expect_order("density_wave", 3, 8, 4 - 0.35), 7.88e-6);
    expect_reference(expect_order("density_wave", 4, 4, 5 - 0.35), 5.90e-6);
}

Test(density_wave, converges_with_order_N_plus_1_on_warped_meshes)
{
    expect_order_on(1, "density_wave", 2, 8, 3 - 0.35);
    expect_order_on(1, "density_wave", 3, 8, 4 - 0.35);
}

Test(isentropic_vortex, converges_with_order_N)
{
    expect_order("isentropic_vortex", 4, 8, 4 - 0.1);
}
