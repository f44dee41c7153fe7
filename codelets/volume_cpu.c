/* codelets/volume_cpu.c -- volume terms on a core: half sweep over pairs, elements as vector lanes.
 *
 * dq_i/dt = -1/J sum_d sum_{n != i} 2 D_in F#(i, n; Ja^d): numerics form (A), without the diagonal.
 * Nodes are taken apart once; pairs then cost no logarithm and one reciprocal.
 */
#include "codelets/volume.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "codelets/lanes.h"
#include "physics/flux_ec.h"

/* What flux_two_point asks of a node. */
enum { S_RHO, S_U, S_V, S_W, S_B, S_HALF_B_INV, S_PHI, NQUANTITIES };

/** Elements side by side: states, rates and geometry. */
struct batch {
    lanes s[NQUANTITIES][MAX_NP], r[NFIELDS][MAX_NP];
    lanes g[GEOMETRY_SIZE];
};

HD struct node batch_node(const struct batch *b, int i, int w)
{
    const struct node n = {
        .rho = b->s[S_RHO][i][w], .u = { b->s[S_U][i][w], b->s[S_V][i][w], b->s[S_W][i][w] },
        .b = b->s[S_B][i][w], .phi = b->s[S_PHI][i][w],
    };
    return n;
}

/* Value at a node of one of the record's linear fields, in lane w. */
HD real batch_linear(const struct batch *b, int field, int w, real x, real y, real z)
{
    const real g[4] = { b->g[field][w], b->g[field + 1][w], b->g[field + 2][w],
                        b->g[field + 3][w] };
    return geometry_linear(g, x, y, z);
}

/* Primitives, once a node; no logarithms but where a line needs them. */
HD void take_nodes(const int nq, const struct discretization *d, const real *const *q,
                   struct batch *b)
{
    const int np = nq * nq * nq;
    const real gamma = (real)d->gamma;
    for (int i = 0; i < np; ++i) {
        const real x = (real)d->x[i % nq], y = (real)d->x[i / nq % nq];
        const real z = (real)d->x[i / (nq * nq)];
        lanes t[NFIELDS];
        for (int v = 0; v < NFIELDS; ++v)
            for (int w = 0; w < WIDTH; ++w)
                t[v][w] = q[w][v * np + i];
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real qi[NFIELDS] = { t[0][w], t[1][w], t[2][w], t[3][w], t[4][w] };
            const struct node n = node_but_logs(qi, batch_linear(b, GEOMETRY_PHI, w, x, y, z),
                                                gamma);
            b->s[S_RHO][i][w] = n.rho, b->s[S_PHI][i][w] = n.phi;
            b->s[S_U][i][w] = n.u[0], b->s[S_V][i][w] = n.u[1], b->s[S_W][i][w] = n.u[2];
            b->s[S_B][i][w] = n.b, b->s[S_HALF_B_INV][i][w] = (real)0.5 * n.b_inv;
            for (int v = 0; v < NFIELDS; ++v)
                b->r[v][i][w] = 0;
        }
    }
}

/* r -= m u + p a. */
HD void subtract(real *r, real m, real u, real p, real a)
{
    *r = mul_add(-m, u, mul_add(-p, a, *r));
}

/* From one field's rates to the next one's. */
enum { FIELD = MAX_NP * WIDTH };

/* The pair (i, j) in lane w: r -= 2 D f for both. D are quarters of the table's, since
 * flux_two_point gives four times the flux. ri and rj are the nodes' rows in b->r[RHO]. */
