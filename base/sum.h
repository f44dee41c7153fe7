#pragma once
/* base/sum.h -- compensated summation (Neumaier): the order of terms is fixed by the caller. */
#include <math.h>
#include "base/device.h"

struct sum {
    double high, low;
};

HD void sum_add(struct sum *s, double x)
{
    const double t = s->high + x;
    s->low += fabs(s->high) >= fabs(x) ? (s->high - t) + x : (x - t) + s->high;
    s->high = t;
}

HD double sum_value(const struct sum *s) { return s->high + s->low; }
