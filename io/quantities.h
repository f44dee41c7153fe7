#pragma once
/* io/quantities.h -- the output fields, worked out from the solution in double precision. */
#include "io/view.h"

/** What the formulas take: the primitive state of a node, and the curl of the wind where a formula
 * asks for it. */
struct sample {
    double rho, u, v, w, p; /* kg/m^3, m/s, Pa                  */
    double curl[3];         /* 1/s                              */
    double gamma, gas_constant, reference_pressure, theta_background; /* as in struct view */
};

/** An output field. */
struct quantity {
    const char *name, *unit, *long_name;
    int is_signed; /* zero is its natural middle      */
    int has_curl;  /* its formula takes derivatives   */
    double (*value)(const struct sample *s);
};

/** All fields, in the order of io/quantities.def, ended by a NULL name. */
extern const struct quantity quantities[];

/** The field of that name, or NULL. */
const struct quantity *quantity_find(const char *name);

/** The names of all fields, separated by ", ". */
const char *quantity_names(void);

/** out[(N+1)^3] = the field at the nodes of element e of this rank's n-th partition. Derivatives
 * are those of the element's own polynomials, and jump between elements. Local. */
void quantity_values(const struct view *v, const struct quantity *f, int n, int e,
                     double out[MAX_NP]);
