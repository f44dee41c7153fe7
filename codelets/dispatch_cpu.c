/* codelets/dispatch_cpu.c -- hands each kernel to the code of the processor's instruction set. */
#include <config.h>
#include "codelets/advance.h"
#include "codelets/budget.h"
#include "codelets/ceilings.h"
#include "codelets/isa.h"
#include "codelets/steps.h"
#include "codelets/surface_cpu.h"
#include "codelets/tendency.h"
#include "codelets/update.h"
#include "codelets/volume.h"

#ifdef WITH_ISA
#define DISPATCH(name, parameters, ...)                                                          \
    void ISA_NAME(EACH(name), avx512) parameters;                                                \
    void ISA_NAME(EACH(name), avx2) parameters;                                                  \
    void ISA_NAME(EACH(name), portable) parameters;                                              \
    void EACH(name) parameters                                                                   \
    {                                                                                            \
        switch (isa_here()) {                                                                    \
        case ISA_AVX512: ISA_NAME(EACH(name), avx512)(__VA_ARGS__); break;                       \
        case ISA_AVX2: ISA_NAME(EACH(name), avx2)(__VA_ARGS__); break;                           \
        default: ISA_NAME(EACH(name), portable)(__VA_ARGS__); break;                             \
        }                                                                                        \
    }
#else
#define DISPATCH(name, parameters, ...)                                                          \
    void ISA_NAME(EACH(name), portable) parameters;                                              \
    void EACH(name) parameters { ISA_NAME(EACH(name), portable)(__VA_ARGS__); }
#endif

DISPATCH(ceilings_cpu, (struct ceilings *c), c)
DISPATCH(steps_cpu, (int step, const struct volume_args *a, void *k, const void *q,
                     const void *geometry), step, a, k, q, geometry)
DISPATCH(volume_cpu, (const struct volume_args *a, real *RESTRICT k, const real *RESTRICT q,
                      const real *RESTRICT geometry), a, k, q, geometry)
DISPATCH(surface_cpu, (const struct surface_args *a, real *RESTRICT k, const real *RESTRICT q,
                       const real *RESTRICT geometry, const struct neighbor *neighbors,
                       const int32_t *lists, const real *const *traces),
         a, k, q, geometry, neighbors, lists, traces)
DISPATCH(tendency_cpu, (const struct tendency_args *a, real *RESTRICT k, const real *RESTRICT q,
                        const real *RESTRICT geometry, const struct neighbor *neighbors,
                        const real *const *incoming), a, k, q, geometry, neighbors, incoming)
DISPATCH(advance_cpu, (const struct advance_args *a, real *RESTRICT q_new, real *RESTRICT k,
                       const real *RESTRICT q, const real *RESTRICT geometry,
                       const struct neighbor *neighbors, real *const *shown,
                       const real *const *incoming),
         a, q_new, k, q, geometry, neighbors, shown, incoming)
DISPATCH(update_cpu, (const struct update_args *a, real *RESTRICT q, const real *RESTRICT k,
                      const real *RESTRICT geometry), a, q, k, geometry)

#if REAL_BITS == 64 /* both precisions take it */
DISPATCH(budget_cpu, (const struct budget_args *a, struct budgeted *values,
                      const double *RESTRICT q, const double *RESTRICT geometry,
                      const struct neighbor *neighbors, const double *const *incoming),
         a, values, q, geometry, neighbors, incoming)
#endif
