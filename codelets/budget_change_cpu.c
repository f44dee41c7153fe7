/* codelets/budget_change_cpu.c -- entropy gained from one state to another: the single precision
 * form asks the double one. */
#include "codelets/budget.h"
#include "codelets/geometry.h"

long double budget_change_of_element(const struct discretization *d, const double *old,
                                     const double *new, const double *g);

#if REAL_BITS == 64
/* eta(new) - eta(old) of a node, eta = -rho s/(gamma - 1), s = ln(p/rho^gamma). Differences of the
 * states are exact or nearly so; those of p and of logarithms follow from them. */
static long double change_of_node(const long double old[NFIELDS], const long double new[NFIELDS],
                                  long double phi, long double gamma)
{
    const long double rho = new[RHO] - old[RHO];
    long double squares = 0, kinetic = 0; /* |rho u|^2, its change; then that of rho |u|^2/2 */
    for (int m = RHO_U; m <= RHO_W; ++m) {
        squares += old[m] * old[m];
        kinetic += (new[m] - old[m]) * (new[m] + old[m]);
    }
    kinetic = (kinetic - squares * rho / old[RHO]) / (2 * new[RHO]);
    const long double p_old =
        (gamma - 1) * (old[RHO_E] - squares / (2 * old[RHO]) - old[RHO] * phi);
    const long double p = (gamma - 1) * ((new[RHO_E] - old[RHO_E]) - kinetic - rho * phi);
    const long double s_old = logl(p_old) - gamma * logl(old[RHO]);
    const long double s = log1pl(p / p_old) - gamma * log1pl(rho / old[RHO]);
    return -(rho * s_old + new[RHO] * s) / (gamma - 1);
}

/** Of one element: old and new are [NFIELDS][NP], g its geometry. */
long double budget_change_of_element(const struct discretization *d, const double *old,
                                     const double *new, const double *g)
{
    const int nq = d->degree + 1, np = nq * nq * nq;
    double phi[MAX_NP];
    struct budgeted sum = { 0 };
    geometry_phi(nq, d, g, phi);
    for (int i = 0; i < np; ++i) {
        long double from[NFIELDS], to[NFIELDS];
        for (int v = 0; v < NFIELDS; ++v)
            from[v] = old[v * np + i], to[v] = new[v * np + i];
        const long double w = (long double)d->w[i % nq] * d->w[i / nq % nq] * d->w[i / (nq * nq)];
        const double J_inv = d->is_curved ? g[NODAL_J_INV * np + i] : g[GEOMETRY_J_INV];
        budgeted_add(&sum, w / J_inv * change_of_node(from, to, phi[i], d->gamma));
    }
    return sum.high + sum.low;
}
#endif

void EACH(budget_change_cpu)(const struct budget_change_args *a, struct budgeted *values,
                             real *RESTRICT q_old, const real *RESTRICT q_new,
                             const real *RESTRICT geometry)
{
    const int nq = a->d->degree + 1, size = NFIELDS * nq * nq * nq;
    const size_t size_g = geometry_size(a->d->is_curved, nq * nq * nq);
    double old[NFIELDS * MAX_NP], new[NFIELDS * MAX_NP], g[NODAL_SIZE * MAX_NP];

    for (int e = 0; e < a->num_elements; ++e, values += NBUDGETED) {
        for (int i = 0; i < size; ++i) {
            old[i] = q_old[(size_t)e * size + i];
            new[i] = q_old[(size_t)e * size + i] = q_new[(size_t)e * size + i];
        }
        for (size_t i = 0; i < size_g; ++i)
            g[i] = geometry[e * size_g + i];
        budgeted_add(&values[a->to], budget_change_of_element(a->d, old, new, g));
    }
}
