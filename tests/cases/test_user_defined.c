/* tests/cases/test_user_defined.c -- expressions give the states that cases have in C. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include "cases/cases.h"

/* The options of a case with KEY=VALUE, ended by NULL. */
static void read_case(struct options *o, const char *const *sets)
{
    struct option_source from = { .sets = sets };
    while (sets[from.num_sets]) ++from.num_sets;
    cr_assert_eq(options_read(o, &from, case_list()), OK, "%s", error_text());
}

static double off(double a, double b) { return fabs(a - b) / fmax(1, fabs(b)); }

/* Both states at points all over a box of 2 km; no component further apart than that. */
static void expect_same(const char *const *user_sets, const char *const *sets, double most)
{
    struct options user, built_in;
    int points = 0;

    read_case(&user, user_sets);
    read_case(&built_in, sets);
    for (double z = 0; z <= 2000; z += 97)
        for (double y = -1000; y <= 1000; y += 211)
            for (double x = -1000; x <= 1000; x += 173) {
                const double at[3] = { x, y, z };
                const struct primitive a = case_find("user_defined")->state(&user, at, 0);
                const struct primitive b = case_find(built_in.top_case)->state(&built_in, at, 0);
                const double worst = fmax(fmax(off(a.rho, b.rho), off(a.p, b.p)),
                                          fmax(fmax(off(a.u[0], b.u[0]), off(a.u[1], b.u[1])),
                                               off(a.u[2], b.u[2])));
                cr_assert(worst <= most, "(%g, %g, %g): off by %g", x, y, z, worst);
                ++points;
            }
    cr_expect_gt(points, 1000);
    options_free(&user);
    options_free(&built_in);
}

Test(user_defined, resting_atmosphere_has_the_same_bits)
{
    expect_same((const char *const[]){ "case=user_defined", "initial.temperature=250",
                                       "state.temperature=temperature", "state.u=3.25",
                                       "state.w=-1/8",
                                       "state.pressure=pressure*exp(-g*z/(R*temperature))", NULL },
                (const char *const[]){ "case=resting_atmosphere", "initial.temperature=250",
                                       "initial.velocity=[3.25, 0, -0.125]", NULL },
                0);
}

#define R_OF_BUBBLE "sqrt(x^2 + y^2 + (z - 260)^2)"
#define SHAPE "(" R_OF_BUBBLE " <= radius ? amplitude*0.5*(1 + cos(pi*" R_OF_BUBBLE "/radius)) : 0)"

Test(user_defined, rising_bubble_is_the_same_by_temperature)
{
    expect_same((const char *const[]){
                    "case=user_defined", "initial.amplitude=2",
                    "state.pressure=pressure*(1 - g*z/(cp*theta))^(cp/R)",
                    "state.temperature=\"(theta + " SHAPE ")*(1 - g*z/(cp*theta))\"", NULL },
                (const char *const[]){ "case=rising_bubble", "initial.amplitude=2",
                                       "initial.exner=background", NULL },
                1e-14);
}

Test(user_defined, rising_bubble_is_the_same_by_density)
{
    expect_same((const char *const[]){
                    "case=user_defined", "initial.amplitude=2",
                    "state.pressure=\"pressure*(1 - g*z/(cp*(theta + " SHAPE ")))^(cp/R)\"",
                    "state.density=\"pressure/(R*(theta + " SHAPE
                    "))*(1 - g*z/(cp*(theta + " SHAPE ")))^(cv/R)\"", NULL },
                (const char *const[]){ "case=rising_bubble", "initial.amplitude=2", NULL },
                1e-14);
}

Test(user_defined, velocity_is_zero_where_it_is_left_out)
{
    struct options o;
    read_case(&o, (const char *const[]){ "case=user_defined", NULL });
    const struct primitive w = case_find("user_defined")->state(&o, (double[]){ 1, 2, 3 }, 0);
    cr_expect(w.u[0] == 0 && w.u[1] == 0 && w.u[2] == 0);
    options_free(&o);
}

Test(user_defined, every_name_has_its_value)
{
    struct options o;
    read_case(&o, (const char *const[]){
        "case=user_defined", "gas.gamma=1.5", "gas.gas_constant=280", "gravity=9",
        "coriolis.f=1e-4", "coriolis.beta=2e-11", "initial.amplitude=7", "initial.theta=301",
        "initial.temperature=280", "initial.pressure=90000", "initial.radius=123",
        "state.density=1", "state.pressure=1",
        "state.u=x + 1000*y + 1e6*z + 1e-3*g + 1e-6*pi", "state.v=R*gamma - cp + 2*cv*beta/2e-11",
        "state.w=f*1e4 + amplitude*10 + theta*100 + temperature + pressure + radius/1000", NULL });
    const struct primitive w = case_find("user_defined")->state(&o, (double[]){ 1, 2, 3 }, 0);
    cr_expect_float_eq(w.u[0], 1 + 2000 + 3e6 + 9e-3 + 1e-6 * M_PI, 1e-9);
    cr_expect_float_eq(w.u[1], 280 * 1.5 - 840 + 2 * 560, 1e-9);
    cr_expect_float_eq(w.u[2], 1 + 70 + 30100 + 280 + 90000 + 0.123, 1e-9);
    options_free(&o);
}
