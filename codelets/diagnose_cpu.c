/* codelets/diagnose_cpu.c -- diagnostics on a core: the single precision form asks the double one. */
#include "codelets/diagnose.h"
#include "codelets/geometry.h"

void diagnose_element(const struct discretization *d, double values[NDIAGNOSED],
                      const double *q, const double *g);

#if REAL_BITS == 64
#include "base/sum.h"
#include "physics/entropy.h"

/** values = diagnostics of one element: q is [NFIELDS][NP], g its geometry. */
void diagnose_element(const struct discretization *d, double values[NDIAGNOSED],
                      const double *q, const double *g)
{
    const int nq = d->degree + 1, np = nq * nq * nq;
    struct sum mass = { 0 }, energy = { 0 }, eta = { 0 };
    struct extreme most[NEXTREMES];
    double phi[MAX_NP];
    for (int n = 0; n < NEXTREMES; ++n)
        most[n] = (struct extreme)NO_EXTREME;
    geometry_phi(nq, d, g, phi);

    for (int i = 0; i < np; ++i) {
        const double qi[NFIELDS] = { q[i], q[np + i], q[2 * np + i], q[3 * np + i], q[4 * np + i] };
        const struct node s = node_but_logs(qi, phi[i], d->gamma);
        const double volume = d->w[i % nq] * d->w[i / nq % nq] * d->w[i / (nq * nq)]
                            / (d->is_curved ? g[NODAL_J_INV * np + i] : g[GEOMETRY_J_INV]);
        sum_add(&mass, volume * s.rho);
        sum_add(&energy, volume * qi[RHO_E]);
        sum_add(&eta, volume * entropy(&s, d->gamma));
        extremes_raise(most, sqrt(dot(s.u, s.u)), sound_speed(&s, d->gamma), s.rho, s.p, i);
    }
    values[DIAGNOSED_MASS] = sum_value(&mass);
    values[DIAGNOSED_ENERGY] = sum_value(&energy);
    values[DIAGNOSED_ENTROPY] = sum_value(&eta);
    for (int n = 0; n < NEXTREMES; ++n) {
        values[DIAGNOSED_EXTREMES + n] = extreme_sign(n) * most[n].value;
        values[DIAGNOSED_NODES + n] = most[n].node;
    }
}
#endif

void EACH(diagnose_cpu)(const struct diagnose_args *a, double *values, const real *q,
                        const real *geometry)
{
    const int nq = a->d->degree + 1, size = NFIELDS * nq * nq * nq;
    const size_t size_g = geometry_size(a->d->is_curved, nq * nq * nq);
    double qe[NFIELDS * MAX_NP], g[NODAL_SIZE * MAX_NP];

    for (int e = 0; e < a->num_elements; ++e, values += NDIAGNOSED) {
        for (int i = 0; i < size; ++i)
            qe[i] = q[(size_t)e * size + i];
        for (size_t i = 0; i < size_g; ++i)
            g[i] = geometry[e * size_g + i];
        diagnose_element(a->d, values, qe, g);
    }
}
