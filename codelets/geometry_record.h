#pragma once
/* codelets/geometry_record.h -- geometry as kernels find it: a record an element, or arrays of nodes.
 *
 * Where all elements of a partition are affine, [GEOMETRY_SIZE] reals an element: geopotential and
 * Coriolis parameter are linear in space, hence in xi, and four numbers give them at every node.
 * Where one is curved, [NODAL_SIZE][(N+1)^3] an element.
 */

enum {
    GEOMETRY_JA = 0,        /* [3][3]: Ja^d_m = J d xi_d / d x_m at 3 d + m, m^2             */
    GEOMETRY_J_INV = 9,     /* 1/J, 1/m^3                                                    */
    GEOMETRY_PHI = 10,      /* [4]: phi = g0 + g1 xi_0 + g2 xi_1 + g3 xi_2, m^2/s^2          */
    GEOMETRY_CORIOLIS = 14, /* [4]: f likewise, 1/s                                          */
    GEOMETRY_SIZE = 18
};

enum {
    NODAL_JA = 0,       /* Ja^d_m at 3 d + m, m^2 */
    NODAL_J_INV = 9,    /* 1/J, 1/m^3             */
    NODAL_PHI = 10,     /* phi, m^2/s^2           */
    NODAL_CORIOLIS = 11, /* f, 1/s                */
    NODAL_SIZE = 12
};
