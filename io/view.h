#pragma once
/* io/view.h -- the solution as the files and pictures see it: host memory, any precision. */
#include <stddef.h>
#include "base/degrees.h"
#include "base/fields.h"
#include "mesh/lgl.h"
#include "mesh/mesh.h"

/** A solution at rest: nobody writes it while a view looks. */
struct view {
    const struct mesh *mesh;
    const struct lgl *lgl;
    size_t sizeof_real;       /* 4 or 8                                                        */
    const void *const *q;     /* [partitions of this rank] -> [element][NFIELDS][(N+1)^3]      */
    double time;              /* s                                                             */
    double gamma, gas_constant, gravity; /* 1, J/(kg K), m/s^2; geopotential is gravity * z     */
    double theta_background;  /* K, what theta_perturbation is measured from                   */
    double reference_pressure; /* Pa, p0 of the potential temperature                          */
};

/** q = the conserved variables of element e of this rank's n-th partition, as doubles. Local. */
void view_element(const struct view *v, int n, int e, double q[NFIELDS][MAX_NP]);
