#pragma once
/* base/sum.h -- compensated summation (Neumaier): the order of terms is fixed by the caller. */
#include <math.h>

struct sum {
    double high, low;
};

static inline void sum_add(struct sum *s, double x)
{
    const double t = s->high + x;
    s->low += fabs(s->high) >= fabs(x) ? (s->high - t) + x : (x - t) + s->high;
    s->high = t;
}

static inline double sum_value(const struct sum *s) { return s->high + s->low; }
