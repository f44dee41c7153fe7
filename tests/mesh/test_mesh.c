/* tests/mesh/test_mesh.c -- elements, partitions and links of brick meshes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/forest.h"
#include "tests/mesh/whole_mesh.h"

/* Bricks with every oddity: alone with itself, two elements that share two faces, no cube, planes
 * that double precision cannot hold, boxes away from the origin. */
static const struct mesh_spec BRICKS[] = {
    { { 1, 1, 1 }, 0, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, .first = NULL },
    { { 1, 1, 1 }, 0, { 0, 0, 0 }, { 1, 2, 3 }, { 0, 0, 0 }, 1, .first = NULL },
    { { 1, 1, 1 }, 1, { -1, -1, 0 }, { 1, 1, 2 }, { 1, 1, 1 }, 1, .first = NULL },
    { { 2, 1, 1 }, 0, { 0, 0, 0 }, { 6.283185307179586, 1, 1 }, { 1, 0, 1 }, 1, .first = NULL },
    { { 3, 2, 1 }, 1, { -1000. / 3, 0, 1e6 }, { 1000, 6.28, 1e6 + 1 }, { 1, 1, 0 }, 1, .first = NULL },
    { { 3, 2, 1 }, 0, { 0.1, 0.2, 0.3 }, { 0.7, 0.9, 1.1 }, { 0, 1, 0 }, 1, .first = NULL },
    { { 1, 1, 1 }, 2, { -1000, -1000, 0 }, { 1000, 1000, 2000 }, { 1, 1, 0 }, 1, .first = NULL },
    { { 7, 5, 3 }, 0, { -1e7, -3e6, 0 }, { 3e7, 3e6, 3e4 }, { 1, 0, 0 }, 1, .first = NULL },
};

/* All bricks, each cut into 1, 2, 3, 5, 8 partitions and down to single elements. */
static void each_mesh(void (*check)(const struct mesh *))
{
    const int64_t cuts[] = { 1, 2, 3, 5, 8, INT64_MAX };
    for (size_t b = 0; b < sizeof BRICKS / sizeof *BRICKS; ++b) {
        const int64_t elements = mesh_count(&BRICKS[b]);
        for (size_t c = 0; c < sizeof cuts / sizeof *cuts; ++c) {
            if (cuts[c] > elements && cuts[c] != INT64_MAX) continue;
            struct mesh mesh =
                whole_mesh(&BRICKS[b], cuts[c] == INT64_MAX ? elements : cuts[c]);
            cr_assert_eq(mesh.num_elements, elements);
            check(&mesh);
            mesh_free(&mesh);
        }
    }
}

static void each_element(const struct mesh *m, int face_or_all,
                         void (*check)(const struct mesh *, const struct partition *, int e, int f))
{
    for_each (struct partition, p, m->partitions)
        for (int e = 0; e < p->num_elements; ++e)
            for (int f = 0; f < NFACES; ++f)
                if (face_or_all < 0 || f == face_or_all) check(m, p, e, f);
}

/* The element's place in the grid of elements along d, found from its position. */
static int64_t cell(const struct mesh *m, const struct element *e, int d)
{
    const struct mesh_spec *s = &m->spec;
    const double cells = ldexp(s->base[d], s->level);
    return (int64_t)floor((e->center[d] - s->lower[d]) / (s->upper[d] - s->lower[d]) * cells);
}

static int64_t morton(const int64_t k[3], int level)
{
    int64_t code = 0;
    for (int bit = 0; bit < level; ++bit)
        for (int d = 0; d < 3; ++d)
            code |= (k[d] >> bit & 1) << (3 * bit + d);
    return code;
}

