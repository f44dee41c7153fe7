/* codelets/volume.c -- the volume terms, as StarPU sees it. */
#include "codelets/volume.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(volume_cpu)(args, BUFFER(real, buf[VOLUME_K]), BUFFER(const real, buf[VOLUME_Q]),
                     BUFFER(const real, buf[VOLUME_GEOMETRY]));
}

static uint32_t footprint(struct starpu_task *task)
{
    const struct volume_args *a = task->cl_arg;
    return footprint_of(a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_volume) = {
    .cpu_funcs = { on_cpu },
    .nbuffers = VOLUME_NBUFFERS,
    .modes = { [VOLUME_K] = STARPU_RW, [VOLUME_Q] = STARPU_R, [VOLUME_GEOMETRY] = STARPU_R },
    .model = CODELET_MODEL(footprint),
    .color = 0x3060c0,
};
