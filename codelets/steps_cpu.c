/* codelets/steps_cpu.c -- the volume kernel in the stages of its history, on a core. */
#include "codelets/steps.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
#include "codelets/steps_formulas.h"
#include "codelets/volume.h"

enum { NQ = STEPS_DEGREE + 1, NN = NQ * NQ, NP = NN * NQ };

struct constants {
    real gamma, A;
    real x[NQ], D2[NQ][NQ];
};

/** An element: its states, from the second step on, and its rates. */
struct element {
    const real *q, *g;
    struct node s[NP];
    real r[NP][NFIELDS];
};

static struct constants constants_of(const struct volume_args *a)
{
    struct constants c = { .gamma = (real)a->d->gamma, .A = (real)a->A };
    for (int i = 0; i < NQ; ++i) {
        c.x[i] = (real)a->d->x[i];
        for (int j = 0; j < NQ; ++j)
            c.D2[i][j] = (real)a->d->D2[i][j];
    }
    return c;
}

HD real phi_at(const struct constants *c, const struct element *e, int i)
{
    return geometry_linear(e->g + GEOMETRY_PHI, c->x[i % NQ], c->x[i / NQ % NQ], c->x[i / NN]);
}

HD struct node node_at(const int step, const struct constants *c, const struct element *e, int i)
{
    const real *q = e->q + i, phi = phi_at(c, e, i);
    const real qi[NFIELDS] = { q[0], q[NP], q[2 * NP], q[3 * NP], q[4 * NP] };
    return step >= CORE_STEP_POLYNOMIALS ? node_but_logs(qi, phi, c->gamma)
                                         : node_by_divisions(qi, phi, c->gamma);
}

/* Beyond the reach of the polynomials; rare, and apart so that the loop over pairs stays short. */
static __attribute__((noinline)) struct means means_far(struct node L, struct node R)
{
    L.log_rho = log(L.rho), L.log_b = log(L.b);
    R.log_rho = log(R.rho), R.log_b = log(R.b);
    return means_by_logs(&L, &R);
}

HD struct means means_of(const int step, const struct node *L, const struct node *R)
{
    if (step < CORE_STEP_RECIPROCALS) return means_plain(L, R);
    if (step < CORE_STEP_POLYNOMIALS) return means_two_divisions(L, R);
    return means_are_near(L, R) ? means_near(L, R) : means_far(*L, *R);
}

/* f along a, gravity apart: from the tensor of all three directions, or at once. */
HD real flux_along(const int step, const struct node *L, const struct node *R, const real a[3],
                   real gamma, real f[NFIELDS])
{
    const struct means means = means_of(step, L, R);
    return step < CORE_STEP_CONTRAVARIANT ? flux_by_tensor(L, R, &means, a, gamma, f)
                                          : flux_ec(L, R, &means, a, gamma, f);
}

/* r -= D (f + gravity a) */
HD void subtract(real D, const real f[NFIELDS], real gravity, const real a[3], real r[NFIELDS])
{
    r[RHO] -= D * f[RHO];
    for (int m = 0; m < 3; ++m)
        r[RHO_U + m] -= D * (f[RHO_U + m] + gravity * a[m]);
    r[RHO_E] -= D * f[RHO_E];
}

/* The pair (i, j) from nothing but q. A function of its own: compilers would take the state of i
 * out of the loop over j, which is the next step. */
static __attribute__((noinline)) void add_naive(const struct constants *c, struct element *e, int i,
                                                int j, real D, const real a[3])
{
    const struct node L = node_at(CORE_STEP_NAIVE, c, e, i), R = node_at(CORE_STEP_NAIVE, c, e, j);
    real f[NFIELDS];
    const real K = flux_along(CORE_STEP_NAIVE, &L, &R, a, c->gamma, f);
    subtract(D, f, K * L.b_inv, a, e->r[i]);
}

/* All partners of each node. */
HD void sweep_full(const int step, const struct constants *c, struct element *e, int stride,
                   const real a[3])
{
    for (int i = 0; i < NP; ++i)
        for (int p = i / stride % NQ, o = 0; o < NQ; ++o) {
            const int j = i + (o - p) * stride;
            if (o == p) continue;
            if (step < CORE_STEP_ONCE) {
                add_naive(c, e, i, j, c->D2[p][o], a);
                continue;
            }
            real f[NFIELDS];
            const real K = flux_along(step, &e->s[i], &e->s[j], a, c->gamma, f);
            subtract(c->D2[p][o], f, K * e->s[i].b_inv, a, e->r[i]);
        }
}

/* Each pair of each line once. */
HD void sweep_half(const int step, const struct constants *c, struct element *e, int stride,
                   const real a[3])
{
    for (int l = 0; l < NN; ++l)
        for (int base = l % stride + l / stride * stride * NQ, p = 0; p < NQ; ++p)
            for (int o = p + 1; o < NQ; ++o) {
                const int i = base + p * stride, j = base + o * stride;
                const struct node *L = &e->s[i], *R = &e->s[j];
                real f[NFIELDS];
                const real K = flux_along(step, L, R, a, c->gamma, f);
                subtract(c->D2[p][o], f, K * L->b_inv, a, e->r[i]);
                subtract(c->D2[o][p], f, -K * R->b_inv, a, e->r[j]);
            }
}

HD void do_element(const int step, const struct constants *c, struct element *e, real *RESTRICT k)
{
    for (int i = 0; i < NP; ++i) {
        if (step >= CORE_STEP_ONCE) e->s[i] = node_at(step, c, e, i);
        for (int v = 0; v < NFIELDS; ++v)
            e->r[i][v] = 0;
    }
    for (int d = 0, stride = 1; d < 3; ++d, stride *= NQ) {
        const real *ja = e->g + GEOMETRY_JA + 3 * d, a[3] = { ja[0], ja[1], ja[2] };
        if (step >= CORE_STEP_HALF) sweep_half(step, c, e, stride, a);
        else sweep_full(step, c, e, stride, a);
    }
    for (int v = 0; v < NFIELDS; ++v)
        for (int i = 0; i < NP; ++i) {
            const real before = c->A == 0 ? 0 : c->A * k[v * NP + i];
            k[v * NP + i] = before + e->g[GEOMETRY_J_INV] * e->r[i][v];
        }
}

HD void sweep(const int step, const struct volume_args *a, real *k, const real *q,
              const real *geometry)
{
    const struct constants c = constants_of(a);
    struct element e;
    for (size_t n = 0; n < (size_t)a->num_elements; ++n) {
        e.q = q + n * NFIELDS * NP, e.g = geometry + n * GEOMETRY_SIZE;
        do_element(step, &c, &e, k + n * NFIELDS * NP);
    }
}

void KERNEL(steps_cpu)(int step, const struct volume_args *a, void *k, const void *q,
                       const void *geometry)
{
    switch (step) {
#define STEP(n) case n: sweep(n, a, k, q, geometry); break;
        STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6)
#undef STEP
    case CORE_STEP_LANES: EACH(volume_cpu)(a, k, q, geometry); break;
    default: REQUIRE(0, "no step %d of the volume kernel", step);
    }
}
