#pragma once
/* mesh/mesh.h -- the mesh: a forest of octrees, cut into partitions along the Morton curve.
 *
 * Elements stand in Morton order, tree by tree in p4est's order of trees. A partition is a
 * contiguous range of that order, owned by one rank: unless the caller cuts otherwise, partition n
 * of P holds the elements floor(n E / P) to floor((n + 1) E / P) - 1 of E; rank r of R owns
 * partitions likewise.
 */
#include <mpi.h>
#include <stdint.h>
#include "base/error.h"
#include "base/faces.h"
#include "base/list.h"
#include "mesh/mapping.h"

/** What to mesh: a brick of base[0] x base[1] x base[2] trees, or the hexahedra of a file, each
 * refined level times; and the map that bends it. */
struct mesh_spec {
    int base[3], level;        /* file: {hexahedra, 1, 1}; mesh_read_file fills it in */
    double lower[3], upper[3]; /* m; file: the box around it                          */
    int periodic[3];
    int64_t partitions; /* over all ranks, 1 to the number of elements */
    const int64_t *first; /* [partitions + 1] ascending from 0 to the number of elements: where each
                             partition starts; NULL: as above. Only mesh_new reads it. */
    const int64_t *of_rank; /* [ranks + 1] ascending from 0 to `partitions`: where each rank's partitions
                               start; NULL: as above. Only mesh_new reads it. */
    const char *file;          /* path, or NULL: a brick; outlives the mesh           */
    uint64_t file_sum;         /* file: fingerprint of its hexahedra, by mesh_read_file */
    struct mapping mapping;
};

/** A trilinear element before it is mapped: X(xi) = center + sum_d xi_d dx[d] + xi_1 xi_2 twist[0]
 * + xi_2 xi_0 twist[1] + xi_0 xi_1 twist[2] + xi_0 xi_1 xi_2 twist[3], xi in [-1, 1]^3. In a brick
 * nodes of two faces that meet inside have the same position to the last bit. */
struct element {
    double center[3];   /* m                                */
    double dx[3][3];    /* dx[d] = d X / d xi_d, m          */
    double twist[4][3]; /* m; zeros in a brick              */
    int64_t tree;       /* number of its tree in the forest */
};

/** A face that one partition shows another. */
struct shown_face {
    int32_t element; /* of this partition */
    int32_t face;    /* 0 to 5            */
};

/** What two neighbour partitions exchange, seen from one of them. Both show the same number of
 * faces. Outgoing faces are ordered by (element, face) of the sender; struct neighbor's `shown`
 * counts them, its `at` the incoming ones, in the order of the other partition. */
struct link {
    int64_t partition; /* the other one's number over all ranks */
    int rank;          /* the other one's                       */
    LIST(struct shown_face) shown;
};

/** A contiguous range of elements: the unit of tasks. */
struct partition {
    int64_t number;             /* over all ranks                                              */
    int64_t first;              /* number of its first element over all ranks                  */
    int num_elements;
    int is_curved;              /* is one of its elements not affine?                          */
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
    MPI_Comm comm;              /* the caller's    */
    int rank, num_ranks;        /* of it           */
    int64_t *first;             /* [num_partitions + 1] or NULL, as in the spec */
    int64_t *of_rank;           /* [num_ranks + 1] first partition of each rank  */
    int64_t *first_of_rank;     /* [num_ranks + 1] the first element of each    */
    double shortest_edge[3];    /* of a brick: smallest |2 dx[d]| of all elements, m    */
    LIST(struct partition) partitions; /* of this rank */
};

/** Number of elements of a brick, or -1 where it does not fit 63 bits. Local. */
int64_t mesh_count(const struct mesh_spec *spec);

/** Builds the mesh. All ranks give the same spec and get the same answer: BAD_INPUT, with nothing
 * to free, for partitions < 1 or > elements or one without an element, base < 1, level < 0 or > 18,
 * an empty or endless box, elements too many to number in 32 bits on a rank or too short for double
 * precision. Ranks may own no partition; they take part all the same. Collective. */
enum status mesh_new(struct mesh *mesh, const struct mesh_spec *spec, MPI_Comm comm);
void mesh_free(struct mesh *mesh);

/** Reads how many hexahedra a mesh file (Abaqus, .inp) has, the box around them and their fingerprint
 * into base, lower, upper, periodic and file_sum of the spec. BAD_INPUT where there is no such file,
 * or not such a mesh. Local. */
enum status mesh_read_file(struct mesh_spec *spec);

/** Is all of the mesh a brick of affine elements? Is one element affine? Local. */
int mesh_is_brick(const struct mesh *m);
int mesh_is_affine(const struct mesh *m, const struct element *e);

/** The first element of partition p, over all ranks; of one behind the last: their number. Local. */
int64_t mesh_first(const struct mesh *m, int64_t p);

/** The rank that has an element. Local. */
int mesh_owner(const struct mesh *m, int64_t element);

/** Elements of this rank. Local. */
int64_t mesh_num_own(const struct mesh *m);

/** One item of every rank, [num_ranks], of `bytes` each; freed by the caller. Does one of the ranks say so? Collective. */
void *mesh_gather_ranks(const struct mesh *m, const void *mine, size_t bytes);
int mesh_any(const struct mesh *m, int is_so);

/** Rows of the elements first to first + count - 1, `bytes` each, of which every rank has filled in
 * its own: they are complete on rank 0 afterwards. Ranks that own none of them do nothing. */
void mesh_collect(const struct mesh *m, int64_t first, int64_t count, void *rows, size_t bytes);

/** On rank 0, take(of, item) for the item of each element in their order, from every rank's own,
 * `bytes` each; a block of them is there at a time. Collective. */
typedef void mesh_taker(void *of, const void *item);
void mesh_each(const struct mesh *m, const void *mine, size_t bytes, mesh_taker *take, void *of);

/** A copy on rank 0 of the list of n items, `bytes` each, that another rank has: n becomes its
 * length, the caller frees it. NULL on that rank, which gives its own; the others do nothing. */
void *mesh_fetch(const struct mesh *m, int rank, const void *list, int *n, size_t bytes);

/** What rank 0 has at x, on all of them. Collective. */
void mesh_tell(const struct mesh *m, void *x, size_t bytes);

/** Brings what belongs to elements, `bytes` each, from one cut of a mesh into another, of the same
 * ranks: from[n] and to[n] are the arrays of this rank's n-th partitions. Collective. */
void mesh_move(const struct mesh *a, const void *const *from, const struct mesh *b, void *const *to,
               size_t bytes);

/** Name and version of the library that holds the forest. */
const char *mesh_library(void);

/** x = position of reference point xi of an element, mapped, m. Local. */
void mesh_position(const struct mesh *m, const struct element *e, const double xi[3], double x[3]);
