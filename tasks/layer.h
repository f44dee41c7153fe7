#pragma once
/* tasks/layer.h -- the absorbing layer near the top and the sides: where it is, what it keeps. */
#include "base/error.h"
#include "tasks/data.h"

/** Layers inside the box below its upper wall in z and along both its sides in x; where they
 * overlap the rate stays at most `rate`. */
struct layer {
    double top, sides; /* thickness, m; 0: none                              */
    double rate;       /* at the boundary, 1/s; from 0 it rises like sin^2   */
};

/** BAD_INPUT for a layer that is thicker than the box, or layers of the sides that meet. Local. */
enum status layer_check(const struct layer *l, const struct mesh_spec *box);

/** The damping rate at position x (m), 1/s. */
double layer_rate(const struct layer *l, const struct mesh_spec *box, const double x[3]);

/** Gives the partitions their part of the layer, in which the state decays towards the initial one
 * (q as in data_fill). After data_new; data_free frees it. Collective. */
void layer_new(struct run *r, const struct layer *l, data_initial *initial, void *data);

/** Bytes that it takes for one partition. Local. */
size_t layer_bytes(const struct layer *l, const struct mesh *mesh, const struct partition *p,
                   int degree, size_t sizeof_real);
