/* codelets/trace.c -- the face values for neighbours, as StarPU sees it. */
#include "codelets/trace.h"
#include "codelets/codelet.h"

/* The outlets, as pointers. */
static void take_outlets(const struct trace_args *a, void *buf[], real **outlets)
{
    for (int o = 0; o < a->ports->num_outlets; ++o)
        outlets[o] = BUFFER(real, buf[TRACE_NBUFFERS + o]);
}

static void on_cpu(void *buf[], void *args)
{
    const struct trace_args *a = args;
    real *outlets[a->ports->num_outlets + 1];
    take_outlets(a, buf, outlets);
    EACH(trace_cpu)(a, outlets, BUFFER(const real, buf[TRACE_Q]),
                    BUFFER(const int32_t, buf[TRACE_LISTS]));
}

#if HAS_CUDA
static void on_cuda(void *buf[], void *args)
{
    const struct trace_args *a = args;
    real *outlets[a->ports->num_outlets + 1];
    take_outlets(a, buf, outlets);
    codelet_launched(
        EACH(trace_cuda)(a, outlets, BUFFER(const real, buf[TRACE_Q]),
                         BUFFER(const int32_t, buf[TRACE_LISTS]), codelet_stream()));
}
#endif

static uint32_t footprint(struct starpu_task *task)
{
    const struct trace_args *a = task->cl_arg;
    int faces = 0;
    for (int o = 0; o < a->ports->num_outlets; ++o)
        faces += a->ports->faces[o];
    return footprint_of(a->d, faces, a->ports->num_outlets);
}

const struct starpu_codelet EACH(codelet_trace) = {
    .cpu_funcs = { on_cpu },
    CODELET_CUDA(on_cuda)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(footprint),
    .color = 0xe0a030,
};
