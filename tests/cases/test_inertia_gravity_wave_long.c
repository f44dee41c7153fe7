/* tests/cases/test_inertia_gravity_wave_long.c -- the case files' runs tend to the solution. */
#include "tests/cases/inertia_gravity_wave.h"

static const char file[] = "inertia_gravity_wave";

/* Half the spacing of the case file, and elements as wide in y. */
static const char *const fine_mesh[] = { "mesh.base=[120, 1, 4]",
                                         "mesh.upper=[300000, 2500, 10000]", NULL };
static const char *const own_mesh[] = { NULL };

/* Half an hour at 0.001 K, where the error of the discretisation is what is left. */
Test(inertia_gravity_wave, half_an_hour_converges_with_order_N)
{
    const struct comparison coarse = compared(file, 0.001, own_mesh);
    const struct comparison fine = compared(file, 0.001, fine_mesh);
    const double w = log2(relative(&coarse.w) / relative(&fine.w));
    const double T = log2(relative(&coarse.T) / relative(&fine.T));
    cr_log_info("order 4: w converges with order %.2f, T with %.2f", w, T);
    cr_expect_geq(w, 4, "w converges with order %g", w);
    cr_expect_geq(T, 4, "T converges with order %g", T);
    cr_expect_lt(relative(&coarse.w), 5e-3, "w is off by %g", relative(&coarse.w));
    cr_expect_lt(relative(&coarse.T), 7e-3, "T is off by %g", relative(&coarse.T));
}

Test(inertia_gravity_wave, half_an_hour_differs_by_the_square_of_the_amplitude)
{
    const struct comparison one = compared(file, 1, fine_mesh);
    const struct comparison tenth = compared(file, 0.1, fine_mesh);
    const double w = relative(&one.w) / relative(&tenth.w);
    const double T = relative(&one.T) / relative(&tenth.T);
    cr_log_info("a tenth: w and T are off by 1/%.2f and 1/%.2f", w, T);
    cr_expect(w > 9 && w < 11, "w is off by 1/%g", w);
    cr_expect(T > 9 && T < 11, "T is off by 1/%g", T);
}

Test(inertia_gravity_wave, eight_hours_on_the_f_plane_are_the_solution)
{
    const struct comparison s = compared("inertia_gravity_wave_rotating", 0.001, own_mesh);
    cr_expect_lt(relative(&s.v), 0.002, "v is off by %g", relative(&s.v));
    cr_expect_lt(relative(&s.w), 0.03, "w is off by %g", relative(&s.w));
    cr_expect_lt(relative(&s.T), 0.01, "T is off by %g", relative(&s.T));
}
