#pragma once
/* tests/graph/of_case.h -- a computation of a case, made as `updraft run` makes it, for tests. */
#include "app/session.h"

/** A session and the options that it points to. */
struct of_case {
    struct options o;
    struct session s;
};

/** The options of the case file cases/NAME.yaml with the KEY=VALUE in sets, which ends with NULL;
 * REQUIREs that they are right. */
void of_case_options(struct options *o, const char *name, const char *const *sets);

/** Starts MPI and StarPU with that many CPU workers and makes the run of a case file as
 * above. */
void of_case_new(struct of_case *c, const char *name, int workers, const char *const *sets);
void of_case_free(struct of_case *c);

/** The same up to its plan, which may still be changed; session_new follows. */
void of_case_plan(struct of_case *c, const char *name, int workers, const char *const *sets);

/** Does all steps of the plan, the last one shortened to meet the end; REQUIREs that they are
 * physical. */
void of_case_steps(struct of_case *c);

/** Visits the nodes: element, position x (m), conserved state q, quadrature weight w J (m^3). */
typedef void of_case_node(void *data, const struct element *e, const double x[3],
                          const double q[NFIELDS], double weight);
void of_case_visit(const struct of_case *c, of_case_node *visit, void *data);
