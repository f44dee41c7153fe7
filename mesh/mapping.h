#pragma once
/* mesh/mapping.h -- analytic maps x(X) from the box that is meshed onto the domain. */

/** A map; in periodic directions x - X is periodic. */
struct mapping {
    /** x(X), m; NULL: x = X. */
    void (*at)(const struct mapping *m, const double X[3], double x[3]);
    double lower[3], upper[3]; /* the box, m                                            */
    int periodic[3];
    double amplitude;          /* warp: of half the box's length                        */
    double height, width;      /* mountain: m; a ridge is half as high a width away    */
    double center[2];          /* of its summit, x and y, m                             */
    int is_ridge;              /* the same for all y                                    */
};

/** x_i = X_i + a L_i/2 sin(2 pi (X_j - l_j)/L_j) sin(2 pi (X_k - l_k)/L_k), with j and k the other
 * two directions of the box from l to l + L: bends all faces, also those at the boundary. J > 0 for
 * |a| < 1/pi; for polynomials on a coarse mesh less: |a| <= 0.22 where N = 2 and two elements or
 * more stand along each direction. */
void mapping_warp(const struct mapping *m, const double X[3], double x[3]);

/** z = Z + h(x, y) (top - Z)/(top - bottom), x = X, y = Y: coordinates that follow the terrain. h
 * is the bell-shaped ridge height/(1 + r^2) or hill height/(1 + r^2)^(3/2), r the distance from the
 * summit in widths, the shortest one in a periodic box. */
void mapping_mountain(const struct mapping *m, const double X[3], double x[3]);
