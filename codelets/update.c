/* codelets/update.c -- the Runge-Kutta update, as StarPU sees it. */
#include "codelets/update.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(update_cpu)(args, BUFFER(real, buf[UPDATE_Q]), BUFFER(const real, buf[UPDATE_K]),
                     BUFFER(const real, buf[UPDATE_GEOMETRY]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    codelet_launched(
        EACH(update_cuda)(args, BUFFER(real, buf[UPDATE_Q]), BUFFER(const real, buf[UPDATE_K]),
                          BUFFER(const real, buf[UPDATE_GEOMETRY]), codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct update_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_update) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = UPDATE_NBUFFERS,
    .modes = { [UPDATE_Q] = STARPU_RW, [UPDATE_K] = STARPU_R, [UPDATE_GEOMETRY] = STARPU_R },
    .model = CODELET_MODEL(footprint),
    .color = 0xc04040,
};
