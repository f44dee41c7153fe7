/* tests/mesh/test_files.c -- hexahedra of files: who is whose neighbour, what is affine, where they
 * are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/hexahedra.h"
#include "tests/mesh/whole_mesh.h"

static char path[4096];

static struct mesh_spec spec_of(const char *name, int level)
{
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/data/%s.inp", srcdir ? srcdir : ".", name);
    struct mesh_spec s = { .file = path, .level = level, .partitions = 1 };
    cr_assert_eq(mesh_read_file(&s), OK, "%s", error_text());
    return s;
}

static struct mesh mesh_of(const char *name, int level, int partitions)
{
    const struct mesh_spec s = spec_of(name, level);
    return whole_mesh(&s, partitions);
}

static int walls_of(const struct mesh *m)
{
    int walls = 0;
    for_each (struct partition, p, m->partitions)
        for (int e = 0; e < p->num_elements; ++e)
            for (int f = 0; f < NFACES; ++f) walls += p->neighbors[e][f].link == WALL;
    return walls;
}

static int curved_of(const struct mesh *m)
{
    int curved = 0;
    for_each (struct partition, p, m->partitions)
        for (int e = 0; e < p->num_elements; ++e) curved += !mesh_is_affine(m, &p->elements[e]);
    return curved;
}

Test(mesh_file, says_how_many_hexahedra_it_has_and_the_box_around_them)
{
    const struct mesh_spec cube = spec_of("cube", 0), ogrid = spec_of("ogrid", 0);
    cr_expect_eq(cube.base[0] * cube.base[1] * cube.base[2], 8);
    cr_expect_eq(ogrid.base[0] * ogrid.base[1] * ogrid.base[2], 10);
    for (int d = 0; d < 3; ++d) {
        cr_expect_eq(cube.lower[d], 0);
        cr_expect_eq(cube.upper[d], 1000);
        cr_expect_eq(cube.periodic[d], 0);
        cr_expect_float_eq(ogrid.upper[d], d < 2 ? 853.553391 : 1000, 1e-9);
    }
}

/* The cube is the brick of 2 x 2 x 2 trees, in another order. */
Test(mesh_file, of_a_cube_is_the_brick)
{
    for (int level = 0; level < 3; ++level) {
        const struct mesh_spec brick = { .base = { 2, 2, 2 }, .level = level,
                                         .upper = { 1000, 1000, 1000 } };
        struct mesh a = mesh_of("cube", level, 1), b = whole_mesh(&brick, 1);
        cr_assert_eq(a.num_elements, b.num_elements);
        cr_expect_eq(walls_of(&a), walls_of(&b));
        cr_expect_eq(curved_of(&a), 0);
        for (int e = 0; e < a.num_elements; ++e) {
            int found = 0;
            for (int f = 0; f < b.num_elements; ++f)
                found += !memcmp(&a.partitions.at[0].elements[e].center,
                                 &b.partitions.at[0].elements[f].center, 3 * sizeof(double));
            cr_expect_eq(found, 1);
        }
        mesh_free(&a);
        mesh_free(&b);
    }
}

Test(mesh_file, of_parallelepipeds_is_affine_and_other_partitions_are_not)
{
    for (int level = 0; level < 3; ++level) {
        struct mesh m = mesh_of("parallelepipeds", level, 5);
        cr_expect_eq(curved_of(&m), 0);
        for_each (struct partition, p, m.partitions) cr_expect_not(p->is_curved);
        mesh_free(&m);
    }
    struct mesh m = mesh_of("mixed", 1, 5);
    int curved = 0;
    cr_expect_eq(curved_of(&m), m.num_elements / 2);
    for_each (struct partition, p, m.partitions) curved += p->is_curved;
    cr_expect(curved > 0 && curved < 5, "%d partitions are curved", curved);
    mesh_free(&m);
}

/* Each face is a wall or has a neighbour that answers, whose nodes are at the same places. */
static void check_neighbors(const struct mesh *m, int orientations[8])
{
    static const double ends[] = { -1, 1 };
    for_each (struct partition, p, m->partitions)
        for (int e = 0; e < p->num_elements; ++e)
            for (int f = 0; f < NFACES; ++f) {
                const struct neighbor *n = &p->neighbors[e][f];
                if (n->link == WALL) continue;
                const struct side to = across(m, p, e, f);
                const struct partition *q = partition_with(m, to.element);
                const struct side back = across(m, q, (int)(to.element - q->first), to.face);
                cr_expect(back.element == p->first + e && back.face == f);
                ++orientations[n->orientation];
                for (int i = 0; i < 4; ++i) {
                    const int here = face_node_inside(f, 2, i % 2, i / 2);
                    const int other = face_node_across(n->orientation, 2, i % 2, i / 2);
                    const int there = face_node_inside(to.face, 2, other % 2, other / 2);
                    double x[3], y[3];
                    mesh_position(m, &p->elements[e], (const double[]){ ends[here % 2],
                                  ends[here / 2 % 2], ends[here / 4] }, x);
                    mesh_position(m, &q->elements[to.element - q->first], (const double[]){
                                  ends[there % 2], ends[there / 2 % 2], ends[there / 4] }, y);
                    for (int d = 0; d < 3; ++d) cr_expect_float_eq(x[d], y[d], 1e-9);
                }
            }
}

Test(mesh_file, has_mutual_neighbors_at_the_same_places_however_hexahedra_are_turned)
{
    static const char *const names[] = { "cube", "parallelepipeds", "ogrid", "mixed", "turned" };
    int orientations[8] = { 0 };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (int level = 0; level < 2; ++level)
            for (int partitions = 1; partitions <= 7; partitions += 3) {
                struct mesh m = mesh_of(names[i], level, partitions);
                check_neighbors(&m, orientations);
                mesh_free(&m);
            }
    for (int o = 0; o < 8; ++o) cr_expect_gt(orientations[o], 0, "orientation %d", o);
    struct mesh m = mesh_of("turned", 1, 3);
    cr_expect_eq(walls_of(&m), 6 * 9 * 4);
    mesh_free(&m);
}

Test(mesh_file, that_changes_has_another_fingerprint)
{
    static const char *const names[] = { "cube", "parallelepipeds", "ogrid", "mixed", "turned" };
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < i; ++j)
            cr_expect_neq(spec_of(names[i], 0).file_sum, spec_of(names[j], 0).file_sum);
    struct mesh m = mesh_of("mixed", 0, 1);
    struct mesh_spec s = m.spec;
    const uint64_t sum = s.file_sum;
    cr_expect_eq(spec_of("mixed", 2).file_sum, sum);
    mesh_free(&m);
    s.file_sum ^= 1; /* as if it had been another file when it was looked at */
    cr_expect_eq(mesh_new(&m, &s, MPI_COMM_WORLD), BAD_INPUT);
    cr_expect(strstr(error_text(), "changes while it is read"), "%s", error_text());
}
