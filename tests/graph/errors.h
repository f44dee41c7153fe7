#pragma once
/* tests/graph/errors.h -- the distance of a run from the exact solution. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include "base/sum.h"
#include "tests/graph/of_case.h"

struct l2 {
    const struct of_case *c;
    struct sum square, volume;
};

static void add_square(void *data, const struct element *e, const double x[3],
                       const double q[NFIELDS], double weight)
{
    (void)e;
    struct l2 *s = data;
    const double d = q[RHO] - s->c->s.c->state(&s->c->o, x, s->c->s.plan.end).rho;
    sum_add(&s->square, weight * d * d);
    sum_add(&s->volume, weight);
}

/** Root mean square of the error of the density at the end, on K x K x 1 elements, or on K x K x K
 * warped ones; a Courant number of 0 is the default one. */
static double error_on(int is_warped, const char *name, int order, int K, double courant)
{
    char text[3][64];
    const char *sets[] = { "mesh.level=0", is_warped ? "mesh.mapping=warp" : "mesh.mapping=none",
                           text[0], text[1], courant > 0 ? text[2] : NULL, NULL };
    struct of_case c;
    struct l2 s = { .c = &c };
    snprintf(text[0], sizeof text[0], "order=%d", order);
    snprintf(text[1], sizeof text[1], "mesh.base=[%d, %d, %d]", K, K, is_warped ? K : 1);
    snprintf(text[2], sizeof text[2], "time.courant=%g", courant);
    of_case_new(&c, name, 2, sets);
    cr_assert(c.s.c->is_exact);
    of_case_steps(&c);
    of_case_visit(&c, add_square, &s);
    const double error = sqrt(sum_value(&s.square) / sum_value(&s.volume));
    cr_log_info("%s%s, order %d, %d elements a side, %d steps: %.4e", is_warped ? "warped " : "",
                name, order, K,
                (int)c.s.plan.num_steps, error);
    of_case_free(&c);
    return error;
}

static double error_of(const char *name, int order, int K, double courant)
{
    return error_on(0, name, order, K, courant);
}

/** Error at 2 K elements a side; the order that the error falls with from K has to be at least so
 * much. */
static double expect_order_on(int is_warped, const char *name, int order, int K, double at_least)
{
    const double coarse = error_on(is_warped, name, order, K, 0);
    const double fine = error_on(is_warped, name, order, 2 * K, 0);
    cr_log_info("%s, order %d: falls with order %.2f", name, order, log2(coarse / fine));
    cr_expect_geq(log2(coarse / fine), at_least, "%s, order %d: errors %g, %g fall with order %g",
                  name, order, coarse, fine, log2(coarse / fine));
    return fine;
}

static double expect_order(const char *name, int order, int K, double at_least)
{
    return expect_order_on(0, name, order, K, at_least);
}