static void check_order(const struct mesh *m)
{
    const struct mesh_spec *s = &m->spec;
    const int64_t a_tree = (int64_t)1 << (3 * s->level);
    char *tree_seen = calloc((size_t)(m->num_elements / a_tree), 1);
    int64_t number = 0, tree_at = -1;
    for_each (struct partition, p, m->partitions) {
        cr_assert_eq(p->first, number);
        for (int e = 0; e < p->num_elements; ++e, ++number) {
            const struct element *here = &p->elements[e];
            int64_t k[3];
            for (int d = 0; d < 3; ++d)
                k[d] = cell(m, here, d);
            cr_assert_eq(here->tree, number / a_tree);
            cr_assert_eq(morton(k, s->level), number % a_tree);

            /* A tree stands in one place, and no other tree stands there. */
            const int64_t place = (k[0] >> s->level) +
                                  s->base[0] * ((k[1] >> s->level) +
                                                s->base[1] * (k[2] >> s->level));
            if (number % a_tree == 0) {
                cr_assert(!tree_seen[place]);
                tree_seen[place] = 1;
                tree_at = place;
            }
            cr_assert_eq(place, tree_at);
        }
    }
    cr_assert_eq(number, m->num_elements);
    free(tree_seen);
}

Test(mesh, holds_every_element_once_in_morton_order) { each_mesh(check_order); }

static void check_same_elements(const struct mesh *m)
{
    struct mesh one = whole_mesh(&m->spec, 1);
    for_each (struct partition, p, m->partitions)
        cr_assert(memcmp(p->elements, one.partitions.at[0].elements + p->first,
                         (size_t)p->num_elements * sizeof *p->elements) == 0);
    mesh_free(&one);
}

Test(mesh, has_the_same_elements_to_the_last_bit_however_it_is_cut)
{
    each_mesh(check_same_elements);
}

static void check_sizes(const struct mesh *m)
{
    const int64_t P = m->num_partitions, E = m->num_elements;
    for_each (struct partition, p, m->partitions) {
        cr_assert_eq(p->number, p - m->partitions.at);
        cr_assert_eq(p->first, p->number * E / P);
        cr_assert(p->num_elements == E / P || p->num_elements == (E + P - 1) / P);
    }
}

Test(mesh, has_partitions_whose_sizes_differ_by_one_at_most) { each_mesh(check_sizes); }

static void check_geometry(const struct mesh *m, const struct partition *p, int e, int f)
{
    const struct mesh_spec *s = &m->spec;
    const struct element *here = &p->elements[e];
    const int d = f / 2;
    const double largest = fmax(fabs(s->lower[d]), fabs(s->upper[d]));
    const double cells = ldexp(s->base[d], s->level), length = s->upper[d] - s->lower[d];
    for (int i = 0; i < 3; ++i)
        cr_assert(i == d ? here->dx[d][i] > 0 : here->dx[d][i] == 0);
    const double edge = 2 * here->dx[d][d];
    cr_assert_float_eq(edge, length / cells, 2e-15 * largest);
    cr_assert_float_eq(m->shortest_edge[d], edge, 2e-15 * largest);
    const double plane = s->lower[d] + length * (double)(cell(m, here, d) + f % 2) / cells;
    const double at = here->center[d] + (f % 2 ? 1 : -1) * here->dx[d][d];
    cr_assert_float_eq(at, plane, 1e-15 * largest, "%.17g, expected %.17g", at, plane);
}

static void check_all_geometry(const struct mesh *m) { each_element(m, -1, check_geometry); }

Test(mesh, cuts_the_box_evenly) { each_mesh(check_all_geometry); }

static void check_wall(const struct mesh *m, const struct partition *p, int e, int f)
{
    const int d = f / 2;
    const int64_t k = cell(m, &p->elements[e], d);
    const int64_t last = ((int64_t)m->spec.base[d] << m->spec.level) - 1;
    const int at_end = k == (f % 2 ? last : 0);
    cr_assert_eq(p->neighbors[e][f].link == WALL, at_end && !m->spec.periodic[d]);
}

static void check_walls(const struct mesh *m) { each_element(m, -1, check_wall); }

Test(mesh, has_walls_exactly_where_it_is_not_periodic) { each_mesh(check_walls); }

static void check_mutual(const struct mesh *m, const struct partition *p, int e, int f)
{
    if (p->neighbors[e][f].link == WALL) return;
    const struct side there = across(m, p, e, f);
    const struct partition *q = partition_with(m, there.element);
    const struct side back = across(m, q, (int)(there.element - q->first), there.face);
    cr_assert_eq(p->neighbors[e][f].link == INSIDE, p == q);
    cr_assert_eq(there.face, p->neighbors[e][f].face);
    cr_assert_eq(back.element, p->first + e);
    cr_assert_eq(back.face, f);
}