HD void add_pair(const struct batch *b, int i, int j, int w, real Di, real Dj, const real a[3],
                 const struct node *L, const struct node *R, const struct means *means, real gamma,
                 real *RESTRICT ri, real *RESTRICT rj)
{
    const struct two_point f = flux_two_point(L, R, means, a, gamma);
    const real mi = Di * f.mass, mj = Dj * f.mass;
    const real pi = 2 * Di * mul_add(f.gravity, b->s[S_HALF_B_INV][i][w], f.p);
    const real pj = 2 * Dj * mul_add(-f.gravity, b->s[S_HALF_B_INV][j][w], f.p);
    ri[RHO * FIELD + w] -= 2 * mi, rj[RHO * FIELD + w] -= 2 * mj;
    subtract(&ri[RHO_U * FIELD + w], mi, f.u[0], pi, a[0]);
    subtract(&rj[RHO_U * FIELD + w], mj, f.u[0], pj, a[0]);
    subtract(&ri[RHO_V * FIELD + w], mi, f.u[1], pi, a[1]);
    subtract(&rj[RHO_V * FIELD + w], mj, f.u[1], pj, a[1]);
    subtract(&ri[RHO_W * FIELD + w], mi, f.u[2], pi, a[2]);
    subtract(&rj[RHO_W * FIELD + w], mj, f.u[2], pj, a[2]);
    ri[RHO_E * FIELD + w] = mul_add(-Di, f.energy, ri[RHO_E * FIELD + w]);
    rj[RHO_E * FIELD + w] = mul_add(-Dj, f.energy, rj[RHO_E * FIELD + w]);
}

/* The pair in all lanes, by polynomials. */
HD void add_pairs(const struct batch *b, int d, int i, int j, real Di, real Dj, real gamma,
                  real *RESTRICT ri, real *RESTRICT rj)
{
    LANES
    for (int w = 0; w < WIDTH; ++w) {
        const real a[3] = { b->g[GEOMETRY_JA + 3 * d][w], b->g[GEOMETRY_JA + 3 * d + 1][w],
                            b->g[GEOMETRY_JA + 3 * d + 2][w] };
        const struct node L = batch_node(b, i, w), R = batch_node(b, j, w);
        const struct means means = means_near(&L, &R);
        add_pair(b, i, j, w, Di, Dj, a, &L, &R, &means, gamma, ri, rj);
    }
}

/* Which lanes' lines have pairs that polynomials do not reach? */
HD int find_far(const int nq, const struct batch *b, int base, int stride, int *far)
{
    lanes least[2], most[2];
    int any = 0;
    for (int c = 0; c < 2; ++c)
        for (int p = 0; p < nq; ++p) {
            const real *x = b->s[c ? S_B : S_RHO][base + p * stride];
            LANES
            for (int w = 0; w < WIDTH; ++w) {
                least[c][w] = p == 0 || x[w] < least[c][w] ? x[w] : least[c][w];
                most[c][w] = p == 0 || x[w] > most[c][w] ? x[w] : most[c][w];
            }
        }
    for (int w = 0; w < WIDTH; ++w) {
        far[w] = (most[0][w] > MEANS_NEAR_RATIO * least[0][w])
               | (most[1][w] > MEANS_NEAR_RATIO * least[1][w]);
        any |= far[w];
    }
    return any;
}

/* A line some of whose lanes want logarithms; the others keep their bits. */
static __attribute__((noinline)) void add_line_far(int nq, const struct discretization *dis,
                                                   struct batch *b, int d, int base, int stride,
                                                   const int *far)
{
    const real gamma = (real)dis->gamma;
    for (int p = 0; p < nq; ++p)
        for (int o = p + 1; o < nq; ++o) {
            const int i = base + p * stride, j = base + o * stride;
            const real Di = (real)(0.25 * dis->D2[p][o]), Dj = (real)(0.25 * dis->D2[o][p]);
            for (int w = 0; w < WIDTH; ++w) {
                const real a[3] = { b->g[GEOMETRY_JA + 3 * d][w], b->g[GEOMETRY_JA + 3 * d + 1][w],
                                    b->g[GEOMETRY_JA + 3 * d + 2][w] };
                struct node L = batch_node(b, i, w), R = batch_node(b, j, w);
                if (far[w]) {
                    L.log_rho = log(L.rho), L.log_b = log(L.b);
                    R.log_rho = log(R.rho), R.log_b = log(R.b);
                }
                const struct means means = far[w] ? means_by_logs(&L, &R) : means_near(&L, &R);
                add_pair(b, i, j, w, Di, Dj, a, &L, &R, &means, gamma, b->r[RHO][i], b->r[RHO][j]);
            }
        }
}

