#pragma once
/* mesh/lgl.h -- Legendre-Gauss-Lobatto nodes, weights and differentiation matrices on [-1, 1]. */
#include "base/degrees.h"

struct lgl {
    int degree;               /* N                                                 */
    double x[MAX_NQ];         /* N+1 nodes, ascending                              */
    double w[MAX_NQ];         /* weights, sum 2                                    */
    double D[MAX_NQ][MAX_NQ]; /* D[i][j] = l_j'(x_i), diagonal by negative sums    */
};

/** Fills the tables of degree 1 to MAX_DEGREE. */
void lgl_new(struct lgl *lgl, int degree);

/** l[j] = value at x of the Lagrange polynomial of node j, j = 0 .. N. */
void lgl_interpolate(const struct lgl *lgl, double x, double l[MAX_NQ]);