static void check_all_mutual(const struct mesh *m) { each_element(m, -1, check_mutual); }

Test(mesh, has_mutual_neighbors) { each_mesh(check_all_mutual); }

enum { NQ = 4 };

static void node_position(const struct mesh *m, const struct element *e, int node, double x[3])
{
    const double xi[NQ] = { -1, -0.4, 0.4, 1 };
    mesh_position(m, e, (double[]){ xi[node % NQ], xi[node / NQ % NQ], xi[node / NQ / NQ] }, x);
}

static void check_face_nodes(const struct mesh *m, const struct partition *p, int e, int f)
{
    if (p->neighbors[e][f].link == WALL) return;
    const struct side there = across(m, p, e, f);
    const struct partition *q = partition_with(m, there.element);
    const int d = f / 2, orientation = p->neighbors[e][f].orientation;
    const int64_t last = ((int64_t)m->spec.base[d] << m->spec.level) - 1;
    const int wraps = cell(m, &p->elements[e], d) == (f % 2 ? last : 0);
    const double length = m->spec.upper[d] - m->spec.lower[d];
    const double largest = fmax(fabs(m->spec.lower[d]), fabs(m->spec.upper[d]));

    for (int b = 0; b < NQ; ++b)
        for (int a = 0; a < NQ; ++a) {
            const int other = face_node_across(orientation, NQ, a, b);
            double x[3], y[3];
            node_position(m, &p->elements[e], face_node_inside(f, NQ, a, b), x);
            node_position(m, &q->elements[there.element - q->first],
                          face_node_inside(there.face, NQ, other % NQ, other / NQ), y);
            for (int i = 0; i < 3; ++i) {
                if (i == d && wraps)
                    cr_assert_float_eq(x[i] - y[i], f % 2 ? length : -length, 2e-15 * largest);
                else
                    cr_assert(x[i] == y[i], "%.17g on one side, %.17g on the other", x[i], y[i]);
            }
        }
}

static void check_all_face_nodes(const struct mesh *m) { each_element(m, -1, check_face_nodes); }

Test(mesh, has_faces_whose_nodes_agree_to_the_last_bit) { each_mesh(check_all_face_nodes); }

static void check_links(const struct mesh *m)
{
    for_each (struct partition, p, m->partitions)
        for_each (struct link, l, p->links) {
            cr_assert_neq(l->partition, p->number);
            cr_assert_eq(l->rank, 0);
            cr_assert(l == p->links.at || l[-1].partition < l->partition);
            const struct partition *q = &m->partitions.at[l->partition];
            cr_assert_eq(link_towards(q, p->number)->shown.n, l->shown.n);

            char *arrives = calloc((size_t)l->shown.n, 1);
            for (int i = 0; i < l->shown.n; ++i) {
                const struct shown_face s = l->shown.at[i], before = l->shown.at[i ? i - 1 : 0];
                cr_assert(i == 0 || before.element < s.element ||
                          (before.element == s.element && before.face < s.face));
                const struct neighbor *n = &p->neighbors[s.element][s.face];
                cr_assert_eq(n->link, l - p->links.at);
                cr_assert_eq(n->shown, i);
                cr_assert(n->at >= 0 && n->at < l->shown.n && !arrives[n->at]);
                arrives[n->at] = 1;
            }
            free(arrives);
        }
}

Test(mesh, has_links_that_mirror_each_other) { each_mesh(check_links); }

static void check_lists(const struct mesh *m)
{
    for_each (struct partition, p, m->partitions) {
        int interior = 0, border = 0, shown = 0, towards_others = 0;
        for (int e = 0; e < p->num_elements; ++e) {
            int faces = 0;
            for (int f = 0; f < NFACES; ++f)
                faces += p->neighbors[e][f].link >= 0;
            towards_others += faces;
            if (faces)
                cr_assert(border < p->border.n && p->border.at[border++] == e);
            else
                cr_assert(interior < p->interior.n && p->interior.at[interior++] == e);
        }
        for_each (struct link, l, p->links)
            shown += l->shown.n;
        cr_assert_eq(interior, p->interior.n);
        cr_assert_eq(border, p->border.n);
        cr_assert_eq(shown, towards_others);
    }
}

