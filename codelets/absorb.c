/* codelets/absorb.c -- the absorbing layer, as StarPU sees it. */
#include "codelets/absorb.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(absorb_cpu)(args, BUFFER(real, buf[ABSORB_Q]), BUFFER(const real, buf[ABSORB_LAYER]),
                     BUFFER(const int32_t, buf[ABSORB_ELEMENTS]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    codelet_launched(
        EACH(absorb_cuda)(args, BUFFER(real, buf[ABSORB_Q]), BUFFER(const real, buf[ABSORB_LAYER]),
                          BUFFER(const int32_t, buf[ABSORB_ELEMENTS]), codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct absorb_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_absorb) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = ABSORB_NBUFFERS,
    .modes = { [ABSORB_Q] = STARPU_RW, [ABSORB_LAYER] = STARPU_R, [ABSORB_ELEMENTS] = STARPU_R },
    .model = CODELET_MODEL(footprint),
    .color = 0x8060c0,
};
