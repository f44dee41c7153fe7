/* codelets/surface_cpu.c -- surface terms on a core: elements as vector lanes. */
#include "codelets/surface_cpu.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "codelets/lanes.h"
#include "physics/flux_surface.h"

enum { MAX_NN = MAX_NQ * MAX_NQ };

/** The same face of WIDTH elements: what lies on both sides, and the flux between. */
struct face_batch {
    lanes own[NFIELDS][MAX_NN], other[NFIELDS][MAX_NN], f[NFIELDS][MAX_NN];
    lanes n[3], lift;        /* unit normal; sJ/(J w_end)                        */
    lanes g[4];              /* of the geopotential                              */
    real x[MAX_NN][3];       /* of the nodes, in the reference element           */
    int is_wall[WIDTH];
    int far[MAX_NN][WIDTH];  /* nodes whose means want logarithms                */
};

/* Two states with phi = 0 at node i of lane w; returns phi. */
HD real face_nodes(const struct face_batch *b, int i, int w, real gamma, const real n[3],
                   struct node *own, struct node *other)
{
    const real g[4] = { b->g[0][w], b->g[1][w], b->g[2][w], b->g[3][w] };
    const real phi = geometry_linear(g, b->x[i][0], b->x[i][1], b->x[i][2]);
    const real q[NFIELDS] = { b->own[0][i][w], b->own[1][i][w], b->own[2][i][w], b->own[3][i][w],
                              b->own[4][i][w] };
    const real p[NFIELDS] = { b->other[0][i][w], b->other[1][i][w], b->other[2][i][w],
                              b->other[3][i][w], b->other[4][i][w] };
    *own = node_but_logs(q, phi, gamma);
    *other = node_but_logs(p, phi, gamma);
    const struct node mirrored = beyond_wall(own, n);
    for (int m = 0; m < 3; ++m)
        other->u[m] = b->is_wall[w] ? mirrored.u[m] : other->u[m];
    own->phi = other->phi = 0;
    return phi;
}

HD void face_put(struct face_batch *b, int i, int w, const real f[NFIELDS])
{
    b->f[0][i][w] = f[0], b->f[1][i][w] = f[1], b->f[2][i][w] = f[2];
    b->f[3][i][w] = f[3], b->f[4][i][w] = f[4];
}

/* f = f* at every node by polynomials, far = where they do not reach; flux is a literal, so that the
 * loops have no branch. */
HD int face_flux(const int flux, const int nn, struct face_batch *b, real gamma)
{
    int any = 0;
    for (int i = 0; i < nn; ++i) {
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real n[3] = { b->n[0][w], b->n[1][w], b->n[2][w] };
            struct node own, other;
            real f[NFIELDS];
            const real phi = face_nodes(b, i, w, gamma, n, &own, &other);
            const struct means means = means_near(&own, &other);
            b->far[i][w] = !means_are_near(&own, &other);
            flux_surface(flux, &own, &other, &means, n, phi, gamma, f);
            face_put(b, i, w, f);
        }
        for (int w = 0; w < WIDTH; ++w) any |= b->far[i][w];
    }
    return any;
}

/* The nodes that the polynomials do not reach. */
static __attribute__((noinline)) void face_flux_far(int flux, int nn, struct face_batch *b,
                                                    real gamma)
{
    for (int i = 0; i < nn; ++i)
        for (int w = 0; w < WIDTH; ++w) {
            const real n[3] = { b->n[0][w], b->n[1][w], b->n[2][w] };
            struct node own, other;
            real f[NFIELDS];
            if (!b->far[i][w]) continue;
            const real phi = face_nodes(b, i, w, gamma, n, &own, &other);
            own.log_rho = log(own.rho), own.log_b = log(own.b);
            other.log_rho = log(other.rho), other.log_b = log(other.b);
            const struct means means = means_by_logs(&own, &other);
            flux_surface(flux, &own, &other, &means, n, phi, gamma, f);
            face_put(b, i, w, f);
        }
}

/* Nodes of each face, as nodes of the element. */
typedef int face_table[NFACES][MAX_NN];

HD void face_fill_table(const int nq, face_table at)
{
    for (int face = 0; face < NFACES; ++face)
        for (int i = 0; i < nq * nq; ++i)
            at[face][i] = face_node_inside(face, nq, i % nq, i / nq);
}

/* to[v][.][w] = variables v of the nodes at[.] */
HD void face_copy(const int nn, const real *RESTRICT from, int apart, const int *RESTRICT at, int w,
                  lanes to[NFIELDS][MAX_NN])
{
    for (int v = 0; v < NFIELDS; ++v, from += apart)
        for (int i = 0; i < nn; ++i)
            to[v][i][w] = from[at[i]];
}

