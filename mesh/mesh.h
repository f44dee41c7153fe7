#pragma once
/* mesh/mesh.h -- the mesh: a forest of octrees, cut into partitions along the Morton curve.
 *
 * Elements stand in Morton order. A partition is a contiguous range of that order, owned by one rank.
 */
#include <mpi.h>
#include <stdint.h>
#include "base/error.h"
#include "base/faces.h"
#include "base/list.h"

/** What to mesh: a brick of base[0] x base[1] x base[2] trees, each refined level times. */
struct mesh_spec {
    int base[3], level;
    double lower[3], upper[3]; /* m */
    int periodic[3];
    int64_t partitions; /* over all ranks, 1 to the number of elements */
};

/** An affine element: x(xi) = center + sum_d xi_d dx[d], xi in [-1, 1]^3. */
struct element {
    double center[3]; /* m                                       */
    double dx[3][3];  /* dx[d] = d x / d xi_d, m                 */
    int64_t tree;     /* number of its tree in the forest        */
};

/** A face that one partition shows another. */
struct shown_face {
    int32_t element; /* of this partition */
    int32_t face;    /* 0 to 5            */
};

/** What two neighbour partitions exchange, seen from one of them. Both see the same number of faces.
 * Outgoing faces are ordered by (element, face) of the sender; struct neighbor's `at` counts the
 * incoming ones, in the order of the other partition. */
struct link {
    int64_t partition; /* the other one's number over all ranks                     */
    int rank;          /* the other one's                                                    */
    LIST(struct shown_face) shown;
};

/** A contiguous range of elements: the unit of tasks. */
struct partition {
    int64_t number;             /* over all ranks                                              */
    int64_t first;              /* number of its first element over all ranks                  */
    int num_elements;
    struct element *elements;   /* [num_elements]                                              */
    struct neighbor (*neighbors)[NFACES]; /* [num_elements][6]                                 */
    LIST(int32_t) interior;     /* elements whose faces are all INSIDE or WALL, ascending      */
    LIST(int32_t) border;       /* the others, ascending                                       */
    LIST(struct link) links;    /* by ascending partition                                      */
};

struct mesh {
    struct mesh_spec spec;
    int64_t num_elements;       /* over all ranks  */
    int64_t num_partitions;     /* over all ranks  */
    double shortest_edge[3];    /* smallest |2 dx[d]| over all elements of all ranks, m */
    LIST(struct partition) partitions; /* of this rank */
};

/** Number of elements of a brick, or -1 where it does not fit 63 bits. Local. */
int64_t mesh_count(const struct mesh_spec *spec);

/** Builds the mesh. BAD_INPUT for more partitions than elements or an empty box. Collective. */
enum status mesh_new(struct mesh *mesh, const struct mesh_spec *spec, MPI_Comm comm);
void mesh_free(struct mesh *mesh);

/** x = position of reference point xi of an element, m. Local. */
void mesh_position(const struct element *e, const double xi[3], double x[3]);
