#pragma once
/* mesh/forest.h -- what a rank's share of the p4est forest tells the rest of mesh/. */
#include <mpi.h>
#include <stdint.h>
#include "base/error.h"
#include "mesh/mesh.h"

/** What lies beyond one face of an element, before there are partitions. */
struct forest_face {
    int64_t element;     /* the neighbour, over all ranks; -1 at a wall */
    uint8_t face, orientation;
};

/** The elements of this rank, in Morton order. */
struct forest {
    int64_t first, num_elements; /* over all ranks; of this rank */
    struct element *elements;
    struct forest_face (*faces)[NFACES];
};

/** Builds the spec's forest, in which this rank owns elements [first, first + count). Collective. */
enum status forest_new(struct forest *f, const struct mesh_spec *spec, int64_t first,
                       int64_t count, MPI_Comm comm);
void forest_free(struct forest *f);

/** struct neighbor's orientation of p4est's, 0 to 3, between a face and its neighbour's. Local. */
int forest_orientation(int face, int other_face, int p4est_orientation);