/* The pairs of all lines of direction d, each pair once: eq. (5) and Sec. 4.1. */
HD void add_direction(const int nq, const struct discretization *dis, struct batch *b, const int d)
{
    const int nn = nq * nq, stride = d == 0 ? 1 : d == 1 ? nq : nn;
    const real gamma = (real)dis->gamma;
    for (int l = 0; l < nn; ++l) {
        const int base = d == 0 ? nq * l : d == 1 ? l % nq + nn * (l / nq) : l;
        int far[WIDTH];
        if (find_far(nq, b, base, stride, far)) {
            add_line_far(nq, dis, b, d, base, stride, far);
            continue;
        }
        for (int p = 0; p < nq; ++p)
            for (int o = p + 1; o < nq; ++o) {
                const int i = base + p * stride, j = base + o * stride;
                const real Di = (real)(0.25 * dis->D2[p][o]), Dj = (real)(0.25 * dis->D2[o][p]);
                add_pairs(b, d, i, j, Di, Dj, gamma, b->r[RHO][i], b->r[RHO][j]);
            }
    }
}

/* The Coriolis force -omega x rho u does no work: the energy row has no source. */
HD void add_coriolis(const int nq, const struct discretization *d, struct batch *b)
{
    const real omega[2] = { (real)d->omega[0], (real)d->omega[1] };
    for (int i = 0; i < nq * nq * nq; ++i) {
        const real x = (real)d->x[i % nq], y = (real)d->x[i / nq % nq];
        const real z = (real)d->x[i / (nq * nq)];
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real f = batch_linear(b, GEOMETRY_CORIOLIS, w, x, y, z);
            const struct node n = batch_node(b, i, w);
            b->r[RHO_U][i][w] -= n.rho * (omega[1] * n.u[2] - f * n.u[1]);
            b->r[RHO_V][i][w] -= n.rho * (f * n.u[0] - omega[0] * n.u[2]);
            b->r[RHO_W][i][w] -= n.rho * (omega[0] * n.u[1] - omega[1] * n.u[0]);
        }
    }
}

/* Volume terms of the elements first ... first + n - 1, n <= WIDTH. */
HD void do_batch(const int nq, const struct volume_args *a, int first, int n, real *RESTRICT k,
                 const real *RESTRICT q, const real *RESTRICT geometry)
{
    const int np = nq * nq * nq;
    const real A = (real)a->A;
    const real *qe[WIDTH];
    struct batch b;
    for (int w = 0; w < WIDTH; ++w) {
        const size_t e = (size_t)first + (w < n ? w : n - 1);
        qe[w] = q + e * NFIELDS * np;
        for (int i = 0; i < GEOMETRY_SIZE; ++i)
            b.g[i][w] = geometry[e * GEOMETRY_SIZE + i];
    }
    take_nodes(nq, a->d, qe, &b);
    add_direction(nq, a->d, &b, 0);
    add_direction(nq, a->d, &b, 1);
    add_direction(nq, a->d, &b, 2);
    for (int v = 0; v < NFIELDS; ++v)
        for (int i = 0; i < np; ++i)
            LANES
            for (int w = 0; w < WIDTH; ++w)
                b.r[v][i][w] *= b.g[GEOMETRY_J_INV][w];
    if (a->d->rotates) add_coriolis(nq, a->d, &b);

    for (int w = 0; w < n; ++w) {
        real *ke = k + ((size_t)first + w) * NFIELDS * np;
        for (int v = 0; v < NFIELDS; ++v)
            for (int i = 0; i < np; ++i)
                ke[v * np + i] = (A == 0 ? 0 : A * ke[v * np + i]) + b.r[v][i][w];
    }
}

HD void sweep(const int nq, const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
              const real *RESTRICT geometry)
{
    for (int e = 0; e < a->num_elements; e += WIDTH)
        do_batch(nq, a, e, a->num_elements - e < WIDTH ? a->num_elements - e : WIDTH, k, q,
                 geometry);
}

void KERNEL(volume_cpu)(const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
                      const real *RESTRICT geometry)
{
    switch (a->d->degree) {
#define DEGREE(N) case N: sweep(N + 1, a, k, q, geometry); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
