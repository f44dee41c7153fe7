/* codelets/halo_surface.c -- the surface terms of border elements, as StarPU sees it. */
#include "codelets/halo_surface.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct surface_args *a = args;
    const real *incoming[a->ports->num_links + 1];
    ports_incoming(a->ports, a->d, buf + HALO_SURFACE_NBUFFERS, incoming);
    EACH(halo_surface_cpu)(a, BUFFER(real, buf[HALO_SURFACE_K]),
                           BUFFER(const real, buf[HALO_SURFACE_Q]),
                           BUFFER(const real, buf[HALO_SURFACE_GEOMETRY]),
                           BUFFER(const struct neighbor, buf[HALO_SURFACE_NEIGHBORS]),
                           BUFFER(const int32_t, buf[HALO_SURFACE_LISTS]), incoming);
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    const struct surface_args *a = args;
    const real *incoming[a->ports->num_links + 1];
    ports_incoming(a->ports, a->d, buf + HALO_SURFACE_NBUFFERS, incoming);
    codelet_launched(
        EACH(halo_surface_cuda)(a, BUFFER(real, buf[HALO_SURFACE_K]),
                                BUFFER(const real, buf[HALO_SURFACE_Q]),
                                BUFFER(const real, buf[HALO_SURFACE_GEOMETRY]),
                                BUFFER(const struct neighbor, buf[HALO_SURFACE_NEIGHBORS]),
                                BUFFER(const int32_t, buf[HALO_SURFACE_LISTS]), incoming,
                                codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct surface_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, a->ports->num_links);
}

const struct starpu_codelet EACH(codelet_halo_surface) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x90c040,
};
