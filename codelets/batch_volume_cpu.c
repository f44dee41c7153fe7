/* codelets/batch_volume_cpu.c -- volume terms of a batch: half sweep over pairs of nodes.
 *
 * dq_i/dt = -1/J sum_d sum_{n != i} 2 D_in F#(i, n; Ja^d): numerics form (A), without the diagonal.
 */
#include "codelets/batch.h"
#include "physics/coriolis.h"
#include "physics/flux_ec.h"

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

/* J grad xi of the pair: the mean of both nodes'. That of equal ones is exact: an affine element has
 * the same bits in a curved partition. */
HD void find_direction(const struct batch *b, const int curved, int d, int i, int j, int w,
                       real a[3])
{
    real other[3];
    batch_normal(b, curved, d, i, w, a);
    if (!curved) return;
    batch_normal(b, curved, d, j, w, other);
    for (int m = 0; m < 3; ++m) a[m] = avg(a[m], other[m]);
}

/* The pair in all lanes, by polynomials. */
HD void add_pairs(const struct batch *b, const int curved, int d, int i, int j, real Di, real Dj,
                  real gamma, real *RESTRICT ri, real *RESTRICT rj)
{
    LANES
    for (int w = 0; w < WIDTH; ++w) {
        real a[3];
        find_direction(b, curved, d, i, j, w, a);
        const struct node L = batch_node(b, i, w), R = batch_node(b, j, w);
        const struct means means = means_near(&L, &R);
        add_pair(b, i, j, w, Di, Dj, a, &L, &R, &means, gamma, ri, rj);
    }
}

/* Which means do for all pairs of a lane's line? Asked of itself alone, so that a lane's bits do not
 * depend on the others. */
enum reach { REACH_NEAR, REACH_WIDE, REACH_FAR };

/* Of all lanes; returns the farthest. */
HD int find_reach(const int nq, const struct batch *b, int base, int stride, int *reach)
{
    int farthest = REACH_NEAR;
    for (int w = 0; w < WIDTH; ++w) {
        reach[w] = REACH_NEAR;
        for (int c = 0; c < 2; ++c) {
            const real (*x)[WIDTH] = b->s[c ? S_B : S_RHO];
            real least = x[base][w], most = least;
            for (int p = 1; p < nq; ++p) {
                const real at = x[base + p * stride][w];
                least = at < least ? at : least;
                most = at > most ? at : most;
            }
            const int here = most > MEANS_WIDE_RATIO * least ? REACH_FAR
                           : most > MEANS_NEAR_RATIO * least ? REACH_WIDE : REACH_NEAR;
            reach[w] = here > reach[w] ? here : reach[w];
        }
        farthest = reach[w] > farthest ? reach[w] : farthest;
    }
    return farthest;
}

/* A line some of whose lanes are wide, and none far. */
static __attribute__((noinline)) void add_line_wide(int nq, const struct discretization *dis,
                                                    struct batch *b, int d, int base, int stride,
                                                    const int *reach)
{
    const real gamma = (real)dis->gamma;
    const int curved = dis->is_curved;
    lanes rho[MAX_NQ], root_b[MAX_NQ];
    int is_wide[WIDTH];
    for (int w = 0; w < WIDTH; ++w) is_wide[w] = reach[w] == REACH_WIDE;
    for (int p = 0; p < nq; ++p)
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            rho[p][w] = root(b->s[S_RHO][base + p * stride][w]);
            root_b[p][w] = root(b->s[S_B][base + p * stride][w]);
        }
    for (int p = 0; p < nq; ++p)
        for (int o = p + 1; o < nq; ++o) {
            const int i = base + p * stride, j = base + o * stride;
            const real Di = (real)(0.25 * dis->D2[p][o]), Dj = (real)(0.25 * dis->D2[o][p]);
            real *ri = b->r[RHO][i], *rj = b->r[RHO][j];
            LANES
            for (int w = 0; w < WIDTH; ++w) {
                real a[3];
                find_direction(b, curved, d, i, j, w, a);
                const struct node L = batch_node(b, i, w), R = batch_node(b, j, w);
                const struct roots l = { rho[p][w], root_b[p][w] }, r = { rho[o][w], root_b[o][w] };
                const struct means near = means_near(&L, &R), wide = means_wide(&L, &R, &l, &r);
                const struct means means = {
                    is_wide[w] ? wide.rho_log : near.rho_log,
                    is_wide[w] ? wide.b_log_inv : near.b_log_inv,
                    is_wide[w] ? wide.p_sum : near.p_sum,
                };
                add_pair(b, i, j, w, Di, Dj, a, &L, &R, &means, gamma, ri, rj);
            }
        }
}

