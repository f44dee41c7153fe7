/* codelets/trace.c -- the face values for neighbours, as StarPU sees it. */
#include "codelets/trace.h"
#include "codelets/codelet.h"

static void on_cpu(void *buf[], void *args)
{
    const struct trace_args *a = args;
    real *traces[a->num_links + 1];
    for (int l = 0; l < a->num_links; ++l)
        traces[l] = BUFFER(real, buf[TRACE_NBUFFERS + l]);
    EACH(trace_cpu)(a, traces, BUFFER(const real, buf[TRACE_Q]),
                    BUFFER(const int32_t, buf[TRACE_LISTS]));
}

static uint32_t footprint(struct starpu_task *task)
{
    const struct trace_args *a = task->cl_arg;
    int faces = 0;
    for (int l = 0; l < a->num_links; ++l)
        faces += a->counts[l];
    return footprint_of(faces, a->num_links);
}

const struct starpu_codelet EACH(codelet_trace) = {
    .cpu_funcs = { on_cpu },
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0xe0a030,
};
