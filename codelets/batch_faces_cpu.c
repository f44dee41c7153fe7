/* codelets/batch_faces_cpu.c -- surface terms of a batch: the same face of all elements at a time.
 *
 * An element gathers its own faces in the order 0 to 5 and adds into nobody else. What lies across
 * a face passes through one buffer, from wherever it comes: an element's bits do not depend on which
 * partition its neighbours stand in.
 */
#include "codelets/batch.h"
#include "physics/flux_surface.h"

enum { MAX_NN = MAX_NQ * MAX_NQ };

/* The same face of WIDTH elements: what lies across. */
struct face {
    lanes q[NFIELDS][MAX_NN];
    lanes n[3][MAX_NN], lift[MAX_NN]; /* unit normal; sJ/(J w_end): of nodes, or all in the first */
    int is_wall[WIDTH];
};

/* Nodes of each face, as nodes of the element. */
typedef int face_table[NFACES][MAX_NN];

HD void face_fill_table(const int nq, face_table at)
{
    for (int f = 0; f < NFACES; ++f)
        for (int i = 0; i < nq * nq; ++i)
            at[f][i] = face_node_inside(f, nq, i % nq, i / nq);
}

/* Where the states across a face stand: variable v of its node i, as we count them, is
 * from[v apart + first + step_a (i % nq) + step_b (i / nq)]. */
struct view {
    const real *from;
    int apart, first, step_a, step_b;
};

/* Steps between the nodes of one of the element's faces. */
HD struct view face_inside(const int nq, const real *q, size_t e, int number)
{
    const int nn = nq * nq, d = number / 2, step = d == 0 ? 1 : d == 1 ? nq : nn;
    return (struct view){ q + e * NFIELDS * nn * nq, nn * nq, number % 2 ? step * (nq - 1) : 0,
                          d == 0 ? nq : 1, d == 2 ? nq : nn };
}

/* The same nodes in the order in which the face on the other side sees them. */
HD struct view face_turn(const int nq, struct view f, int orientation)
{
    const int origin = face_node_across(orientation, nq, 0, 0);
    const int a = face_node_across(orientation, nq, 1, 0) - origin;
    const int b = face_node_across(orientation, nq, 0, 1) - origin;
    const int step_a = f.step_a, step_b = f.step_b;
    f.first += step_a * (origin % nq) + step_b * (origin / nq);
    f.step_a = a % nq * step_a + a / nq * step_b;
    f.step_b = b % nq * step_a + b / nq * step_b;
    return f;
}

/* What is across face `number` of element e. At a wall, numbers that do no harm: the mirrored state
 * takes their place. */
HD struct view face_across(const int nq, const struct surroundings *here, size_t e, int number)
{
    const int nn = nq * nq;
    const struct neighbor *nb = &here->neighbors[e * NFACES + number];
    if (nb->link == WALL) return face_inside(nq, here->q, e, number);
    const struct view f =
        nb->link == INSIDE ? face_inside(nq, here->q, (size_t)nb->at, nb->face)
                           : (struct view){ here->traces[nb->link] + (size_t)nb->at * NFIELDS * nn,
                                            nn, 0, 1, nq };
    return nb->orientation ? face_turn(nq, f, nb->orientation) : f;
}

/* to[v][.][w] = the view's states. */
HD void view_copy(const int nq, const struct view *f, int step_a, int step_b, int w,
                  lanes to[NFIELDS][MAX_NN])
{
    for (int v = 0; v < NFIELDS; ++v) {
        const real *from = f->from + v * f->apart + f->first;
        for (int b = 0; b < nq; ++b)
            for (int a = 0; a < nq; ++a)
                to[v][a + nq * b][w] = from[step_a * a + step_b * b];
    }
}

/* The usual steps as constants. */
HD void view_take(const int nq, const struct view views[WIDTH], lanes to[NFIELDS][MAX_NN])
{
    const int nn = nq * nq;
    int flat = 1;
    for (int w = 0; w < WIDTH; ++w) flat &= views[w].step_a == 1 && views[w].step_b == nq;
    if (flat) {
        for (int v = 0; v < NFIELDS; ++v) {
            const real *from[WIDTH];
            for (int w = 0; w < WIDTH; ++w)
                from[w] = views[w].from + v * views[w].apart + views[w].first;
            lanes_take(nn, from, to[v]);
        }
        return;
    }
    for (int w = 0; w < WIDTH; ++w) {
        const struct view *f = &views[w];
        if (f->step_a == nq && f->step_b == nn) view_copy(nq, f, nq, nn, w, to);
        else if (f->step_a == 1 && f->step_b == nn) view_copy(nq, f, 1, nn, w, to);
        else view_copy(nq, f, f->step_a, f->step_b, w, to);
    }
}

