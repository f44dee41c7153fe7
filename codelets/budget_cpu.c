/* codelets/budget_cpu.c -- rates of entropy: volume terms by the kernels' own batches, faces node
 * by node; only in double precision. */
#include "codelets/batch.h"
#include "codelets/budget.h"
#include "physics/flux_surface.h"

#if REAL_BITS == 64
/* An element in a lane of a batch. */
struct place {
    const struct budget_args *a;
    const struct surroundings *here;
    const struct batch *b;
    int w;
};

/* Entropy variables at phi = 0 of a node as fluxes know it: Tadmor's identity then leaves no more
 * than the rounding of a flux times a jump. v_1 lacks 2 b phi. */
static void find_variables(const struct node *n, long double gamma, long double v[NFIELDS])
{
    const long double rho = n->rho, b = n->b, u[3] = { n->u[0], n->u[1], n->u[2] };
    const long double s = logl(rho / (2 * b)) - gamma * logl(rho);
    v[RHO] = (gamma - s) / (gamma - 1) - b * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int m = 0; m < 3; ++m) v[RHO_U + m] = 2 * b * u[m];
    v[RHO_E] = -2 * b;
}

/* psi.n = rho u.n, the entropy potential. */
static long double potential(const struct node *s, const double n[3])
{
    return (long double)s->rho * ((long double)s->u[0] * n[0] + (long double)s->u[1] * n[1]
                                  + (long double)s->u[2] * n[2]);
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
    force[0] = -n.rho * (d->omega[1] * n.u[2] - f * n.u[1]);
    force[1] = -n.rho * (f * n.u[0] - d->omega[0] * n.u[2]);
    force[2] = -n.rho * (d->omega[0] * n.u[1] - d->omega[1] * n.u[0]);
}

/* sum_n w J v.dq/dt, apart for volume terms, which the batch holds, and the Coriolis force. */
static void add_volume(const struct place *at, const long double (*v)[NFIELDS],
                       long double rate[NBUDGETED])
{
    const struct discretization *d = at->a->d;
    const int nq = d->degree + 1;
    for (int i = 0; i < nq * nq * nq; ++i) {
        const long double wJ = (long double)d->w[i % nq] * d->w[i / nq % nq] * d->w[i / (nq * nq)]
                             / batch_J_inv(at->b, d->is_curved, i, at->w);
        const long double gravity = -v[i][RHO_E] * at->b->s[S_PHI][i][at->w];
        for (int c = 0; c < NFIELDS; ++c) {
            const long double term =
                wJ * (v[i][c] + (c == RHO ? gravity : 0)) * at->b->r[c][i][at->w];
            rate[BUDGETED_VOLUME] += term;
            rate[BUDGETED_SCALE] += fabsl(term);
        }
        if (!d->rotates) continue;
        double force[3];
        find_coriolis(at, i, force);
        for (int m = 0; m < 3; ++m) {
            const long double term = wJ * v[i][RHO_U + m] * force[m];
            rate[BUDGETED_CORIOLIS] += term;
            rate[BUDGETED_SCALE] += fabsl(term);
        }
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

/* (v+ - v-).f* - (psi+ - psi-).n: what both sides of a node lose or gain. Geopotential drops out of
 * the product: all is taken at phi = 0. */
static long double produce(const struct discretization *d, const struct node *own,
                           const struct node *other, const double n[3],
                           const long double v[NFIELDS])
{
    long double beyond[NFIELDS], sum = potential(own, n) - potential(other, n);
    double f[NFIELDS];
    struct node L = *own, R = *other;
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
    find_variables(&R, d->gamma, beyond);
    for (int c = 0; c < NFIELDS; ++c) sum += (beyond[c] - v[c]) * f[c];
    return sum;
}

/* What flows through a face by the entropy potential is the volume terms' (with f* = f this is what
 * they come to), what it produces beyond goes to the part of its kind. */
static void add_face(const struct place *at, int face, const long double (*v)[NFIELDS],
                     long double rate[NBUDGETED])
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
            const long double area = (long double)d->w[x] * d->w[y] * sJ;
            for (int m = 0; m < 3; ++m) n[m] *= out;
            if (nb->link != WALL) take_across(at, nb, x, y, q);
            const struct node other = nb->link == WALL ? beyond_wall(&own, n)
                                                       : node_but_logs(q, own.phi, d->gamma);
            rate[BUDGETED_VOLUME] -= area * potential(&own, n);
            rate[kind] += area * produce(d, &own, &other, n, v[i]) / 2;
        }
}

static void add_element(const struct place *at, struct budgeted values[NBUDGETED])
{
    const struct discretization *d = at->a->d;
    const int np = (d->degree + 1) * (d->degree + 1) * (d->degree + 1);
    long double v[MAX_NP][NFIELDS], rate[NBUDGETED] = { 0 };
    for (int i = 0; i < np; ++i) {
        const struct node n = batch_node(at->b, i, at->w);
        find_variables(&n, d->gamma, v[i]);
    }
    add_volume(at, (const long double (*)[NFIELDS])v, rate);
    for (int face = 0; face < NFACES; ++face)
        add_face(at, face, (const long double (*)[NFIELDS])v, rate);
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
