/* tests/base/test_faces.c -- the nodes of two faces that meet. */
#include <criterion/criterion.h>
#include "base/degrees.h"
#include "base/faces.h"

Test(faces, every_orientation_reaches_each_node_of_the_other_face_once)
{
    for (int nq = 2; nq <= MAX_NQ; ++nq)
        for (int o = 0; o < 8; ++o) {
            int reached[MAX_NQ * MAX_NQ] = { 0 };
            for (int b = 0; b < nq; ++b)
                for (int a = 0; a < nq; ++a) {
                    const int node = face_node_across(o, nq, a, b);
                    cr_assert(node >= 0 && node < nq * nq);
                    reached[node]++;
                }
            for (int i = 0; i < nq * nq; ++i)
                cr_assert_eq(reached[i], 1, "orientation %d, nq %d, node %d", o, nq, i);
        }
}

Test(faces, orientation_zero_leaves_nodes_where_they_are)
{
    for (int nq = 2; nq <= MAX_NQ; ++nq)
        for (int b = 0; b < nq; ++b)
            for (int a = 0; a < nq; ++a)
                cr_assert_eq(face_node_across(0, nq, a, b), a + nq * b);
}

Test(faces, orientations_mean_what_their_bits_say)
{
    enum { NQ = 4, A = 1, B = 3 }; /* reversed: 2 and 0 */
    const int expected[8][2] = { { 1, 3 }, { 3, 1 }, { 2, 3 }, { 0, 1 },
                                 { 1, 0 }, { 3, 2 }, { 2, 0 }, { 0, 2 } };
    for (int o = 0; o < 8; ++o)
        cr_expect_eq(face_node_across(o, NQ, A, B), expected[o][0] + NQ * expected[o][1],
                     "orientation %d", o);
}

Test(faces, every_orientation_has_one_that_leads_back)
{
    for (int nq = 3; nq <= MAX_NQ; ++nq)
        for (int there = 0; there < 8; ++there) {
            int ways_back = 0;
            for (int back = 0; back < 8; ++back) {
                int returns = 1;
                for (int i = 0; i < nq * nq; ++i) {
                    const int across = face_node_across(there, nq, i % nq, i / nq);
                    returns &= face_node_across(back, nq, across % nq, across / nq) == i;
                }
                ways_back += returns;
            }
            cr_assert_eq(ways_back, 1, "orientation %d, nq %d", there, nq);
        }
}

Test(faces, nodes_of_a_face_stand_on_it_and_run_along_its_directions)
{
    for (int nq = 2; nq <= MAX_NQ; ++nq)
        for (int f = 0; f < NFACES; ++f) {
            const int d = f / 2, da = d == 0, db = d == 2 ? 1 : 2;
            for (int b = 0; b < nq; ++b)
                for (int a = 0; a < nq; ++a) {
                    const int node = face_node_inside(f, nq, a, b);
                    const int at[3] = { node % nq, node / nq % nq, node / nq / nq };
                    cr_assert_eq(at[d], f % 2 ? nq - 1 : 0);
                    cr_assert_eq(at[da], a);
                    cr_assert_eq(at[db], b);
                }
        }
}
