#pragma once
/* mesh/metrics.h -- positions and metric terms at the nodes of isoparametric elements. */
#include <mpi.h>
#include "mesh/lgl.h"
#include "mesh/mesh.h"

/** Positions of an element's LGL nodes, m: X[(N+1)^3], node i + nq (j + nq k). Local. */
void mesh_nodes(const struct mesh *m, const struct element *e, const struct lgl *lgl,
                double (*X)[3]);

/** Of the polynomial of degree N through the nodes' positions: J, m^3, and J grad xi_d, m^2, whose
 * component along x_c is Ja[d][c]. */
struct metrics {
    double J[MAX_NP], Ja[3][3][MAX_NP];
};

/** Metric terms in conservative curl form, whose discrete divergence vanishes: uniform flow stays. */
void metrics_new(const struct lgl *lgl, const double (*X)[3], struct metrics *m);

/** The shortest distance between layers of nodes, m: the least J/|J grad xi_d| of any node times
 * the smallest gap between LGL nodes. BAD_INPUT where J <= 0: names the first such element, its
 * node and position. Collective. */
enum status mesh_measure(const struct mesh *m, const struct lgl *lgl, MPI_Comm comm,
                         double *distance);
