/* tests/cases/test_mountain_wave_long.c -- waves over a ridge become the linear ones. */
#include "tests/cases/mountain_wave.h"

/* Runs on two cores, and compares the lower half of the box. */
static void expect_linear(const char *const *sets)
{
    static struct hill_comparison s;
    struct of_case c;
    double off;
    of_case_new(&c, "mountain_wave", 2, sets);
    of_case_steps(&c);
    hill_compare(&s, &c, c.o.mesh_upper.at[2] / 2);
    const double flux = hill_flux(&s, &off);
    cr_log_info("%d steps to U t/a = %.0f: w off by %.3f, flux %.3f, off by %.3f",
                (int)c.s.plan.num_steps, c.s.plan.end * s.waves.U / s.waves.a, hill_difference(&s),
                flux, off);
    cr_expect_lt(hill_difference(&s), 0.1, "w off by %g", hill_difference(&s));
    cr_expect_lt(off, 0.1, "flux off by %g", off);
    of_case_free(&c);
}

/* The case as it is, up to U t/a = 60; wider in y, which allows longer steps. */
Test(mountain_wave_long, wide_ridge)
{
    expect_linear((const char *[]){ "mesh.upper=[120000, 60000, 30000]", "time.end=30000",
                                    "time.courant=2.6", "output.interval=none", NULL });
}

/* a N/U = 2: waves trail downstream. */
Test(mountain_wave_long, narrow_ridge)
{
    expect_linear((const char *[]){
        "mesh.base=[24, 1, 8]", "mesh.lower=[-36000, 0, 0]", "mesh.upper=[36000, 30000, 24000]",
        "mesh.mountain_width=3000", "initial.velocity=[30, 0, 0]", "absorb.sides=9000",
        "absorb.rate=0.01", "time.end=6000", "time.courant=2.4", "output.interval=none", NULL });
}
