#pragma once
/* codelets/absorb.h -- an absorbing layer: the state decays towards the initial one. */
#include "base/error.h"
#include "base/real.h"
#include "codelets/args.h"

/* Buffers, in the order of the codelet's modes; NP = (N+1)^3, n elements lie in the layer. */
enum {
    ABSORB_Q,        /* RW [element][NFIELDS][NP] kg/m^3, kg/(m^2 s), J/m^3           */
    ABSORB_LAYER,    /* R  [n][1 + NFIELDS][NP]   damping rate sigma, 1/s; q0, like q */
    ABSORB_ELEMENTS, /* R  [n] int32              which they are                      */
    ABSORB_NBUFFERS
};

/** q <- q0 + (q - q0) exp(-sigma dt). Nodes with sigma = 0 keep their bits; a state between two
 * physical ones is physical, since the pressure is a concave function of it. */
EXTERN_C void EACH(absorb_cpu)(const struct absorb_args *a, real *RESTRICT q,
                               const real *RESTRICT layer, const int32_t *elements);
EXTERN_C enum status EACH(absorb_cuda)(const struct absorb_args *a, real *RESTRICT q,
                                       const real *RESTRICT layer, const int32_t *elements,
                                       void *stream);
