/* codelets/volume.c -- the volume terms, as StarPU sees it. */
#include "codelets/volume.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(volume_cpu)(args, BUFFER(real, buf[VOLUME_K]), BUFFER(const real, buf[VOLUME_Q]),
                     BUFFER(const real, buf[VOLUME_GEOMETRY]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    codelet_launched(
        EACH(volume_cuda)(args, BUFFER(real, buf[VOLUME_K]), BUFFER(const real, buf[VOLUME_Q]),
                          BUFFER(const real, buf[VOLUME_GEOMETRY]), codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct volume_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_volume) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS, /* k: W or RW */
    .model = CODELET_MODEL(footprint),
    .color = 0x3060c0,
};
