#pragma once
/* io/cell.h -- an element as output sees it: the polynomial through its nodes, searched for points. */
#include "base/degrees.h"

/** Places of an element's nodes along each reference direction, from -1 to 1. */
struct cell_nodes {
    int nq;
    double x[MAX_NQ];
    double D[MAX_NQ][MAX_NQ]; /* D[i][j] = derivative at x_i of node j's Lagrange polynomial */
};

struct cell_nodes cell_nodes_new(int nq, const double *x);

/** An element with nodes at X[nq^3], m; both have to outlive it. */
struct cell {
    const struct cell_nodes *nodes;
    const double (*X)[3];
    double low[3], high[3]; /* a box that holds it, with what sticks out between its nodes */
    double center[3], inverse[3][3]; /* of the affine map: xi_d = inverse[d] . (x - center) */
    int is_affine;
};

struct cell cell_new(const struct cell_nodes *nodes, const double (*X)[3]);

/** The reference point of x: 0 where it is outside, else l[d][j], the Lagrange polynomials there. */
int cell_find(const struct cell *c, const double x[3], double l[3][MAX_NQ]);

/** The polynomial through values at the nodes, `apart` doubles from each other. */
double cell_value(int nq, const double l[3][MAX_NQ], const double *values, int apart);
