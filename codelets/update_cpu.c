/* codelets/update_cpu.c -- the Runge-Kutta update on a core. */
#include "codelets/update_cpu.h"
#include "codelets/geometry.h"
#include "physics/node.h"

/* Comparisons are false for NaN: what is not a number is not physical. */
HD int is_physical(real rho, real p)
{
    return (rho > 0) & (rho <= REAL_MAX) & (p > 0) & (p <= REAL_MAX);
}

HD void note_fault(const int np, const struct update_args *a, int element, const real *q,
                   const real *p)
{
    struct fault *f = a->fault;
    int i = 0;
    while (i < np - 1 && is_physical(q[i], p[i])) ++i;
    f->step = a->step, f->stage = a->stage, f->element = element, f->node = i, f->p = p[i];
    for (int v = 0; v < NFIELDS; ++v)
        f->q[v] = q[v * np + i];
    __atomic_store_n(&f->seen, 1, __ATOMIC_RELEASE);
}

HD void update(const int nq, const struct update_args *a, int element, real *new, const real *q,
               const real *k, const real *g)
{
    const int np = nq * nq * nq;
    const real B_dt = (real)a->B_dt, gamma = (real)a->d->gamma;
    real phi[MAX_NP], p[MAX_NP];
    int fine = 1;
    LANES
    for (int i = 0; i < NFIELDS * np; ++i)
        new[i] = q[i] + B_dt * k[i];
    geometry_phi(nq, a->d, g, phi);
    LANES
    for (int i = 0; i < np; ++i) {
        const real qi[NFIELDS] = { new[i], new[np + i], new[2 * np + i], new[3 * np + i],
                                   new[4 * np + i] };
        p[i] = pressure(qi, phi[i], gamma);
        fine &= is_physical(qi[RHO], p[i]);
    }
    if (!fine && !a->fault->seen) note_fault(np, a, element, new, p);
}

void KERNEL(update_range)(const struct update_args *a, int first, int n, real *new, const real *q,
                          const real *k, const real *geometry)
{
    const int nq = a->d->degree + 1;
    const size_t size = (size_t)NFIELDS * nq * nq * nq;
    for (int e = first; e < first + n; ++e) {
        const real *g = geometry + e * geometry_size(a->d->is_curved, nq * nq * nq);
        const size_t at = (size_t)e * size;
        switch (a->d->degree) {
#define DEGREE(N) case N: update(N + 1, a, e, new + at, q + at, k + at, g); break;
            DEGREES(DEGREE)
#undef DEGREE
        }
    }
}

void KERNEL(update_cpu)(const struct update_args *a, real *RESTRICT q, const real *RESTRICT k,
                        const real *RESTRICT geometry)
{
    KERNEL(update_range)(a, 0, a->num_elements, q, q, k, geometry);
}
