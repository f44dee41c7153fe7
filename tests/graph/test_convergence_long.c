/* tests/graph/test_convergence_long.c -- errors fall as fast as promised, on finer meshes. */
#include "tests/graph/errors.h"

static void expect_reference(double error, double want)
{
    cr_expect_float_eq(error, want, 0.01 * want, "error %g, reference solver %g", error, want);
}

Test(isentropic_vortex, converges_with_order_N_on_fine_meshes)
{
    expect_order("isentropic_vortex", 2, 16, 2 - 0.1);
    expect_reference(expect_order("isentropic_vortex", 3, 16, 3 - 0.1), 7.148e-5);
    expect_reference(expect_order("isentropic_vortex", 4, 16, 4 - 0.1), 7.60e-6);
}

Test(density_wave, converges_with_order_N_plus_1_on_finer_warped_meshes)
{
    expect_order_on(1, "density_wave", 1, 16, 2 - 0.35);
    expect_order_on(1, "density_wave", 4, 8, 5 - 0.35);
}

Test(density_wave, error_does_not_depend_on_the_step)
{
    const double error = error_of("density_wave", 4, 8, 0);
    const double with_short_steps = error_of("density_wave", 4, 8, 0.5);
    cr_expect_float_eq(with_short_steps, error, 0.002 * error, "%g", with_short_steps);
}