Test(mesh, lists_each_element_as_interior_or_border) { each_mesh(check_lists); }

Test(mesh, lets_an_element_be_its_own_neighbor)
{
    struct mesh m = whole_mesh(&BRICKS[0], 1);
    const struct partition *p = m.partitions.at;
    for (int f = 0; f < NFACES; ++f) {
        const struct neighbor n = p->neighbors[0][f];
        cr_expect(n.link == INSIDE && n.at == 0 && n.face == (f ^ 1) && n.orientation == 0);
    }
    cr_expect_eq(p->links.n, 0);
    cr_expect_eq(p->interior.n, 1);
    mesh_free(&m);
}

Test(mesh, keeps_both_faces_apart_that_two_elements_share)
{
    struct mesh m = whole_mesh(&BRICKS[3], 2);
    for_each (struct partition, p, m.partitions) {
        cr_assert_eq(p->links.n, 1);
        cr_assert_eq(p->links.at[0].shown.n, 2);
        cr_expect_eq(p->neighbors[0][0].at, 1, "our lower face meets the other one's upper");
        cr_expect_eq(p->neighbors[0][1].at, 0);
    }
    mesh_free(&m);
}

Test(mesh, is_built_again_and_again)
{
    for (int i = 0; i < 3; ++i) {
        struct mesh a = whole_mesh(&BRICKS[4], 3), b = whole_mesh(&BRICKS[6], 5);
        mesh_free(&a);
        mesh_free(&b);
    }
}

Test(mesh, counts_elements_as_far_as_63_bits_go)
{
    cr_expect_eq(mesh_count(&BRICKS[4]), 48);
    cr_expect_eq(mesh_count(&(struct mesh_spec){ .base = { 511, 1, 1 }, .level = 18 }),
                 (int64_t)511 << 54);
    cr_expect_eq(mesh_count(&(struct mesh_spec){ .base = { 512, 1, 1 }, .level = 18 }), -1);
    cr_expect_eq(mesh_count(&(struct mesh_spec){ .base = { 1 << 30, 1 << 30, 8 } }), -1);
}

/* Expects one line that tells the key. */
static void expect_refused(struct mesh_spec spec, const char *key)
{
    struct mesh mesh;
    error_clear();
    cr_expect_eq(mesh_new(&mesh, &spec, MPI_COMM_WORLD), BAD_INPUT, "not refused: %s", key);
    cr_expect_not_null(strstr(error_text(), key), "'%s' does not name %s", error_text(), key);
    cr_expect_null(strchr(error_text(), '\n'));
}

Test(mesh, refuses_what_cannot_be_built)
{
    const struct mesh_spec good = BRICKS[4];
    struct mesh m = whole_mesh(&good, 1);
    mesh_free(&m);
    struct mesh_spec s;
#define REFUSED(key, ...) (s = good, __VA_ARGS__, expect_refused(s, key))
    REFUSED("mesh.partitions", s.partitions = 49);
    REFUSED("mesh.partitions", s.partitions = 0);
    REFUSED("mesh.partitions", s.partitions = -1);
    REFUSED("mesh.base", s.base[1] = 0);
    REFUSED("mesh.base", s.base[0] = 100000, s.base[1] = 100000);
    REFUSED("mesh.base", s.base[0] = s.base[1] = s.base[2] = INT32_MAX);
    REFUSED("mesh.level", s.level = -1);
    REFUSED("mesh.level", s.level = 19);
    REFUSED("mesh.level", s.level = 18, s.base[0] = 10000);
    REFUSED("mesh.level", s.level = 10, s.partitions = 1000); /* 6e9 elements on a rank */
    REFUSED("mesh.upper", s.upper[0] = s.lower[0]);
    REFUSED("mesh.upper", s.upper[2] = s.lower[2] - 1);
    REFUSED("mesh.upper", s.upper[2] = NAN);
    REFUSED("mesh.lower", s.lower[2] = NAN);
    REFUSED("mesh.lower", s.lower[0] = -INFINITY);
    REFUSED("mesh.upper", s.upper[1] = INFINITY);
    REFUSED("mesh.lower", s.lower[0] = -1.7e308, s.upper[0] = 1.7e308);
    REFUSED("mesh.upper", s.upper[2] = nextafter(s.lower[2], INFINITY));
}

