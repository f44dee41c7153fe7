/* codelets/advance.c -- a whole stage in one task, as StarPU sees it. */
#include "codelets/advance.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct advance_args *a = args;
    real *shown[a->ports->num_links + 1];
    const real *incoming[a->ports->num_links + 1];
    ports_shown(a->ports, a->d, buf + ADVANCE_NBUFFERS, shown);
    ports_incoming(a->ports, a->d, buf + ADVANCE_NBUFFERS + a->ports->num_outlets, incoming);
    EACH(advance_cpu)(a, BUFFER(real, buf[ADVANCE_Q_NEW]), BUFFER(real, buf[ADVANCE_K]),
                      BUFFER(const real, buf[ADVANCE_Q]),
                      BUFFER(const real, buf[ADVANCE_GEOMETRY]),
                      BUFFER(const struct neighbor, buf[ADVANCE_NEIGHBORS]), shown, incoming);
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    const struct advance_args *a = args;
    real *shown[a->ports->num_links + 1];
    const real *incoming[a->ports->num_links + 1];
    ports_shown(a->ports, a->d, buf + ADVANCE_NBUFFERS, shown);
    ports_incoming(a->ports, a->d, buf + ADVANCE_NBUFFERS + a->ports->num_outlets, incoming);
    codelet_launched(
        EACH(advance_cuda)(a, BUFFER(real, buf[ADVANCE_Q_NEW]), BUFFER(real, buf[ADVANCE_K]),
                           BUFFER(const real, buf[ADVANCE_Q]),
                           BUFFER(const real, buf[ADVANCE_GEOMETRY]),
                           BUFFER(const struct neighbor, buf[ADVANCE_NEIGHBORS]), shown, incoming,
                           codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct advance_args *a = task->cl_arg;
    return footprint_of(a->num_elements, a->ports->num_links);
}

const struct starpu_codelet EACH(codelet_advance) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x7040b0,
};
