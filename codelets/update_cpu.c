/* codelets/update_cpu.c -- the Runge-Kutta update on a core. */
#include "codelets/update.h"
#include "codelets/geometry.h"
#include "codelets/isa.h"
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

HD void sweep(const int nq, const struct update_args *a, real *RESTRICT q, const real *RESTRICT k,
              const real *RESTRICT g)
{
    const int np = nq * nq * nq;
    const real B_dt = (real)a->B_dt, gamma = (real)a->d->gamma;

    for (int e = 0; e < a->num_elements; ++e, q += NFIELDS * np, k += NFIELDS * np,
             g += GEOMETRY_SIZE) {
        real phi[MAX_NP], p[MAX_NP];
        int fine = 1;
        for (int i = 0; i < NFIELDS * np; ++i)
            q[i] += B_dt * k[i];
        geometry_nodes(nq, a->d->x, g + GEOMETRY_PHI, phi);
        LANES
        for (int i = 0; i < np; ++i) {
            const real qi[NFIELDS] = { q[i], q[np + i], q[2 * np + i], q[3 * np + i],
                                       q[4 * np + i] };
            p[i] = pressure(qi, phi[i], gamma);
            fine &= is_physical(qi[RHO], p[i]);
        }
        if (!fine && !a->fault->seen) note_fault(np, a, e, q, p);
    }
}

void KERNEL(update_cpu)(const struct update_args *a, real *RESTRICT q, const real *RESTRICT k,
                      const real *RESTRICT geometry)
{
    switch (a->d->degree) {
#define DEGREE(N) case N: sweep(N + 1, a, q, k, geometry); break;
        DEGREES(DEGREE)
#undef DEGREE
    }
}
