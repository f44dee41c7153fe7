/* codelets/diagnose.c -- the diagnostics of each element, as StarPU sees it. */
#include "codelets/diagnose.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(diagnose_cpu)(args, BUFFER(double, buf[DIAGNOSE_VALUES]),
                       BUFFER(const real, buf[DIAGNOSE_Q]),
                       BUFFER(const real, buf[DIAGNOSE_GEOMETRY]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    codelet_launched(
        EACH(diagnose_cuda)(args, BUFFER(double, buf[DIAGNOSE_VALUES]),
                            BUFFER(const real, buf[DIAGNOSE_Q]),
                            BUFFER(const real, buf[DIAGNOSE_GEOMETRY]), codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct diagnose_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_diagnose) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = DIAGNOSE_NBUFFERS,
    .modes = {
        [DIAGNOSE_VALUES] = STARPU_W,
        [DIAGNOSE_Q] = STARPU_R,
        [DIAGNOSE_GEOMETRY] = STARPU_R,
    },
    .model = CODELET_MODEL(footprint),
    .color = 0x808080,
};
