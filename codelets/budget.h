#pragma once
/* codelets/budget.h -- how fast parts of the right-hand side produce entropy, and how much a state
 * has gained; on cores alone, in double and long double precision whatever the run's.
 */
#include "base/faces.h"
#include "base/real.h"
#include "codelets/args.h"
#include "codelets/budgeted.h"

/* Buffers of budget; then, for each link, R, the outlet through which the neighbour partition shows
 * that state. NP = (N+1)^3. */
enum {
    BUDGET_VALUES,    /* RW [element][NBUDGETED]      struct budgeted, kg          */
    BUDGET_Q,         /* R  [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3    */
    BUDGET_GEOMETRY,  /* R  [element] codelets/geometry_record.h                   */
    BUDGET_NEIGHBORS, /* R  [element][NFACES]         struct neighbor              */
    BUDGET_NBUFFERS
};

/* Buffers of budget_change, in the order of its modes. */
enum {
    BUDGET_CHANGE_VALUES,   /* RW [element][NBUDGETED]      struct budgeted, kg       */
    BUDGET_CHANGE_OLD,      /* RW [element][NFIELDS][NP]    kg/m^3, kg/(m^2 s), J/m^3 */
    BUDGET_CHANGE_NEW,      /* R  likewise                                            */
    BUDGET_CHANGE_GEOMETRY, /* R  [element] codelets/geometry_record.h                */
    BUDGET_CHANGE_NBUFFERS
};

/** values[element][BUDGETED_VOLUME to _CORIOLIS, _SCALE] += weight times their rates in state q. A
 * face's production (v+ - v-).f* - (psi+ - psi-).n counts half on either side; incoming[l] points
 * to link l's first face. */
void budget_cpu_f64(const struct budget_args *a, struct budgeted *values, const double *RESTRICT q,
                    const double *RESTRICT geometry, const struct neighbor *neighbors,
                    const double *const *incoming);

/** values[element][a->to] += entropy of q_new - entropy of q_old, from the differences of the states,
 * so that a small one keeps its digits; then q_old = q_new. */
void EACH(budget_change_cpu)(const struct budget_change_args *a, struct budgeted *values,
                             real *RESTRICT q_old, const real *RESTRICT q_new,
                             const real *RESTRICT geometry);
