#pragma once
/* codelets/batch.h -- a batch of elements on a core: states and rates, a lane an element.
 *
 * A core's kernels are made of these parts: take a batch, add terms to its rates, put them back.
 * Nodes are taken apart once: pairs and faces then cost no division by rho and no logarithm.
 */
#include "base/faces.h"
#include "base/fields.h"
#include "codelets/args.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "codelets/lanes.h"
#include "physics/means.h"

/* What fluxes ask of a node. */
enum { S_RHO, S_U, S_V, S_W, S_B, S_HALF_B_INV, S_P, S_PHI, NQUANTITIES };

struct batch {
    lanes s[NQUANTITIES][MAX_NP]; /* states                                                      */
    lanes r[NFIELDS][MAX_NP];     /* rates                                                       */
    lanes g[GEOMETRY_SIZE];       /* of affine elements                                          */
    size_t e[WIDTH];              /* the elements                                                */
    int n;                        /* lanes that count; the others are copies of the last one     */
    int is_far;                   /* has one states that differ by more than MEANS_NEAR_RATIO?   */
    lanes nodal[NODAL_SIZE][MAX_NP]; /* geometry of curved elements                              */
};

/** States of the node in a lane, but for b_inv and logarithms. */
HD struct node batch_node(const struct batch *b, int i, int w)
{
    const struct node n = {
        .rho = b->s[S_RHO][i][w], .u = { b->s[S_U][i][w], b->s[S_V][i][w], b->s[S_W][i][w] },
        .b = b->s[S_B][i][w], .p = b->s[S_P][i][w], .phi = b->s[S_PHI][i][w],
    };
    return n;
}

/** Value at a node of one of the geometry record's linear fields, in lane w. */
HD real batch_linear(const struct batch *b, int field, int w, real x, real y, real z)
{
    const real g[4] = { b->g[field][w], b->g[field + 1][w], b->g[field + 2][w],
                        b->g[field + 3][w] };
    return geometry_linear(g, x, y, z);
}

/** J grad xi_d at a node, in lane w. */
HD void batch_normal(const struct batch *b, const int curved, int d, int i, int w, real a[3])
{
    for (int m = 0; m < 3; ++m)
        a[m] = curved ? b->nodal[NODAL_JA + 3 * d + m][i][w] : b->g[GEOMETRY_JA + 3 * d + m][w];
}

/** 1/J at a node, in lane w. */
HD real batch_J_inv(const struct batch *b, const int curved, int i, int w)
{
    return curved ? b->nodal[NODAL_J_INV][i][w] : b->g[GEOMETRY_J_INV][w];
}

/** The next elements of num_elements, first, first + 1, ..., or, with a list, those that it names
 * there. */
HD void batch_choose(struct batch *b, int first, int num_elements, const int32_t *list)
{
    b->n = num_elements - first < WIDTH ? num_elements - first : WIDTH;
    for (int w = 0; w < WIDTH; ++w) {
        const int at = first + (w < b->n ? w : b->n - 1);
        b->e[w] = (size_t)(list ? list[at] : at);
    }
}

/** Where the states of a partition and of its neighbours stand. */
struct surroundings {
    const real *q, *geometry; /* [element][NFIELDS][nq^3]; codelets/geometry_record.h */
    const struct neighbor *neighbors;
    const real *const *traces; /* [links], or NULL where no neighbour is elsewhere  */
};

/** Takes the elements' states apart; rates are lost. */
void KERNEL(batch_take)(const struct discretization *d, const struct surroundings *here,
                        struct batch *b);

/** rates = volume terms, Coriolis included. */
void KERNEL(batch_volume)(const struct discretization *d, struct batch *b);

/** rates += surface terms of all six faces. */
void KERNEL(batch_faces)(const struct discretization *d, const struct surroundings *here,
                         struct batch *b);

/** rates = k; rates += A k, where A = 0 does not read k; k = rates. */
void KERNEL(batch_take_rates)(int degree, const real *RESTRICT k, struct batch *b);
void KERNEL(batch_add_rates)(int degree, real A, const real *RESTRICT k, struct batch *b);
void KERNEL(batch_put_rates)(int degree, const struct batch *b, real *RESTRICT k);
