/* codelets/tendency.c -- volume and surface terms in one task, as StarPU sees it. */
#include "codelets/tendency.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct tendency_args *a = args;
    const real *incoming[a->ports->num_links + 1];
    ports_incoming(a->ports, a->d, buf + TENDENCY_NBUFFERS, incoming);
    EACH(tendency_cpu)(a, BUFFER(real, buf[TENDENCY_K]), BUFFER(const real, buf[TENDENCY_Q]),
                       BUFFER(const real, buf[TENDENCY_GEOMETRY]),
                       BUFFER(const struct neighbor, buf[TENDENCY_NEIGHBORS]), incoming);
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    const struct tendency_args *a = args;
    const real *incoming[a->ports->num_links + 1];
    ports_incoming(a->ports, a->d, buf + TENDENCY_NBUFFERS, incoming);
    codelet_launched(
        EACH(tendency_cuda)(a, BUFFER(real, buf[TENDENCY_K]), BUFFER(const real, buf[TENDENCY_Q]),
                            BUFFER(const real, buf[TENDENCY_GEOMETRY]),
                            BUFFER(const struct neighbor, buf[TENDENCY_NEIGHBORS]), incoming,
                            codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct tendency_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, a->ports->num_links);
}

const struct starpu_codelet EACH(codelet_tendency) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x3090a0,
};
