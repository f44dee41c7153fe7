/* codelets/advance.c -- whole stages in one task, as StarPU sees it. */
#include "codelets/advance.h"
#include "codelets/codelet.h"

/* Stage after stage, from one state into the other and back. */
static void run_stages(void *buf[], const struct stages_args *s, int is_gpu)
{
    struct advance_args a = s->first;
    real *q[] = { BUFFER(real, buf[ADVANCE_Q]), BUFFER(real, buf[ADVANCE_Q_NEW]) };
    real *k = BUFFER(real, buf[ADVANCE_K]);
    const real *geometry = BUFFER(const real, buf[ADVANCE_GEOMETRY]);
    const struct neighbor *neighbors = BUFFER(const struct neighbor, buf[ADVANCE_NEIGHBORS]);
    real *shown[a.ports->num_links + 1];
    const real *incoming[a.ports->num_links + 1];
    ports_shown(a.ports, a.d, buf + ADVANCE_NBUFFERS, shown);
    ports_incoming(a.ports, a.d, buf + ADVANCE_NBUFFERS + a.ports->num_outlets, incoming);
    for (int i = 0; i < s->num_stages; ++i) {
        real *from = q[i % 2], *to = q[!(i % 2)];
        a.A = s->A[i], a.B_dt = s->B_dt[i], a.stage = s->first.stage + i;
#if HAS_CUDA
        if (is_gpu) {
            codelet_launched(EACH(advance_cuda)(&a, to, k, from, geometry, neighbors, shown,
                                                incoming, codelet_stream()));
            continue;
        }
#endif
        EACH(advance_cpu)(&a, to, k, from, geometry, neighbors, shown, incoming);
    }
    (void)is_gpu;
}

static void on_cpu(void *buf[], void *args) { run_stages(buf, args, 0); }

#if HAS_CUDA
static void on_cuda(void *buf[], void *args) { run_stages(buf, args, 1); }
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct stages_args *s = task->cl_arg;
    const int links_or_stages = s->num_stages > 1 ? -s->num_stages : s->first.ports->num_links;
    return footprint_of(s->first.d, s->first.num_elements, links_or_stages);
}

const struct starpu_codelet EACH(codelet_advance) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0x7040b0,
};
