#pragma once
/* tests/cases/inertia_gravity_wave.h -- runs of the case, compared with the linear solution. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include "base/sum.h"
#include "tests/graph/of_case.h"

/** What a run has of a field, and its distance from the linear solution. */
struct distance {
    double largest, largest_off;    /* of the linear solution; of the difference */
    struct sum square, square_off;  /* integrals                                 */
};

struct comparison {
    const struct of_case *c;
    struct distance v, w, T; /* m/s; K, from that of the background */
};

static void add_distance(struct distance *d, double run, double linear, double weight)
{
    const double off = run - linear;
    d->largest = fmax(d->largest, fabs(linear));
    d->largest_off = fmax(d->largest_off, fabs(off));
    sum_add(&d->square, weight * linear * linear);
    sum_add(&d->square_off, weight * off * off);
}

static void compare(void *data, const struct element *e, const double x[3],
                    const double q[NFIELDS], double weight)
{
    (void)e;
    struct comparison *s = data;
    const struct options *o = &s->c->o;
    const struct primitive want = s->c->s.c->state(o, x, s->c->s.plan.end);
    const double R = o->gas_gas_constant, T0 = o->initial_temperature;
    const double p0 = o->initial_pressure * exp(-o->top_gravity * x[2] / (R * T0));
    const double kinetic = (q[RHO_U] * q[RHO_U] + q[RHO_V] * q[RHO_V] + q[RHO_W] * q[RHO_W])
                         / (2 * q[RHO]);
    const double p = (o->gas_gamma - 1) * (q[RHO_E] - kinetic - q[RHO] * o->top_gravity * x[2]);
    add_distance(&s->v, q[RHO_V] / q[RHO], want.u[1], weight);
    add_distance(&s->w, q[RHO_W] / q[RHO], want.u[2], weight);
    add_distance(&s->T, p / (R * q[RHO]) - T0, T0 * (want.p / p0 - R * T0 * want.rho / p0), weight);
}

/* Root mean square of the difference, relative to that of the linear solution. */
static double relative(const struct distance *d)
{
    return sqrt(sum_value(&d->square_off) / sum_value(&d->square));
}

/** Runs a case file of the case with sets, the amplitude apart (K), and compares its end. */
static struct comparison compared(const char *name, double amplitude, const char *const *sets)
{
    enum { MOST_SETS = 16 };
    char text[64];
    const char *all[MOST_SETS] = { "output.interval=none", text };
    struct of_case c;
    struct comparison s = { .c = &c };
    snprintf(text, sizeof text, "initial.amplitude=%g", amplitude);
    for (int n = 0; sets[n]; ++n) {
        cr_assert_lt(n + 3, MOST_SETS);
        all[n + 2] = sets[n];
    }
    of_case_new(&c, name, 1, all);
    of_case_steps(&c);
    of_case_visit(&c, compare, &s);
    cr_log_info("%s, order %d, %d elements, %d steps to %g s, amplitude %g K: w of %.3e m/s is off "
                "by %.2e of that, by %.3e in the mean of squares; T of %.3e K by %.2e and %.3e; "
                "v of %.3e m/s by %.2e m/s",
                name, c.o.top_order, (int)c.s.plan.num_elements, (int)c.s.plan.num_steps,
                c.s.plan.end, amplitude, s.w.largest, s.w.largest_off / s.w.largest,
                relative(&s.w), s.T.largest, s.T.largest_off / s.T.largest, relative(&s.T),
                s.v.largest, s.v.largest_off);
    of_case_free(&c);
    s.c = NULL;
    return s;
}
