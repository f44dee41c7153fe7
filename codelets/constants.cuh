#pragma once
/* codelets/constants.cuh -- the run's constants in the kernel's precision, passed by value. */
#include "base/real.h"
#include "codelets/args.h"
#include "codelets/geometry.h"
#include "physics/node.h"

struct constants {
    int flux, rotates;
    real gamma, end_weight_inv;   /* of the quadrature's end node */
    real omega[2];
    real x[MAX_NQ];
    real quarter_D2[MAX_NQ][MAX_NQ]; /* flux_two_point gives four times the flux */
};

static inline struct constants constants_of(const struct discretization *d)
{
    struct constants c = { d->flux, d->rotates, (real)d->gamma, (real)(1 / d->w[0]),
                           { (real)d->omega[0], (real)d->omega[1] } };
    for (int i = 0; i <= d->degree; ++i) {
        c.x[i] = (real)d->x[i];
        for (int j = 0; j <= d->degree; ++j)
            c.quarter_D2[i][j] = (real)(0.25 * d->D2[i][j]);
    }
    return c;
}
