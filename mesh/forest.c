/* mesh/forest.c -- the only file that knows p4est: octrees of a brick or a file, and their faces. */
#include "mesh/forest.h"
#include <math.h>
#include <p8est.h>
#include <p8est_algorithms.h>
#include <p8est_bits.h>
#include <p8est_extended.h>
#include <p8est_ghost.h>
#include <p8est_mesh.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/agree.h"
#include "mesh/hexahedra.h"

/* Of this rank alone: ranks may make their first mesh at different times, and some of them none. */
static void start_p4est(void)
{
    static int started;
    if (started) return;
    started = 1;
    sc_init(MPI_COMM_SELF, 0, 0, NULL, SC_LP_SILENT); /* no signal handlers, no backtraces */
    p4est_init(NULL, SC_LP_SILENT);
}

/* A plane of the brick's grid of elements: one expression for both neighbours, hence one value.
 * It is rounded to 2^-51 to 2^-50 of the largest coordinate, which leaves room for the sum and the
 * half of two planes: center and dx are exact, and center + dx is the plane again, so that the
 * nodes of two faces that meet agree to the last bit. A mirrored box has mirrored planes. */
static double plane(const struct mesh_spec *s, int m, double k)
{
    const double lower = s->lower[m], upper = s->upper[m];
    const double quantum = ldexp(1, ilogb(fmax(fabs(lower), fabs(upper))) + 1 - 51);
    const double n = ldexp(s->base[m], s->level);
    const double x = k == 0 ? lower : k == n ? upper : (lower * (n - k) + upper * k) / n;
    return rint(x / quantum) * quantum;
}

static void set_in_brick(struct element *e, const struct mesh_spec *spec,
                         p8est_connectivity_t *conn, p4est_topidx_t tree, p8est_quadrant_t *q)
{
    const double elements_a_tree = (double)((int64_t)1 << spec->level);
    double corner[3];
    p8est_qcoord_to_vertex(conn, tree, q->x, q->y, q->z, corner); /* in trees from the corner */
    *e = (struct element){ .tree = tree };
    for (int m = 0; m < 3; ++m) {
        const double k = corner[m] * elements_a_tree;
        const double lower = plane(spec, m, k), upper = plane(spec, m, k + 1);
        e->center[m] = 0.5 * (lower + upper);
        e->dx[m][m] = 0.5 * (upper - lower);
    }
}

/* A tree of a file is trilinear between its corners, and so are its octants. Twists of the size of
 * rounding errors are none: parallelepipeds stay affine. */
static void set_in_file(struct element *e, p8est_connectivity_t *conn, p4est_topidx_t tree,
                        p8est_quadrant_t *q)
{
    static const double NEGLIGIBLE = 1e-13;
    const p4est_qcoord_t h = P8EST_QUADRANT_LEN(q->level);
    double largest = 0, twist = 0;
    *e = (struct element){ .tree = tree };
    for (int corner = 0; corner < P8EST_CHILDREN; ++corner) {
        const int a = corner & 1, b = corner >> 1 & 1, c = corner >> 2;
        const double s[3] = { a ? 0.125 : -0.125, b ? 0.125 : -0.125, c ? 0.125 : -0.125 };
        double x[3];
        p8est_qcoord_to_vertex(conn, tree, q->x + a * h, q->y + b * h, q->z + c * h, x);
        for (int m = 0; m < 3; ++m) {
            e->center[m] += 0.125 * x[m];
            for (int d = 0; d < 3; ++d) {
                e->dx[d][m] += s[d] * x[m];
                e->twist[d][m] += 8 * s[(d + 1) % 3] * s[(d + 2) % 3] * x[m];
            }
            e->twist[3][m] += 64 * s[0] * s[1] * s[2] * x[m];
        }
    }
    for (int i = 0; i < 12; ++i) {
        largest = fmax(largest, fmax(fabs(e->dx[i / 4][i % 3]), fabs(e->center[i % 3])));
        twist = fmax(twist, fabs(e->twist[i / 3][i % 3]));
    }
    if (twist <= NEGLIGIBLE * largest) memset(e->twist, 0, sizeof e->twist);
}

/* The hexahedra of a file as trees, which are neighbours where they share the corners of a face. */
static p8est_connectivity_t *connect(const struct hexahedra *h)
{
    p8est_connectivity_t *c = p8est_connectivity_new((p4est_topidx_t)h->num_nodes,
                                                     (p4est_topidx_t)h->n, 0, 0, 0, 0);
    for (int64_t i = 0; i < 3 * h->num_nodes; ++i) c->vertices[i] = h->nodes[i / 3][i % 3];
    for (int64_t t = 0; t < h->n; ++t) {
        for (int i = 0; i < P8EST_CHILDREN; ++i)
            c->tree_to_vertex[P8EST_CHILDREN * t + i] = h->corners[t][i];
        for (int face = 0; face < P8EST_FACES; ++face) { /* each stands alone at first */
            c->tree_to_tree[P8EST_FACES * t + face] = (p4est_topidx_t)t;
            c->tree_to_face[P8EST_FACES * t + face] = (int8_t)face;
        }
    }
    p8est_connectivity_complete(c);
    return c;
}

enum status mesh_read_file(struct mesh_spec *spec)
{
    struct hexahedra h;
    TRY(hexahedra_read(&h, spec->file));
    spec->file_sum = hexahedra_fingerprint(&h);
    for (int m = 0; m < 3; ++m) {
        spec->base[m] = m == 0 ? (int)h.n : 1;
        spec->periodic[m] = 0;
        spec->lower[m] = INFINITY, spec->upper[m] = -INFINITY;
        for (int64_t i = 0; i < P8EST_CHILDREN * h.n; ++i) {
            const double x = h.nodes[h.corners[i / P8EST_CHILDREN][i % P8EST_CHILDREN]][m];
            spec->lower[m] = fmin(spec->lower[m], x);
            spec->upper[m] = fmax(spec->upper[m], x);
        }
    }
    hexahedra_free(&h);
    return OK;
}