HD void face_take(const int nq, const int curved, const struct discretization *d, int number,
                  const int *at, const struct batch *b, const struct surroundings *here,
                  struct face *f)
{
    const int places = curved ? nq * nq : 1;
    const real w_end = (real)d->w[0];
    struct view views[WIDTH];
    for (int w = 0; w < WIDTH; ++w) {
        views[w] = face_across(nq, here, b->e[w], number);
        f->is_wall[w] = here->neighbors[b->e[w] * NFACES + number].link == WALL;
    }
    view_take(nq, views, f->q);
    for (int i = 0; i < places; ++i)
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            real ja[3];
            batch_normal(b, curved, number / 2, at[i], w, ja);
            const real sJ = root(dot(ja, ja)), out = number % 2 ? 1 / sJ : -1 / sJ;
            f->n[0][i][w] = out * ja[0], f->n[1][i][w] = out * ja[1], f->n[2][i][w] = out * ja[2];
            f->lift[i][w] = sJ * batch_J_inv(b, curved, at[i], w) / w_end;
        }
}

/* Both sides at node i of the face, node `at` of the element, with phi = 0; returns phi. */
HD real face_nodes(const struct batch *b, const struct face *f, int i, int at, int w, real gamma,
                   const real n[3], struct node *own, struct node *other)
{
    const real q[NFIELDS] = { f->q[0][i][w], f->q[1][i][w], f->q[2][i][w], f->q[3][i][w],
                              f->q[4][i][w] };
    *own = batch_node(b, at, w);
    const real phi = own->phi;
    *other = node_but_logs(q, phi, gamma);
    const struct node mirrored = beyond_wall(own, n);
    for (int m = 0; m < 3; ++m)
        other->u[m] = f->is_wall[w] ? mirrored.u[m] : other->u[m];
    own->phi = other->phi = 0;
    return phi;
}

/* The nodes that polynomials do not reach. */
static __attribute__((noinline)) void face_add_far(int flux, int i, int place, int at,
                                                   const struct face *f, const int *far,
                                                   real gamma, struct batch *b)
{
    for (int w = 0; w < WIDTH; ++w) {
        const real n[3] = { f->n[0][place][w], f->n[1][place][w], f->n[2][place][w] };
        struct node own, other;
        real flow[NFIELDS];
        if (!far[w]) continue;
        const real phi = face_nodes(b, f, i, at, w, gamma, n, &own, &other);
        own.log_rho = log(own.rho), own.log_b = log(own.b);
        other.log_rho = log(other.rho), other.log_b = log(other.b);
        const struct means means = means_by_logs(&own, &other);
        flux_surface(flux, &own, &other, &means, n, phi, gamma, flow);
        for (int v = 0; v < NFIELDS; ++v)
            b->r[v][at][w] -= f->lift[place][w] * flow[v];
    }
}

/* rates -= sJ/(J w_end) f* at every node; flux is a literal, so that the loops have no branch. */
HD void face_add(const int flux, const int curved, const int nn, const int *at,
                 const struct face *f, real gamma, struct batch *b)
{
    for (int i = 0; i < nn; ++i) {
        const int place = curved ? i : 0;
        int far[WIDTH], any = 0;
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real n[3] = { f->n[0][place][w], f->n[1][place][w], f->n[2][place][w] };
            struct node own, other;
            real flow[NFIELDS];
            const real phi = face_nodes(b, f, i, at[i], w, gamma, n, &own, &other);
            const struct means means = means_near(&own, &other);
            far[w] = !means_are_near(&own, &other);
            flux_surface(flux, &own, &other, &means, n, phi, gamma, flow);
            const real lift = f->lift[place][w];
            b->r[0][at[i]][w] -= far[w] ? 0 : lift * flow[0];
            b->r[1][at[i]][w] -= far[w] ? 0 : lift * flow[1];
            b->r[2][at[i]][w] -= far[w] ? 0 : lift * flow[2];
            b->r[3][at[i]][w] -= far[w] ? 0 : lift * flow[3];
            b->r[4][at[i]][w] -= far[w] ? 0 : lift * flow[4];
        }
        for (int w = 0; w < WIDTH; ++w) any |= far[w];
        if (any) face_add_far(flux, i, place, at[i], f, far, gamma, b);
    }
}

HD void faces(const int nq, const int curved, const struct discretization *d,
              const struct surroundings *here, struct batch *b)
{
    const int nn = nq * nq;
    const real gamma = (real)d->gamma;
    struct face f;
    face_table at;
    face_fill_table(nq, at);
    for (int number = 0; number < NFACES; ++number) {
        face_take(nq, curved, d, number, at[number], b, here, &f);
        switch (d->flux) {
        case FLUX_MATRIX: face_add(FLUX_MATRIX, curved, nn, at[number], &f, gamma, b); break;
        case FLUX_RUSANOV: face_add(FLUX_RUSANOV, curved, nn, at[number], &f, gamma, b); break;
        default: face_add(FLUX_CONSERVATIVE, curved, nn, at[number], &f, gamma, b); break;
        }
    }
}

void KERNEL(batch_faces)(const struct discretization *d, const struct surroundings *here,
                         struct batch *b)
{
    switch (d->degree) {
#define DEGREE(N)                                      \
    case N:                                            \
        if (d->is_curved) faces(N + 1, 1, d, here, b); \
        else faces(N + 1, 0, d, here, b);              \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
