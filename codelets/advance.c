/* codelets/advance.c -- whole stages in one task, as StarPU sees it. */
#include "codelets/advance.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct stages_args *s = args;
    struct advance_args a = s->first;
    real *q[] = { BUFFER(real, buf[ADVANCE_Q]), BUFFER(real, buf[ADVANCE_Q_NEW]) };
    real *shown[a.ports->num_links + 1];
    const real *incoming[a.ports->num_links + 1];
    ports_shown(a.ports, a.d, buf + ADVANCE_NBUFFERS, shown);
    ports_incoming(a.ports, a.d, buf + ADVANCE_NBUFFERS + a.ports->num_outlets, incoming);
    for (int i = 0; i < s->num_stages; ++i) {
        a.A = s->A[i], a.B_dt = s->B_dt[i], a.stage = s->first.stage + i;
        EACH(advance_cpu)(&a, q[!(i % 2)], BUFFER(real, buf[ADVANCE_K]), q[i % 2],
                          BUFFER(const real, buf[ADVANCE_GEOMETRY]),
                          BUFFER(const struct neighbor, buf[ADVANCE_NEIGHBORS]), shown, incoming);
    }
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    const struct stages_args *s = args;
    struct advance_args a = s->first;
    real *q[] = { BUFFER(real, buf[ADVANCE_Q]), BUFFER(real, buf[ADVANCE_Q_NEW]) };
    real *shown[a.ports->num_links + 1];
    const real *incoming[a.ports->num_links + 1];
    ports_shown(a.ports, a.d, buf + ADVANCE_NBUFFERS, shown);
    ports_incoming(a.ports, a.d, buf + ADVANCE_NBUFFERS + a.ports->num_outlets, incoming);
    for (int i = 0; i < s->num_stages; ++i) {
        a.A = s->A[i], a.B_dt = s->B_dt[i], a.stage = s->first.stage + i;
        codelet_launched(
            EACH(advance_cuda)(&a, q[!(i % 2)], BUFFER(real, buf[ADVANCE_K]), q[i % 2],
                               BUFFER(const real, buf[ADVANCE_GEOMETRY]),
                               BUFFER(const struct neighbor, buf[ADVANCE_NEIGHBORS]), shown,
                               incoming, codelet_stream()));
    }
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct stages_args *s = task->cl_arg;
    const int links_or_stages = s->num_stages > 1 ? -s->num_stages : s->first.ports->num_links;
    return footprint_of(s->first.num_elements, links_or_stages);
}

const struct starpu_codelet EACH(codelet_advance) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x7040b0,
};
