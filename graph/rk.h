#pragma once
/* graph/rk.h -- low-storage Runge-Kutta schemes: k <- A k + rhs(q), q <- q + B dt k, stage by stage. */
#include "codelets/args.h"

struct rk {
    const char *name;      /* as in time.scheme                                                */
    int num_stages;
    double courant;        /* default of time.courant                                          */
    double courant_limit[9]; /* largest stable time.courant by degree, [0] unused              */
    double A[MAX_STAGES], B[MAX_STAGES], C[MAX_STAGES]; /* A[0] = 0; C: stage times / dt       */
};

/** The scheme of that name, or NULL. */
const struct rk *rk_find(const char *name);

/** b[s] = weight of stage s's right-hand side: q at the end = q at the start + dt sum_s b[s] rhs_s. */
void rk_weights(const struct rk *rk, double b[MAX_STAGES]);
