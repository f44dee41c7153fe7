#pragma once
/* codelets/codelets.h -- all codelets of a run. Nothing above codelets/ knows what `real` is. */
#include <starpu.h>

/* One word here, and the codelet exists in every table of the program. */
#define CODELETS(X)                                                              \
    X(trace) X(volume) X(interior_surface) X(halo_surface) X(update) X(diagnose) \
    X(tendency) X(advance) X(absorb) X(budget) X(budget_change)

/** The codelets of one degree and precision: names and performance models say which, as in
 * updraft_volume_n4_f64. They outlive the runtime. */
struct codelets {
    int degree;
    size_t sizeof_real;
#define FIELD(name) struct starpu_codelet name;
    CODELETS(FIELD)
#undef FIELD
};

/** The codelets for elements of degree N in reals of 4 or 8 bytes; made once, never freed. */
const struct codelets *codelets_find(int degree, size_t sizeof_real);
