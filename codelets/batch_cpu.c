/* codelets/batch_cpu.c -- a batch's states and rates, from arrays and back. */
#include "codelets/batch.h"

/* to = fields of the batch's elements, array [element][NFIELDS][nq^3]. */
HD void take_fields(const int nq, const struct batch *b, const real *RESTRICT array,
                    lanes to[NFIELDS][MAX_NP])
{
    const int np = nq * nq * nq;
    const real *from[WIDTH];
    for (int v = 0; v < NFIELDS; ++v) {
        for (int w = 0; w < WIDTH; ++w)
            from[w] = array + (b->e[w] * NFIELDS + v) * np;
        lanes_take(np, from, to[v]);
    }
}

/* The first rows of the elements' nodal geometry; the Coriolis parameter comes last. */
HD void take_nodal(const int nq, int rows, const real *RESTRICT geometry, struct batch *b)
{
    const int np = nq * nq * nq;
    const real *from[WIDTH];
    for (int row = 0; row < rows; ++row) {
        for (int w = 0; w < WIDTH; ++w)
            from[w] = geometry + (b->e[w] * NODAL_SIZE + row) * np;
        lanes_take(np, from, b->nodal[row]);
    }
}

/* States once a node; no logarithms but where a line needs them. */
HD void take_apart(const int nq, const int curved, const struct discretization *d,
                   const struct surroundings *here, struct batch *b)
{
    const int np = nq * nq * nq;
    const real gamma = (real)d->gamma;
    lanes rho_least, rho_most, b_least, b_most;
    take_fields(nq, b, here->q, b->r); /* rates are not there yet */
    if (curved) take_nodal(nq, d->rotates ? NODAL_SIZE : NODAL_CORIOLIS, here->geometry, b);
    for (int w = 0; w < WIDTH; ++w) {
        for (int i = 0; i < GEOMETRY_SIZE && !curved; ++i)
            b->g[i][w] = here->geometry[b->e[w] * GEOMETRY_SIZE + i];
        rho_least[w] = b_least[w] = REAL_MAX;
        rho_most[w] = b_most[w] = 0;
    }
    for (int i = 0; i < np; ++i) {
        const real x = (real)d->x[i % nq], y = (real)d->x[i / nq % nq];
        const real z = (real)d->x[i / (nq * nq)];
        LANES
        for (int w = 0; w < WIDTH; ++w) {
            const real qi[NFIELDS] = { b->r[0][i][w], b->r[1][i][w], b->r[2][i][w], b->r[3][i][w],
                                       b->r[4][i][w] };
            const real phi = curved ? b->nodal[NODAL_PHI][i][w]
                                    : batch_linear(b, GEOMETRY_PHI, w, x, y, z);
            const struct node n = node_but_logs(qi, phi, gamma);
            b->s[S_RHO][i][w] = n.rho, b->s[S_PHI][i][w] = n.phi;
            b->s[S_U][i][w] = n.u[0], b->s[S_V][i][w] = n.u[1], b->s[S_W][i][w] = n.u[2];
            b->s[S_B][i][w] = n.b, b->s[S_HALF_B_INV][i][w] = (real)0.5 * n.b_inv;
            b->s[S_P][i][w] = n.p;
            rho_least[w] = n.rho < rho_least[w] ? n.rho : rho_least[w];
            rho_most[w] = n.rho > rho_most[w] ? n.rho : rho_most[w];
            b_least[w] = n.b < b_least[w] ? n.b : b_least[w];
            b_most[w] = n.b > b_most[w] ? n.b : b_most[w];
        }
    }
    b->is_far = 0;
    for (int w = 0; w < WIDTH; ++w)
        b->is_far |= !(rho_most[w] <= MEANS_NEAR_RATIO * rho_least[w])
                   | !(b_most[w] <= MEANS_NEAR_RATIO * b_least[w]);
}

HD void add_rates(const int nq, real A, const real *RESTRICT k, struct batch *b)
{
    const int np = nq * nq * nq;
    const real *from[WIDTH];
    lanes old[MAX_NP];
    for (int v = 0; v < NFIELDS && A != 0; ++v) {
        for (int w = 0; w < WIDTH; ++w)
            from[w] = k + (b->e[w] * NFIELDS + v) * np;
        lanes_take(np, from, old);
        for (int i = 0; i < np; ++i)
            LANES
            for (int w = 0; w < WIDTH; ++w)
                b->r[v][i][w] = A * old[i][w] + b->r[v][i][w];
    }
}

HD void put_rates(const int nq, const struct batch *b, real *RESTRICT k)
{
    const int np = nq * nq * nq;
    real *to[WIDTH];
    for (int v = 0; v < NFIELDS; ++v) {
        for (int w = 0; w < WIDTH; ++w)
            to[w] = k + (b->e[w] * NFIELDS + v) * np;
        lanes_put(np, b->r[v], to);
    }
}

void KERNEL(batch_take)(const struct discretization *d, const struct surroundings *here,
                        struct batch *b)
{
    switch (d->degree) {
#define DEGREE(N)                                        \
    case N:                                              \
        if (d->is_curved) take_apart(N + 1, 1, d, here, b); \
        else take_apart(N + 1, 0, d, here, b);           \
        break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}

void KERNEL(batch_take_rates)(int degree, const real *RESTRICT k, struct batch *b)
{
    switch (degree) {
#define DEGREE(N) case N: take_fields(N + 1, b, k, b->r); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}

void KERNEL(batch_add_rates)(int degree, real A, const real *RESTRICT k, struct batch *b)
{
    switch (degree) {
#define DEGREE(N) case N: add_rates(N + 1, A, k, b); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}

void KERNEL(batch_put_rates)(int degree, const struct batch *b, real *RESTRICT k)
{
    switch (degree) {
#define DEGREE(N) case N: put_rates(N + 1, b, k); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
