/* codelets/budget_cpu.c -- rates of entropy: volume terms by the kernels' own batches, faces node
 * by node; only in double precision. */
#include "codelets/batch.h"
#include "codelets/budget.h"
#include "physics/coriolis.h"
#include "physics/flux_surface.h"

#if REAL_BITS == 64
/* An element in a lane of a batch. */
struct place {
    const struct budget_args *a;
    const struct surroundings *here;
    const struct batch *b;
    int w;
};

/* Entropy variables of a node as fluxes know it. */
static void find_variables(const struct node *n, double gamma, double v[NFIELDS])
{
    const double s = log(n->rho / (2 * n->b)) - gamma * log(n->rho);
    v[RHO] = (gamma - s) / (gamma - 1) - n->b * (dot(n->u, n->u) - 2 * n->phi);
    for (int m = 0; m < 3; ++m) v[RHO_U + m] = 2 * n->b * n->u[m];
    v[RHO_E] = -2 * n->b;
}

static void take_node(const double *q, int apart, double to[NFIELDS])
{
    for (int v = 0; v < NFIELDS; ++v) to[v] = q[(size_t)v * apart];
}

/* The Coriolis force on a node, as the volume kernel has it. */
static void find_coriolis(const struct place *at, int i, double force[3])
{
    const struct discretization *d = at->a->d;
    const int nq = d->degree + 1;
    const double f = d->is_curved ? at->b->nodal[NODAL_CORIOLIS][i][at->w]
                                  : batch_linear(at->b, GEOMETRY_CORIOLIS, at->w, d->x[i % nq],
                                                 d->x[i / nq % nq], d->x[i / (nq * nq)]);
    const struct node n = batch_node(at->b, i, at->w);
    coriolis(&n, d->omega, f, force);
}

/* w v.dq/dt of one node, the moduli of its terms to the scale. */
static long double add_node(int n, const double *v, const double *rate, double w,
                            long double *scale)
{
    long double sum = 0;
    for (int c = 0; c < n; ++c) {
        const double term = w * v[c] * rate[c];
        sum += term;
        *scale += fabs(term);
    }
    return sum;
}

/* sum_n w J v.dq/dt, apart for volume terms, which the batch holds, and the Coriolis force. */
static void add_volume(const struct place *at, long double rate[NBUDGETED])
{
    const struct discretization *d = at->a->d;
    const int nq = d->degree + 1;
    for (int i = 0; i < nq * nq * nq; ++i) {
        const struct node n = batch_node(at->b, i, at->w);
        const double wJ = d->w[i % nq] * d->w[i / nq % nq] * d->w[i / (nq * nq)]
                        / batch_J_inv(at->b, d->is_curved, i, at->w);
        double v[NFIELDS], terms[NFIELDS], force[3];
        find_variables(&n, d->gamma, v);
        for (int c = 0; c < NFIELDS; ++c) terms[c] = at->b->r[c][i][at->w];
        rate[BUDGETED_VOLUME] += add_node(NFIELDS, v, terms, wJ, &rate[BUDGETED_SCALE]);
        if (!d->rotates) continue;
        find_coriolis(at, i, force);
        rate[BUDGETED_CORIOLIS] += add_node(3, v + RHO_U, force, wJ, &rate[BUDGETED_SCALE]);
    }
}

/* The state beyond node (x, y) of a face that is no wall. */
static void take_across(const struct place *at, const struct neighbor *nb, int x, int y,
                        double q[NFIELDS])
{
    const int nq = at->a->d->degree + 1, nn = nq * nq, np = nn * nq;
    const int across = face_node_across(nb->orientation, nq, x, y);
    if (nb->link == INSIDE)
        take_node(at->here->q + (size_t)nb->at * NFIELDS * np
                      + face_node_inside(nb->face, nq, across % nq, across / nq), np, q);
    else
        take_node(at->here->traces[nb->link] + (size_t)nb->at * NFIELDS * nn + across, nn, q);
}

/* (v+ - v-).f* - (psi+ - psi-).n, psi = rho u: what both sides of a node lose or gain. Jumps by the
 * rule [[a b]] = {{a}}[[b]] + {{b}}[[a]] keep their digits; geopotential drops out of the product,
 * so that all is taken at phi = 0. */
