/* mesh/mapping.c -- the maps of mesh.mapping. */
#include "mesh/mapping.h"
#include <math.h>

void mapping_warp(const struct mapping *m, const double X[3], double x[3])
{
    double length[3], wave[3];
    for (int d = 0; d < 3; ++d) {
        length[d] = m->upper[d] - m->lower[d];
        wave[d] = sin(2 * M_PI * (X[d] - m->lower[d]) / length[d]);
    }
    for (int d = 0; d < 3; ++d)
        x[d] = X[d] + m->amplitude * length[d] / 2 * wave[(d + 1) % 3] * wave[(d + 2) % 3];
}

void mapping_mountain(const struct mapping *m, const double X[3], double x[3])
{
    double square = 0;
    for (int d = 0; d < (m->is_ridge ? 1 : 2); ++d) {
        const double length = m->upper[d] - m->lower[d], far = X[d] - m->center[d];
        const double r = (m->periodic[d] ? remainder(far, length) : far) / m->width;
        square += r * r;
    }
    const double bell = 1 / (1 + square), shape = m->is_ridge ? bell : bell * sqrt(bell);
    x[0] = X[0];
    x[1] = X[1];
    x[2] = X[2] + m->height * shape * (m->upper[2] - X[2]) / (m->upper[2] - m->lower[2]);
}
