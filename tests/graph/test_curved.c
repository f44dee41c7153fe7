/* tests/graph/test_curved.c -- curved elements: what is uniform or at rest stays so, whatever bends
 * the mesh, and an affine element does not feel that others are curved. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include "base/fluxes.h"
#include "tests/graph/of_case.h"
#include "tests/graph/wavy.h"

/* Largest change of any variable since the start, or largest speed. */
struct largest {
    const struct of_case *c;
    double change, speed;
};

static void look(void *data, const struct element *e, const double x[3], const double q[NFIELDS],
                 double weight)
{
    struct largest *l = data;
    const struct primitive w = l->c->s.c->state(&l->c->o, x, 0);
    double squares = 0, E = w.p / (l->c->o.gas_gamma - 1) + w.rho * l->c->o.top_gravity * x[2];
    (void)e, (void)weight;
    l->change = fmax(l->change, fabs(q[RHO] - w.rho));
    for (int m = 0; m < 3; ++m) {
        l->change = fmax(l->change, fabs(q[RHO_U + m] - w.rho * w.u[m]));
        E += 0.5 * w.rho * w.u[m] * w.u[m];
        squares += q[RHO_U + m] * q[RHO_U + m] / (q[RHO] * q[RHO]);
    }
    l->change = fmax(l->change, fabs(q[RHO_E] - E));
    l->speed = fmax(l->speed, sqrt(squares));
}

static struct largest run(const char *name, const char *const *sets)
{
    struct of_case c;
    struct largest l = { .c = &c };
    of_case_new(&c, name, 2, sets);
    for_each (const struct part, p, c.s.run.parts) cr_assert(p->mesh->is_curved);
    of_case_steps(&c);
    of_case_visit(&c, look, &l);
    of_case_free(&c);
    return l;
}

static double free_stream_change(int order, const char *scheme)
{
    char order_is[32], scheme_is[32];
    const char *sets[] = { order_is, scheme_is, "initial.amplitude=0", "mesh.base=[3, 3, 3]",
                           "mesh.mapping=warp", "mesh.warp=0.15", "time.steps=100", NULL };
    snprintf(order_is, sizeof order_is, "order=%d", order);
    snprintf(scheme_is, sizeof scheme_is, "time.scheme=%s", scheme);
    const double change = run("density_wave", sets).change;
    cr_log_info("free stream, order %d, %s: %.2e", order, scheme, change);
    return change;
}

Test(curved, leaves_a_free_stream_alone)
{
    for (int order = 2; order <= 6; ++order) {
        cr_expect_leq(free_stream_change(order, "lsrk14"), 5e-12);
        cr_expect_leq(free_stream_change(order, "lsrk5"), 1e-13);
    }
}

static double speed_at_rest(const char *const *sets)
{
    const double speed = run("resting_atmosphere", sets).speed;
    cr_log_info("at rest, %s: %.2e m/s", sets[0], speed);
    return speed;
}

Test(curved, leaves_an_atmosphere_at_rest)
{
    const char *warp[] = { "mesh.mapping=warp", "mesh.warp=0.15", "time.steps=1000", NULL };
    const char *ridge[] = { "mesh.mapping=mountain", "mesh.mountain_height=400",
                            "mesh.mountain_width=300", "time.steps=1000", NULL };
    const char *hill[] = { "mesh.mapping=mountain", "mesh.mountain_height=400",
                           "mesh.mountain_shape=hill", "mesh.mountain_width=500",
                           "time.steps=1000", NULL };
    cr_expect_leq(speed_at_rest(warp), 5e-9);
    cr_expect_leq(speed_at_rest(ridge), 5e-9);
    cr_expect_leq(speed_at_rest(hill), 5e-9);
}

static void bend_some(struct mesh *m)
{
    for (int n = 0; n < m->partitions.n; n += 2) m->partitions.at[n].is_curved = 1;
}

static uint64_t checksum_of(void (*rewire)(struct mesh *), enum fusion fusion, size_t sizeof_real)
{
    double c[14] = { 1.1, 0.2, 0.3, 0.1, 0.3, 0.1, -0.2, 0.15, 0.25, 0.05, 0.9, 0.15, 0.1, 0.08 };
    struct setup s = wavy_setup(c, FLUX_MATRIX, 5);
    struct run r;
    s.physics.coriolis_f = 0.7, s.physics.coriolis_beta = 0.1;
    s.rewire = rewire;
    s.fusion = fusion;
    s.sizeof_real = sizeof_real;
    harness_new(&r, &s);
    harness_steps(&r, rk_find("lsrk5"), 0.01, 3);
    const uint64_t sum = data_checksum(&r);
    harness_free(&r);
    return sum;
}

Test(curved, partitions_do_not_change_a_bit_of_affine_elements)
{
    for (size_t real = sizeof(float); real <= sizeof(double); real += sizeof(float))
        for (int f = FUSION_SPLIT; f <= FUSION_FULL; ++f)
            cr_expect_eq(checksum_of(bend_some, (enum fusion)f, real),
                         checksum_of(NULL, (enum fusion)f, real), "%zu bytes, form %d", real, f);
}
