#pragma once
/* cases/cases.h -- the cases: initial states, their defaults and, where known, exact solutions. */
#include "base/fields.h"
#include "io/options.h"

/** The primitive state at a point. */
struct primitive {
    double rho;  /* kg/m^3 */
    double u[3]; /* m/s    */
    double p;    /* Pa     */
};

struct case_def {
    struct option_case option;
    /** The state at position x and time t; t = 0 is the initial state. */
    struct primitive (*state)(const struct options *o, const double x[3], double t);
    int is_exact;  /* state() is the exact solution at every t, not only at t = 0       */
    int is_linear; /* it is at every t what the solution tends to for small amplitudes,
                    * with a difference that falls like their square                    */
    /** BAD_INPUT names the key that state() cannot do with; NULL: it does with all. */
    enum status (*check)(const struct options *o);
    /** Likewise for what an exact state() cannot do with at t > 0. */
    enum status (*check_exact)(const struct options *o);
};

/** The case of that name; REQUIREs that it exists: options_read has checked it. */
const struct case_def *case_find(const char *name);

/** BAD_INPUT where a flow that carries something along, and nothing else, meets walls or gravity. */
enum status case_check_carried(const struct options *o);

/** All cases as options_read wants them, ended by a NULL name. */
const struct option_case *case_list(void);