/* p4est: "the first face corner of the lower of my_face and other_face connects to a face corner
 * numbered 0..3 in the higher". */
Test(forest, translates_every_orientation_of_p4est)
{
    for (int f = 0; f < NFACES; ++f)
        for (int g = f; g < NFACES; ++g) {
            int used = 0;
            for (int o = 0; o < 4; ++o) {
                const int there = forest_orientation(f, g, o), back = forest_orientation(g, f, o);
                cr_assert(there >= 0 && there < 8 && back >= 0 && back < 8);
                cr_expect_eq(face_node_across(there, 2, 0, 0), o, "faces %d and %d", f, g);
                for (int i = 0; f != g && i < NQ * NQ; ++i) {
                    const int across = face_node_across(there, NQ, i % NQ, i / NQ);
                    cr_expect_eq(face_node_across(back, NQ, across % NQ, across / NQ), i,
                                 "faces %d and %d, orientation %d", f, g, o);
                }
                used |= 1 << there;
            }
            cr_expect_eq(__builtin_popcount((unsigned)used), 4, "faces %d and %d", f, g);
        }
}

/* Two elements that meet have the same handedness: seen from outside, the nodes of one face run
 * round it the other way than those of the other. */
Test(forest, keeps_handedness)
{
    const int outward[NFACES] = { -1, 1, 1, -1, -1, 1 }; /* e_a x e_b along the outer normal */
    for (int f = 0; f < NFACES; ++f)
        for (int g = 0; g < NFACES; ++g)
            for (int o = 0; o < 4; ++o) {
                const int bits = forest_orientation(f, g, o);
                const int turns = __builtin_popcount((unsigned)bits) % 2 ? -1 : 1;
                cr_expect_eq(turns, -outward[f] * outward[g], "faces %d and %d, orientation %d", f,
                             g, o);
            }
}

/* A cut by the caller, with parts of very different size. */
static struct mesh unequal(void)
{
    static const int64_t first[] = { 0, 1, 3, 40, 41, 64 };
    struct mesh_spec spec = BRICKS[6];
    struct mesh mesh;
    spec.partitions = 5;
    spec.first = first;
    cr_assert_eq(mesh_new(&mesh, &spec, MPI_COMM_WORLD), OK, "%s", error_text());
    for (int p = 0; p < 5; ++p) {
        cr_assert_eq(mesh.partitions.at[p].first, first[p]);
        cr_assert_eq(mesh.partitions.at[p].num_elements, first[p + 1] - first[p]);
    }
    return mesh;
}

Test(mesh, may_be_cut_into_partitions_of_any_size)
{
    struct mesh one = whole_mesh(&BRICKS[6], 1), m = unequal();
    mesh_free(&one);
    check_order(&m);
    check_same_elements(&m);
    check_links(&m);
    check_lists(&m);
    check_all_face_nodes(&m);
    mesh_free(&m);
}

Test(mesh, refuses_a_cut_that_leaves_a_partition_empty_or_an_element_out)
{
    static const int64_t empty[] = { 0, 8, 8, 64 }, early[] = { 0, 8, 9, 63 };
    struct mesh one = whole_mesh(&BRICKS[6], 1), none; /* starts MPI */
    struct mesh_spec spec = BRICKS[6];
    mesh_free(&one);
    spec.partitions = 3;
    spec.first = empty;
    cr_expect_eq(mesh_new(&none, &spec, MPI_COMM_WORLD), BAD_INPUT);
    error_clear();
    spec.first = early;
    cr_expect_eq(mesh_new(&none, &spec, MPI_COMM_WORLD), BAD_INPUT);
    error_clear();
}