/* The trees of a spec; a file may have changed since the spec was made of it. */
static enum status connectivity_new(const struct mesh_spec *s, p8est_connectivity_t **conn)
{
    struct hexahedra h;
    if (!s->file) {
        *conn = p8est_connectivity_new_brick(s->base[0], s->base[1], s->base[2], s->periodic[0],
                                             s->periodic[1], s->periodic[2]);
        return OK;
    }
    TRY(hexahedra_read(&h, s->file));
    const int is_same = h.n == s->base[0] && hexahedra_fingerprint(&h) == s->file_sum;
    if (is_same) *conn = connect(&h);
    hexahedra_free(&h);
    if (!is_same) FAIL(BAD_INPUT, "mesh.file: %s changes while it is read", s->file);
    return OK;
}

/* p4est counts how the corners of the face with the lower number fall on those of the other; we
 * want to go from our (a, b) to the neighbour's. */
int forest_orientation(int face, int other_face, int p4est_orientation)
{
    int corner[4];
    const int low = face <= other_face ? face : other_face;
    const int high = face <= other_face ? other_face : face;
    const int set = p8est_face_permutation_sets[p8est_face_permutation_refs[low][high]]
                                               [p4est_orientation];
    for (int c = 0; c < 4; ++c) { /* corner c of the lower face is corner[c] of the higher one */
        const int to = p8est_face_permutations[set][c];
        if (face <= other_face) corner[c] = to;
        else corner[to] = c;
    }
    for (int o = 0; o < 8; ++o) {
        int c = 0;
        while (c < 4 && face_node_across(o, 2, c % 2, c / 2) == corner[c]) ++c;
        if (c == 4) return o;
    }
    DIE("faces %d and %d do not match", face, other_face);
}

static void set_faces(struct forest *f, p8est_ghost_t *ghost, p8est_mesh_t *mesh, p8est_t *p8est)
{
    for (int64_t e = 0; e < f->num_elements; ++e)
        for (int face = 0; face < NFACES; ++face) {
            const p4est_locidx_t at = mesh->quad_to_quad[NFACES * e + face];
            const int code = mesh->quad_to_face[NFACES * e + face];
            struct forest_face *to = &f->faces[e][face];
            REQUIRE(code >= 0 && code < 24, "element %lld has a hanging face", (long long)e);
            if (at == e && code == face) { /* p4est's word for a boundary */
                to->element = -1;
                continue;
            }
            to->face = (uint8_t)(code % NFACES);
            to->orientation = (uint8_t)forest_orientation(face, to->face, code / NFACES);
            if (at < mesh->local_num_quadrants) {
                to->element = f->first + at;
            } else {
                const p4est_locidx_t g = at - mesh->local_num_quadrants;
                const p8est_quadrant_t *q = p8est_quadrant_array_index(&ghost->ghosts, g);
                to->element = p8est->global_first_quadrant[mesh->ghost_to_proc[g]]
                            + q->p.piggy3.local_num;
            }
        }
}

const char *mesh_library(void) { return "p4est " P4EST_VERSION; }

enum status forest_new(struct forest *f, const struct mesh_spec *spec, int64_t first,
                       int64_t count, MPI_Comm comm)
{
    int size;
    MPI_Comm_size(comm, &size);
    start_p4est();
    p8est_connectivity_t *conn = NULL;
    const enum status status = agree(comm, connectivity_new(spec, &conn));
    if (status != OK) {
        if (conn) p8est_connectivity_destroy(conn);
        return status;
    }
    p8est_t *p8est = p8est_new_ext(comm, conn, 0, spec->level, 1, 0, NULL, NULL);

    p4est_locidx_t mine = (p4est_locidx_t)count, *counts = NEW(p4est_locidx_t, size);
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, counts, sizeof mine, MPI_BYTE, comm);
    p8est_partition_given(p8est, counts);
    free(counts);

    p8est_ghost_t *ghost = p8est_ghost_new(p8est, P8EST_CONNECT_FACE);
    p8est_mesh_t *mesh = p8est_mesh_new(p8est, ghost, P8EST_CONNECT_FACE);
    *f = (struct forest){ .first = first, .num_elements = count };
    f->elements = NEW(struct element, count + 1);
    f->faces = memory_new(count + 1, sizeof *f->faces);

    int64_t e = 0;
    for (p4est_topidx_t t = p8est->first_local_tree; t <= p8est->last_local_tree; ++t) {
        p8est_tree_t *tree = p8est_tree_array_index(p8est->trees, t);
        for (size_t i = 0; i < tree->quadrants.elem_count; ++i, ++e) {
            p8est_quadrant_t *q = p8est_quadrant_array_index(&tree->quadrants, i);
            if (spec->file) set_in_file(&f->elements[e], conn, t, q);
            else set_in_brick(&f->elements[e], spec, conn, t, q);
        }
    }
    REQUIRE(e == count, "p4est gave %lld elements instead of %lld", (long long)e, (long long)count);
    set_faces(f, ghost, mesh, p8est);

    p8est_mesh_destroy(mesh);
    p8est_ghost_destroy(ghost);
    p8est_destroy(p8est);
    p8est_connectivity_destroy(conn);
    return OK;
}

void forest_free(struct forest *f)
{
    free(f->elements);
    free(f->faces);
    *f = (struct forest){ 0 };
}
