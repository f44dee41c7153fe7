/* codelets/interior_surface.c -- the surface terms of inner elements, as StarPU sees it. */
#include "codelets/interior_surface.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    EACH(interior_surface_cpu)(args, BUFFER(real, buf[INTERIOR_SURFACE_K]),
                               BUFFER(const real, buf[INTERIOR_SURFACE_Q]),
                               BUFFER(const real, buf[INTERIOR_SURFACE_GEOMETRY]),
                               BUFFER(const struct neighbor, buf[INTERIOR_SURFACE_NEIGHBORS]),
                               BUFFER(const int32_t, buf[INTERIOR_SURFACE_LISTS]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    codelet_launched(
        EACH(interior_surface_cuda)(args, BUFFER(real, buf[INTERIOR_SURFACE_K]),
                                    BUFFER(const real, buf[INTERIOR_SURFACE_Q]),
                                    BUFFER(const real, buf[INTERIOR_SURFACE_GEOMETRY]),
                                    BUFFER(const struct neighbor, buf[INTERIOR_SURFACE_NEIGHBORS]),
                                    BUFFER(const int32_t, buf[INTERIOR_SURFACE_LISTS]),
                                    codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct surface_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_interior_surface) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = INTERIOR_SURFACE_NBUFFERS,
    .modes = {
        [INTERIOR_SURFACE_K] = STARPU_RW,
        [INTERIOR_SURFACE_Q] = STARPU_R,
        [INTERIOR_SURFACE_GEOMETRY] = STARPU_R,
        [INTERIOR_SURFACE_NEIGHBORS] = STARPU_R,
        [INTERIOR_SURFACE_LISTS] = STARPU_R,
    },
    .model = CODELET_MODEL(footprint),
    .color = 0x30a060,
};
