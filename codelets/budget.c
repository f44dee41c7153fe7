/* codelets/budget.c -- the entropy budget's codelets, as StarPU sees them: on cores alone. */
#include "codelets/budget.h"
#include <stdlib.h>
#include "base/memory.h"
#include "codelets/codelet.h"

#define SIZE(b) ((size_t)STARPU_VECTOR_GET_NX(b))

#if REAL_BITS == 64
static const double *widen(const real *from, size_t n)
{
    (void)n;
    return from;
}

static void narrow(const double *p) { (void)p; }
#else
static const double *widen(const real *from, size_t n)
{
    double *to = NEW(double, n + 1);
    for (size_t i = 0; i < n; ++i) to[i] = from[i];
    return to;
}

static void narrow(const double *p) { free((void *)p); }
#endif

static void rates_on_cpu(void *buf[], void *args)
{
    const struct budget_args *a = args;
    const int nq = a->d->degree + 1;
    const real *narrow_incoming[a->ports->num_links + 1];
    const double *incoming[a->ports->num_links + 1];
    const double *q = widen(BUFFER(const real, buf[BUDGET_Q]), SIZE(buf[BUDGET_Q]));
    const double *geometry = widen(BUFFER(const real, buf[BUDGET_GEOMETRY]),
                                   SIZE(buf[BUDGET_GEOMETRY]));
    ports_incoming(a->ports, a->d, buf + BUDGET_NBUFFERS, narrow_incoming);
    for (int l = 0; l < a->ports->num_links; ++l)
        incoming[l] = widen(narrow_incoming[l],
                            SIZE(buf[BUDGET_NBUFFERS + l])
                                - (size_t)a->ports->incoming_at[l] * NFIELDS * nq * nq);
    budget_cpu_f64(a, BUFFER(struct budgeted, buf[BUDGET_VALUES]), q, geometry,
                   BUFFER(const struct neighbor, buf[BUDGET_NEIGHBORS]), incoming);
    for (int l = 0; l < a->ports->num_links; ++l) narrow(incoming[l]);
    narrow(geometry);
    narrow(q);
}

static void change_on_cpu(void *buf[], void *args)
{
    EACH(budget_change_cpu)(args, BUFFER(struct budgeted, buf[BUDGET_CHANGE_VALUES]),
                            BUFFER(real, buf[BUDGET_CHANGE_OLD]),
                            BUFFER(const real, buf[BUDGET_CHANGE_NEW]),
                            BUFFER(const real, buf[BUDGET_CHANGE_GEOMETRY]));
}

static uint32_t rates_footprint(struct starpu_task *task)
{
    const struct budget_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, a->ports->num_links);
}

static uint32_t change_footprint(struct starpu_task *task)
{
    const struct budget_change_args *a = task->cl_arg;
    return footprint_of(a->d, a->num_elements, 0);
}

const struct starpu_codelet EACH(codelet_budget) = {
    .cpu_funcs = { rates_on_cpu },
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = CODELET_MODEL(rates_footprint),
    .color = 0xb08040,
};

const struct starpu_codelet EACH(codelet_budget_change) = {
    .cpu_funcs = { change_on_cpu },
    .nbuffers = BUDGET_CHANGE_NBUFFERS,
    .modes = {
        [BUDGET_CHANGE_VALUES] = STARPU_RW,
        [BUDGET_CHANGE_OLD] = STARPU_RW,
        [BUDGET_CHANGE_NEW] = STARPU_R,
        [BUDGET_CHANGE_GEOMETRY] = STARPU_R,
    },
    .model = CODELET_MODEL(change_footprint),
    .color = 0xb0a080,
};
