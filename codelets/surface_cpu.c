/* codelets/surface_cpu.c -- surface terms on a core: elements as vector lanes. */
#include "codelets/surface_cpu.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "codelets/lanes.h"
#include "physics/flux_surface.h"

enum { MAX_NN = MAX_NQ * MAX_NQ };

/** The same face of WIDTH elements: what lies on both sides, and the flux between. */
struct face_batch {
    lanes own[NFIELDS][MAX_NN], other[NFIELDS][MAX_NN], f[NFIELDS][MAX_NN], phi[MAX_NN];
    lanes n[3], lift;        /* unit normal; sJ/(J w_end)                        */
    int is_wall[WIDTH];
    int far[MAX_NN][WIDTH];  /* nodes whose means want logarithms                */
};

/* Two states with phi = 0 at node i of lane w. */
HD void face_nodes(const struct face_batch *b, int i, int w, real gamma, const real n[3],
                   struct node *own, struct node *other)
{
    const real q[NFIELDS] = { b->own[0][i][w], b->own[1][i][w], b->own[2][i][w], b->own[3][i][w],
                              b->own[4][i][w] };
    const real p[NFIELDS] = { b->other[0][i][w], b->other[1][i][w], b->other[2][i][w],
                              b->other[3][i][w], b->other[4][i][w] };
    *own = node_but_logs(q, b->phi[i][w], gamma);
    *other = node_but_logs(p, b->phi[i][w], gamma);
    const struct node mirrored = beyond_wall(own, n);
    for (int m = 0; m < 3; ++m)
        other->u[m] = b->is_wall[w] ? mirrored.u[m] : other->u[m];
    own->phi = other->phi = 0;
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
            face_nodes(b, i, w, gamma, n, &own, &other);
            const struct means means = means_near(&own, &other);
            b->far[i][w] = !means_are_near(&own, &other);
            flux_surface(flux, &own, &other, &means, n, b->phi[i][w], gamma, f);
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
            face_nodes(b, i, w, gamma, n, &own, &other);
            own.log_rho = log(own.rho), own.log_b = log(own.b);
            other.log_rho = log(other.rho), other.log_b = log(other.b);
            const struct means means = means_by_logs(&own, &other);
            flux_surface(flux, &own, &other, &means, n, b->phi[i][w], gamma, f);
            face_put(b, i, w, f);
        }
}

/* The states on both sides of a face of element e, and where it stands, into lane w. */
HD void face_take(const int nq, const struct discretization *d, int e, int face, int w,
                  const real *RESTRICT q, const real *RESTRICT geometry,
                  const struct neighbor *neighbors, const real *const *traces,
                  struct face_batch *b)
{
    const int nn = nq * nq, np = nn * nq;
    const struct neighbor *nb = &neighbors[(size_t)e * NFACES + face];
    const real *g = geometry + (size_t)e * GEOMETRY_SIZE;
    const real *own = q + (size_t)e * NFIELDS * np, *other = own;
    const real *ja = g + GEOMETRY_JA + 3 * (face / 2);
    const real sJ = sqrt(dot(ja, ja)), out = face % 2 ? 1 / sJ : -1 / sJ;
    const int is_inside = nb->link == INSIDE, apart = is_inside || nb->link == WALL ? np : nn;

    for (int m = 0; m < 3; ++m)
        b->n[m][w] = out * ja[m];
    b->lift[w] = sJ * g[GEOMETRY_J_INV] / (real)d->w[0];
    b->is_wall[w] = nb->link == WALL;
    if (is_inside) other = q + (size_t)nb->at * NFIELDS * np;
    else if (nb->link != WALL) other = traces[nb->link] + (size_t)nb->at * NFIELDS * nn;
    for (int y = 0; y < nq; ++y)
        for (int x = 0; x < nq; ++x) {
            const int i = x + nq * y, at = face_node_inside(face, nq, x, y);
            int across = at;
            if (nb->link != WALL) {
                across = face_node_across(nb->orientation, nq, x, y);
                if (is_inside)
                    across = face_node_inside(nb->face, nq, across % nq, across / nq);
            }
            b->phi[i][w] = geometry_linear(g + GEOMETRY_PHI, (real)d->x[at % nq],
                                           (real)d->x[at / nq % nq], (real)d->x[at / nn]);
            for (int v = 0; v < NFIELDS; ++v) {
                b->own[v][i][w] = own[v * np + at];
                b->other[v][i][w] = other[v * apart + across];
            }
        }
}

/* k -= sJ/(J w_end) f* on the six faces of n listed elements, n <= WIDTH. */
HD void do_batch(const int nq, const struct discretization *d, const int32_t *list, int n,
                 real *RESTRICT k, const real *RESTRICT q, const real *RESTRICT geometry,
                 const struct neighbor *neighbors, const real *const *traces)
{
    const int nn = nq * nq, np = nn * nq;
    const real gamma = (real)d->gamma;
    struct face_batch b;

    for (int face = 0; face < NFACES; ++face) {
        int any_far;
        for (int w = 0; w < WIDTH; ++w)
            face_take(nq, d, list[w < n ? w : n - 1], face, w, q, geometry, neighbors, traces, &b);
        switch (d->flux) {
        case FLUX_MATRIX: any_far = face_flux(FLUX_MATRIX, nn, &b, gamma); break;
        case FLUX_RUSANOV: any_far = face_flux(FLUX_RUSANOV, nn, &b, gamma); break;
        default: any_far = face_flux(FLUX_CONSERVATIVE, nn, &b, gamma); break;
        }
        if (any_far) face_flux_far(d->flux, nn, &b, gamma);
        for (int w = 0; w < n; ++w) {
            real *ke = k + (size_t)list[w] * NFIELDS * np;
            for (int v = 0; v < NFIELDS; ++v)
                for (int y = 0; y < nq; ++y)
                    for (int x = 0; x < nq; ++x)
                        ke[v * np + face_node_inside(face, nq, x, y)]
                            -= b.lift[w] * b.f[v][x + nq * y][w];
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
