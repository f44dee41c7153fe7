/* codelets/volume_cpu.c -- volume terms on a core: half sweep over pairs, lines as vector lanes.
 *
 * dq_i/dt = -1/J sum_d sum_{n != i} 2 D_in F#(i, n; Ja^d): numerics form (A), without the diagonal.
 * Direction by direction the element is turned so that the pairs of a direction are pairs of
 * planes, and the lines through them lie side by side in memory.
 */
#include "codelets/volume.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "physics/flux_ec.h"

/* What flux_ec asks of a node, as rows [quantity][node]. */
enum { S_RHO, S_U, S_V, S_W, S_B, S_B_INV, S_PHI, S_LOG_RHO, S_LOG_B, NQUANTITIES };
typedef real quantities[NQUANTITIES][MAX_NP];
typedef real rates[NFIELDS][MAX_NP];

HD struct node load(const quantities s, int i)
{
    const struct node n = {
        .rho = s[S_RHO][i], .u = { s[S_U][i], s[S_V][i], s[S_W][i] }, .b = s[S_B][i],
        .b_inv = s[S_B_INV][i], .phi = s[S_PHI][i],
        .log_rho = s[S_LOG_RHO][i], .log_b = s[S_LOG_B][i],
    };
    return n;
}

/* Primitives and logarithms, once a node. */
HD void take_nodes(const int nq, const struct discretization *d, const real *q, const real *g,
                   quantities s)
{
    const int np = nq * nq * nq;
    const real gamma = (real)d->gamma;
    geometry_nodes(nq, d->x, g + GEOMETRY_PHI, s[S_PHI]);
    LANES
    for (int i = 0; i < np; ++i) {
        const real qi[NFIELDS] = { q[i], q[np + i], q[2 * np + i], q[3 * np + i], q[4 * np + i] };
        const struct node n = node_but_logs(qi, s[S_PHI][i], gamma);
        s[S_RHO][i] = n.rho, s[S_B][i] = n.b, s[S_B_INV][i] = n.b_inv;
        s[S_U][i] = n.u[0], s[S_V][i] = n.u[1], s[S_W][i] = n.u[2];
    }
    for (int i = 0; i < np; ++i) {
        s[S_LOG_RHO][i] = log(s[S_RHO][i]);
        s[S_LOG_B][i] = log(s[S_B][i]);
    }
}

/* Node of line l, plane a of direction d. */
HD int turned(const int nq, int d, int a, int l)
{
    switch (d) {
    case 0: return a + nq * l;
    case 1: return l % nq + nq * (a + nq * (l / nq));
    default: return l + nq * nq * a;
    }
}

/* r[v][node] -= sum over the pairs of direction d, each pair once: eq. (5) and Sec. 4.1. */
HD void sweep_direction(const int nq, const struct discretization *dis, int d, const real *ja,
                        const quantities s, rates r)
{
    const int nn = nq * nq;
    const real gamma = (real)dis->gamma, a[3] = { ja[0], ja[1], ja[2] };
    quantities t;
    rates rt;

    for (int c = 0; c < NQUANTITIES; ++c)
        for (int p = 0; p < nq; ++p)
            for (int l = 0; l < nn; ++l)
                t[c][p * nn + l] = s[c][turned(nq, d, p, l)];
    for (int v = 0; v < NFIELDS; ++v)
        for (int i = 0; i < nq * nn; ++i)
            rt[v][i] = 0;

    for (int p = 0; p < nq; ++p)
        for (int o = p + 1; o < nq; ++o) {
            const real Dpo = (real)dis->D2[p][o], Dop = (real)dis->D2[o][p];
            LANES
            for (int l = 0; l < nn; ++l) {
                const struct node L = load(t, p * nn + l), R = load(t, o * nn + l);
                const struct means means = means_by_logs(&L, &R);
                real f[NFIELDS];
                const real K = flux_ec(&L, &R, &means, a, gamma, f);
                const real L_gravity = K * L.b_inv, R_gravity = K * R.b_inv;

                rt[RHO][p * nn + l] -= Dpo * f[RHO];
                rt[RHO][o * nn + l] -= Dop * f[RHO];
                rt[RHO_U][p * nn + l] -= Dpo * (f[RHO_U] + L_gravity * a[0]);
                rt[RHO_U][o * nn + l] -= Dop * (f[RHO_U] - R_gravity * a[0]);
                rt[RHO_V][p * nn + l] -= Dpo * (f[RHO_V] + L_gravity * a[1]);
                rt[RHO_V][o * nn + l] -= Dop * (f[RHO_V] - R_gravity * a[1]);
                rt[RHO_W][p * nn + l] -= Dpo * (f[RHO_W] + L_gravity * a[2]);
                rt[RHO_W][o * nn + l] -= Dop * (f[RHO_W] - R_gravity * a[2]);
                rt[RHO_E][p * nn + l] -= Dpo * f[RHO_E];
                rt[RHO_E][o * nn + l] -= Dop * f[RHO_E];
            }
        }

    for (int v = 0; v < NFIELDS; ++v)
        for (int p = 0; p < nq; ++p)
            for (int l = 0; l < nn; ++l)
                r[v][turned(nq, d, p, l)] += rt[v][p * nn + l];
}

/* The Coriolis force -omega x rho u does no work: the energy row has no source. */
HD void add_coriolis(const int nq, const struct discretization *d, const real *g, const real *q,
                     real *k)
{
    const int np = nq * nq * nq;
    const real omega[2] = { (real)d->omega[0], (real)d->omega[1] };
    real f[MAX_NP];
    geometry_nodes(nq, d->x, g + GEOMETRY_CORIOLIS, f);
    for (int i = 0; i < np; ++i) {
        const real U = q[RHO_U * np + i], V = q[RHO_V * np + i], W = q[RHO_W * np + i];
        k[RHO_U * np + i] -= omega[1] * W - f[i] * V;
        k[RHO_V * np + i] -= f[i] * U - omega[0] * W;
        k[RHO_W * np + i] -= omega[0] * V - omega[1] * U;
    }
}

HD void sweep(const int nq, const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
              const real *RESTRICT g)
{
    const int np = nq * nq * nq;
    const real A = (real)a->A;

    for (int e = 0; e < a->num_elements; ++e, k += NFIELDS * np, q += NFIELDS * np,
             g += GEOMETRY_SIZE) {
        quantities s;
        rates r;
        take_nodes(nq, a->d, q, g, s);
        for (int v = 0; v < NFIELDS; ++v)
            for (int i = 0; i < np; ++i)
                r[v][i] = 0;
        for (int d = 0; d < 3; ++d)
            sweep_direction(nq, a->d, d, g + GEOMETRY_JA + 3 * d, s, r);

        for (int v = 0; v < NFIELDS; ++v)
            for (int i = 0; i < np; ++i) {
                const real old = A == 0 ? 0 : A * k[v * np + i];
                k[v * np + i] = old + g[GEOMETRY_J_INV] * r[v][i];
            }
        if (a->d->rotates)
            add_coriolis(nq, a->d, g, q, k);
    }
}

FOR_EACH_ISA
void EACH(volume_cpu)(const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
                      const real *RESTRICT geometry)
{
    switch (a->d->degree) {
#define DEGREE(N) case N: sweep(N + 1, a, k, q, geometry); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