/* The states on both sides of a face of element e, and where it stands, into lane w. */
HD void face_take(const int nq, const struct discretization *d, face_table at, int e, int face,
                  int w, const real *RESTRICT q, const real *RESTRICT geometry,
                  const struct neighbor *neighbors, const real *const *traces,
                  struct face_batch *b)
{
    const int nn = nq * nq, np = nn * nq;
    const struct neighbor *nb = &neighbors[(size_t)e * NFACES + face];
    const real *g = geometry + (size_t)e * GEOMETRY_SIZE, *own = q + (size_t)e * NFIELDS * np;
    const real *ja = g + GEOMETRY_JA + 3 * (face / 2);
    const real sJ = sqrt(dot(ja, ja)), out = face % 2 ? 1 / sJ : -1 / sJ;
    int across[MAX_NN];

    for (int m = 0; m < 3; ++m)
        b->n[m][w] = out * ja[m];
    b->lift[w] = sJ * g[GEOMETRY_J_INV] / (real)d->w[0];
    b->is_wall[w] = nb->link == WALL;
    for (int i = 0; i < 4; ++i)
        b->g[i][w] = g[GEOMETRY_PHI + i];
    face_copy(nn, own, np, at[face], w, b->own);
    if (nb->link == WALL) { /* a state that gives numbers; the mirrored one takes its place */
        face_copy(nn, own, np, at[face], w, b->other);
        return;
    }
    const int is_inside = nb->link == INSIDE;
    for (int i = 0; i < nn; ++i) {
        const int there = nb->orientation
                              ? face_node_across(nb->orientation, nq, i % nq, i / nq) : i;
        across[i] = is_inside ? at[nb->face][there] : there;
    }
    if (is_inside) face_copy(nn, q + (size_t)nb->at * NFIELDS * np, np, across, w, b->other);
    else face_copy(nn, traces[nb->link] + (size_t)nb->at * NFIELDS * nn, nn, across, w, b->other);
}

/* k -= sJ/(J w_end) f* on the six faces of n listed elements, n <= WIDTH. */
HD void do_batch(const int nq, const struct discretization *d, const int32_t *list, int n,
                 real *RESTRICT k, const real *RESTRICT q, const real *RESTRICT geometry,
                 const struct neighbor *neighbors, const real *const *traces)
{
    const int nn = nq * nq, np = nn * nq;
    const real gamma = (real)d->gamma;
    struct face_batch b;
    face_table at;
    face_fill_table(nq, at);

    for (int face = 0; face < NFACES; ++face) {
        int any_far;
        for (int i = 0; i < nn; ++i) {
            b.x[i][0] = (real)d->x[at[face][i] % nq];
            b.x[i][1] = (real)d->x[at[face][i] / nq % nq];
            b.x[i][2] = (real)d->x[at[face][i] / nn];
        }
        for (int w = 0; w < WIDTH; ++w)
            face_take(nq, d, at, list[w < n ? w : n - 1], face, w, q, geometry, neighbors, traces,
                      &b);
        switch (d->flux) {
        case FLUX_MATRIX: any_far = face_flux(FLUX_MATRIX, nn, &b, gamma); break;
        case FLUX_RUSANOV: any_far = face_flux(FLUX_RUSANOV, nn, &b, gamma); break;
        default: any_far = face_flux(FLUX_CONSERVATIVE, nn, &b, gamma); break;
        }
        if (any_far) face_flux_far(d->flux, nn, &b, gamma);
        for (int w = 0; w < n; ++w) {
            real *ke = k + (size_t)list[w] * NFIELDS * np;
            for (int v = 0; v < NFIELDS; ++v)
                for (int i = 0; i < nn; ++i)
                    ke[v * np + at[face][i]] -= b.lift[w] * b.f[v][i][w];
        }
    }
}

void KERNEL(surface_cpu)(const struct surface_args *a, real *RESTRICT k, const real *RESTRICT q,
                       const real *RESTRICT geometry, const struct neighbor *neighbors,
                       const int32_t *lists, const real *const *traces)
{
    const int end = a->first + a->num_elements;
    switch (a->d->degree) {
#define DEGREE(N)                                                                                \
    case N:                                                                                      \
        for (int i = a->first; i < end; i += WIDTH)                                              \
            do_batch(N + 1, a->d, lists + i, end - i < WIDTH ? end - i : WIDTH, k, q, geometry,  \
                     neighbors, traces);                                                         \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