static struct means find_means(int reach, struct node *L, struct node *R)
{
    if (reach == REACH_NEAR) return means_near(L, R);
    if (reach == REACH_WIDE) {
        const struct roots l = roots_of(L), r = roots_of(R);
        return means_wide(L, R, &l, &r);
    }
    L->log_rho = log(L->rho), L->log_b = log(L->b);
    R->log_rho = log(R->rho), R->log_b = log(R->b);
    return means_by_logs(L, R);
}

/* A line some of whose lanes want logarithms. */
static __attribute__((noinline)) void add_line_far(int nq, const struct discretization *dis,
                                                   struct batch *b, int d, int base, int stride,
                                                   const int *reach)
{
    const real gamma = (real)dis->gamma;
    for (int p = 0; p < nq; ++p)
        for (int o = p + 1; o < nq; ++o) {
            const int i = base + p * stride, j = base + o * stride;
            const real Di = (real)(0.25 * dis->D2[p][o]), Dj = (real)(0.25 * dis->D2[o][p]);
            for (int w = 0; w < WIDTH; ++w) {
                real a[3];
                find_direction(b, dis->is_curved, d, i, j, w, a);
                struct node L = batch_node(b, i, w), R = batch_node(b, j, w);
                const struct means means = find_means(reach[w], &L, &R);
                add_pair(b, i, j, w, Di, Dj, a, &L, &R, &means, gamma, b->r[RHO][i], b->r[RHO][j]);
            }
        }
}

/* The pairs of all lines of direction d, each pair once: eq. (5) and Sec. 4.1. */
HD void add_direction(const int nq, const int curved, const struct discretization *dis,
                      struct batch *b, const int d)
{
    const int nn = nq * nq, stride = d == 0 ? 1 : d == 1 ? nq : nn;
    const real gamma = (real)dis->gamma;
    for (int l = 0; l < nn; ++l) {
        const int base = d == 0 ? nq * l : d == 1 ? l % nq + nn * (l / nq) : l;
        int reach[WIDTH];
        const int farthest = b->is_far ? find_reach(nq, b, base, stride, reach) : REACH_NEAR;
        if (farthest != REACH_NEAR) {
            if (farthest == REACH_WIDE) add_line_wide(nq, dis, b, d, base, stride, reach);
            else add_line_far(nq, dis, b, d, base, stride, reach);
            continue;
        }
        for (int p = 0; p < nq; ++p)
            for (int o = p + 1; o < nq; ++o) {
                const int i = base + p * stride, j = base + o * stride;
                const real Di = (real)(0.25 * dis->D2[p][o]), Dj = (real)(0.25 * dis->D2[o][p]);
                add_pairs(b, curved, d, i, j, Di, Dj, gamma, b->r[RHO][i], b->r[RHO][j]);
            }
    }
}

HD void add_coriolis(const int nq, const int curved, const struct discretization *d,
                     struct batch *b)
{
    const real omega[2] = { (real)d->omega[0], (real)d->omega[1] };
    for (int i = 0; i < nq * nq * nq; ++i) {
        const real x = (real)d->x[i % nq], y = (real)d->x[i / nq % nq];
        const real z = (real)d->x[i / (nq * nq)];
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real f = curved ? b->nodal[NODAL_CORIOLIS][i][w]
                                  : batch_linear(b, GEOMETRY_CORIOLIS, w, x, y, z);
            const struct node n = batch_node(b, i, w);
            real force[3];
            coriolis(&n, omega, f, force);
            b->r[RHO_U][i][w] += force[0];
            b->r[RHO_V][i][w] += force[1];
            b->r[RHO_W][i][w] += force[2];
        }
    }
}

HD void volume(const int nq, const int curved, const struct discretization *d, struct batch *b)
{
    const int np = nq * nq * nq;
    for (int v = 0; v < NFIELDS; ++v)
        for (int i = 0; i < np; ++i)
            for (int w = 0; w < WIDTH; ++w)
                b->r[v][i][w] = 0;
    add_direction(nq, curved, d, b, 0);
    add_direction(nq, curved, d, b, 1);
    add_direction(nq, curved, d, b, 2);
    for (int v = 0; v < NFIELDS; ++v)
        for (int i = 0; i < np; ++i)
            LANES
            for (int w = 0; w < WIDTH; ++w)
                b->r[v][i][w] *= batch_J_inv(b, curved, i, w);
    if (d->rotates) add_coriolis(nq, curved, d, b);
}

void KERNEL(batch_volume)(const struct discretization *d, struct batch *b)
{
    switch (d->degree) {
#define DEGREE(N)                                \
    case N:                                      \
        if (d->is_curved) volume(N + 1, 1, d, b); \
        else volume(N + 1, 0, d, b);             \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
