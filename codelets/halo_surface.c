/* codelets/halo_surface.c -- the surface terms of border elements, as StarPU sees it. */
#include "codelets/halo_surface.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct surface_args *a = args;
    const real *traces[a->num_links + 1];
    for (int l = 0; l < a->num_links; ++l)
        traces[l] = BUFFER(const real, buf[HALO_SURFACE_NBUFFERS + l]);
    EACH(halo_surface_cpu)(a, BUFFER(real, buf[HALO_SURFACE_K]),
                           BUFFER(const real, buf[HALO_SURFACE_Q]),
                           BUFFER(const real, buf[HALO_SURFACE_GEOMETRY]),
                           BUFFER(const struct neighbor, buf[HALO_SURFACE_NEIGHBORS]),
                           BUFFER(const int32_t, buf[HALO_SURFACE_LISTS]), traces);
}

static uint32_t footprint(struct starpu_task *task)
{
    const struct surface_args *a = task->cl_arg;
    return footprint_of(a->num_elements, a->num_links);
}

const struct starpu_codelet EACH(codelet_halo_surface) = {
    .cpu_funcs = { on_cpu },
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x90c040,
};