static double produce(const struct discretization *d, struct node L, struct node R,
                      const double n[3])
{
    double f[NFIELDS], u_jump[3], u[3];
    struct means means;
    if (means_are_near(&L, &R)) {
        means = means_near(&L, &R);
    } else {
        L.log_rho = log(L.rho), L.log_b = log(L.b);
        R.log_rho = log(R.rho), R.log_b = log(R.b);
        means = means_by_logs(&L, &R);
    }
    L.phi = R.phi = 0;
    flux_surface(d->flux, &L, &R, &means, n, 0, d->gamma, f);
    const double rho_jump = R.rho - L.rho, b_jump = R.b - L.b, b = avg(L.b, R.b);
    for (int m = 0; m < 3; ++m) u_jump[m] = R.u[m] - L.u[m], u[m] = avg(L.u[m], R.u[m]);
    const double squares = avg(dot(L.u, L.u), dot(R.u, R.u)), squares_jump = 2 * dot(u, u_jump);
    double sum = f[RHO] * (rho_jump / means.rho_log + b_jump * means.b_log_inv / (d->gamma - 1)
                           - (b * squares_jump + b_jump * squares));
    for (int m = 0; m < 3; ++m) sum += 2 * f[RHO_U + m] * (b * u_jump[m] + b_jump * u[m]);
    sum -= 2 * f[RHO_E] * b_jump;
    return sum - (avg(L.rho, R.rho) * dot(u_jump, n) + rho_jump * dot(u, n));
}

/* The entropy potential at a face is what volume terms come to; the production beyond it goes to the
 * part of the face's kind. */
static void add_face(const struct place *at, int face, long double rate[NBUDGETED])
{
    const struct discretization *d = at->a->d;
    const int nq = d->degree + 1;
    const struct neighbor *nb = &at->here->neighbors[at->b->e[at->w] * NFACES + face];
    const int kind = nb->link == INSIDE ? BUDGETED_INTERIOR
                   : nb->link == WALL   ? BUDGETED_WALLS
                                        : BUDGETED_HALO;
    for (int y = 0; y < nq; ++y)
        for (int x = 0; x < nq; ++x) {
            const int i = face_node_inside(face, nq, x, y);
            const struct node own = batch_node(at->b, i, at->w);
            double n[3], q[NFIELDS];
            batch_normal(at->b, d->is_curved, face / 2, i, at->w, n);
            const double sJ = sqrt(dot(n, n)), out = face % 2 ? 1 / sJ : -1 / sJ;
            const double area = d->w[x] * d->w[y] * sJ;
            for (int m = 0; m < 3; ++m) n[m] *= out;
            if (nb->link != WALL) take_across(at, nb, x, y, q);
            const struct node other = nb->link == WALL ? beyond_wall(&own, n)
                                                       : node_but_logs(q, own.phi, d->gamma);
            rate[BUDGETED_VOLUME] -= area * own.rho * dot(own.u, n);
            rate[kind] += area * produce(d, own, other, n) / 2;
        }
}

static void add_element(const struct place *at, struct budgeted values[NBUDGETED])
{
    long double rate[NBUDGETED] = { 0 };
    add_volume(at, rate);
    for (int face = 0; face < NFACES; ++face) add_face(at, face, rate);
    for (int part = 0; part < NRATES; ++part)
        budgeted_add(&values[part], at->a->weight * rate[part]);
    budgeted_add(&values[BUDGETED_SCALE], fabs(at->a->weight) * rate[BUDGETED_SCALE]);
}

void KERNEL(budget_cpu)(const struct budget_args *a, struct budgeted *values,
                        const double *RESTRICT q, const double *RESTRICT geometry,
                        const struct neighbor *neighbors, const double *const *incoming)
{
    const struct surroundings here = { q, geometry, neighbors, incoming };
    struct discretization still = *a->d;
    struct batch b;
    still.rotates = 0;
    for (int first = 0; first < a->num_elements; first += WIDTH) {
        batch_choose(&b, first, a->num_elements, NULL);
        KERNEL(batch_take)(a->d, &here, &b);
        KERNEL(batch_volume)(&still, &b);
        for (int w = 0; w < b.n; ++w) {
            const struct place at = { a, &here, &b, w };
            add_element(&at, values + b.e[w] * NBUDGETED);
        }
    }
}
#endif
