#pragma once
/* codelets/geometry_record.h -- the geometry record of an affine element: [GEOMETRY_SIZE] reals.
 *
 * Geopotential and Coriolis parameter are linear in space, hence in xi: four numbers give them at
 * every node, and nobody reads an array of nodes.
 */

enum {
    GEOMETRY_JA = 0,        /* [3][3]: Ja^d_m = J d xi_d / d x_m at 3 d + m, m^2             */
    GEOMETRY_J_INV = 9,     /* 1/J, 1/m^3                                                    */
    GEOMETRY_PHI = 10,      /* [4]: phi = g0 + g1 xi_0 + g2 xi_1 + g3 xi_2, m^2/s^2          */
    GEOMETRY_CORIOLIS = 14, /* [4]: f likewise, 1/s                                          */
    GEOMETRY_SIZE = 18
};
