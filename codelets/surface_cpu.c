/* codelets/surface_cpu.c -- surface terms on a core: face nodes as vector lanes. */
#include "codelets/surface_cpu.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "physics/flux_surface.h"

/* One side of a face: what the surface flux asks of a node, as rows [quantity][face node]. */
enum { F_RHO, F_U, F_V, F_W, F_P, F_B, F_LOG_RHO, F_LOG_B, NFACE_QUANTITIES };
enum { MAX_NN = MAX_NQ * MAX_NQ };
typedef real face_side[NFACE_QUANTITIES][MAX_NN];
typedef real face_state[NFIELDS][MAX_NN];

HD struct node face_load(const face_side s, int i)
{
    const struct node n = {
        .rho = s[F_RHO][i], .u = { s[F_U][i], s[F_V][i], s[F_W][i] }, .p = s[F_P][i],
        .b = s[F_B][i], .log_rho = s[F_LOG_RHO][i], .log_b = s[F_LOG_B][i],
    };
    return n;
}

/* s = primitives and logarithms with phi taken out of the energy, phi = 0. */
HD void face_take(const int nn, const face_state q, const real *phi, real gamma, face_side s)
{
    LANES
    for (int i = 0; i < nn; ++i) {
        const real qi[NFIELDS] = { q[RHO][i], q[RHO_U][i], q[RHO_V][i], q[RHO_W][i], q[RHO_E][i] };
        const struct node n = node_but_logs(qi, phi[i], gamma);
        s[F_RHO][i] = n.rho, s[F_P][i] = n.p, s[F_B][i] = n.b;
        s[F_U][i] = n.u[0], s[F_V][i] = n.u[1], s[F_W][i] = n.u[2];
    }
    for (int i = 0; i < nn; ++i) {
        s[F_LOG_RHO][i] = log(s[F_RHO][i]);
        s[F_LOG_B][i] = log(s[F_B][i]);
    }
}

/* s = the states beyond a wall. */
HD void face_mirror(const int nn, const face_side own, const real n[3], face_side s)
{
    LANES
    for (int i = 0; i < nn; ++i) {
        const struct node inside = face_load(own, i), beyond = beyond_wall(&inside, n);
        s[F_RHO][i] = beyond.rho, s[F_P][i] = beyond.p, s[F_B][i] = beyond.b;
        s[F_U][i] = beyond.u[0], s[F_V][i] = beyond.u[1], s[F_W][i] = beyond.u[2];
        s[F_LOG_RHO][i] = beyond.log_rho, s[F_LOG_B][i] = beyond.log_b;
    }
}

/* f = f* at every node of a face; flux is a literal, so that the loop has no branch. */
HD void face_flux(const int flux, const int nn, const face_side own, const face_side other,
                  const real normal[3], const real *phi, real gamma, face_state f)
{
    const real n[3] = { normal[0], normal[1], normal[2] };
    LANES
    for (int i = 0; i < nn; ++i) {
        const struct node L = face_load(own, i), R = face_load(other, i);
        const struct means means = means_by_logs(&L, &R);
        real fi[NFIELDS];
        flux_surface(flux, &L, &R, &means, n, phi[i], gamma, fi);
        f[RHO][i] = fi[RHO], f[RHO_E][i] = fi[RHO_E];
        f[RHO_U][i] = fi[RHO_U], f[RHO_V][i] = fi[RHO_V], f[RHO_W][i] = fi[RHO_W];
    }
}

/* to = the neighbour's state at our face nodes. */
HD void face_gather(const int nq, const struct neighbor *nb, const real *q,
                    const real *const *traces, face_state to)
{
    const int nn = nq * nq, np = nn * nq;
    const real *from = nb->link == INSIDE ? q + (size_t)nb->at * NFIELDS * np
                                          : traces[nb->link] + (size_t)nb->at * NFIELDS * nn;
    for (int y = 0; y < nq; ++y)
        for (int x = 0; x < nq; ++x) {
            const int across = face_node_across(nb->orientation, nq, x, y);
            if (nb->link == INSIDE) {
                const int i = face_node_inside(nb->face, nq, across % nq, across / nq);
                for (int v = 0; v < NFIELDS; ++v) to[v][x + nq * y] = from[v * np + i];
            } else {
                for (int v = 0; v < NFIELDS; ++v) to[v][x + nq * y] = from[v * nn + across];
            }
        }
}

/* k -= sJ/(J w_end) f* on the six faces of element e. */
HD void element_surface(const int nq, const struct discretization *d, int e, real *RESTRICT k,
                        const real *RESTRICT q, const real *RESTRICT geometry,
                        const struct neighbor *neighbors, const real *const *traces)
{
    const int nn = nq * nq, np = nn * nq;
    const real gamma = (real)d->gamma;
    const real *g = geometry + (size_t)e * GEOMETRY_SIZE;
    const real *qe = q + (size_t)e * NFIELDS * np;
    real *ke = k + (size_t)e * NFIELDS * np;
    real xi[MAX_NQ];
    for (int i = 0; i < nq; ++i)
        xi[i] = (real)d->x[i];

    for (int face = 0; face < NFACES; ++face) {
        const struct neighbor *nb = &neighbors[(size_t)e * NFACES + face];
        const real *ja = g + GEOMETRY_JA + 3 * (face / 2);
        const real sJ = sqrt(dot(ja, ja)), out = face % 2 ? 1 / sJ : -1 / sJ;
        const real n[3] = { out * ja[0], out * ja[1], out * ja[2] };
        const real lift = sJ * g[GEOMETRY_J_INV] / (real)d->w[0];
        int inside[MAX_NN];
        real phi[MAX_NN];
        face_state state, f;
        face_side own, other;

        for (int y = 0; y < nq; ++y)
            for (int x = 0; x < nq; ++x) {
                const int i = face_node_inside(face, nq, x, y);
                inside[x + nq * y] = i;
                phi[x + nq * y] = geometry_linear(g + GEOMETRY_PHI, xi[i % nq], xi[i / nq % nq],
                                                  xi[i / nn]);
                for (int v = 0; v < NFIELDS; ++v) state[v][x + nq * y] = qe[v * np + i];
            }
        face_take(nn, state, phi, gamma, own);
        if (nb->link == WALL) {
            face_mirror(nn, own, n, other);
        } else {
            face_gather(nq, nb, q, traces, state);
            face_take(nn, state, phi, gamma, other);
        }
        switch (d->flux) {
        case FLUX_MATRIX: face_flux(FLUX_MATRIX, nn, own, other, n, phi, gamma, f); break;
        case FLUX_RUSANOV: face_flux(FLUX_RUSANOV, nn, own, other, n, phi, gamma, f); break;
        default: face_flux(FLUX_CONSERVATIVE, nn, own, other, n, phi, gamma, f); break;
        }
        for (int v = 0; v < NFIELDS; ++v)
            for (int i = 0; i < nn; ++i)
                ke[v * np + inside[i]] -= lift * f[v][i];
    }
}

FOR_EACH_ISA
void EACH(surface_cpu)(const struct surface_args *a, real *RESTRICT k, const real *RESTRICT q,
                       const real *RESTRICT geometry, const struct neighbor *neighbors,
                       const int32_t *lists, const real *const *traces)
{
    switch (a->d->degree) {
#define DEGREE(N)                                                                                \
    case N:                                                                                      \
        for (int i = a->first; i < a->first + a->num_elements; ++i)                              \
            element_surface(N + 1, a->d, lists[i], k, q, geometry, neighbors, traces);           \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
