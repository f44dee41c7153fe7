/* tests/gpu/test_faults_gpu.c -- a GPU sees which node becomes unphysical, and says so. */
#include <inttypes.h>
#include "tests/gpu/pair.h"

/* One node of one partition is made to lose density or pressure, or to be no number. */
static void spoil(struct pair *p, const struct part *of, int element, int node, int field, double k)
{
    const size_t nq = (size_t)p->on[0].d.degree + 1, np = nq * nq * nq;
    const int n = (int)(of - p->on[0].parts.at);
    pair_fill_k(p, 0);
    for (int o = 0; o < NSIDES; ++o) {
        starpu_data_handle_t h = p->on[o].parts.at[n].k;
        starpu_data_acquire(h, STARPU_RW);
        pair_set((void *)starpu_vector_get_local_ptr(h), p->on[o].codelets->sizeof_real,
                 ((size_t)element * NFIELDS + (size_t)field) * np + (size_t)node, k);
        starpu_data_release(h);
    }
}

static void expect_same_fault(const struct pair *p, const struct part *of, int element, int node,
                              const char *task)
{
    const int n = (int)(of - p->on[0].parts.at);
    const double most = p->on[0].codelets->sizeof_real == sizeof(float) ? 1e-4 : 1e-10;
    for (int i = 0; i < p->on[0].parts.n; ++i) {
        const struct fault *a = p->on[ON_CORE].parts.at[i].fault;
        const struct fault *b = p->on[ON_GPU].parts.at[i].fault;
        cr_expect_eq(a->seen, i == n, "%s on a core", task);
        cr_expect_eq(b->seen, i == n, "%s on a GPU, degree %d", task, p->on[0].d.degree);
        if (!b->seen || !a->seen) continue;
        cr_expect(b->element == element && b->node == node && a->element == element
                  && a->node == node, "%s, degree %d: element %d, node %d, not %d, %d", task,
                  p->on[0].d.degree, b->element, b->node, element, node);
        cr_expect(b->step == 5 && b->stage == 3, "%s: step %" PRId64 ", stage %d", task, b->step,
                  b->stage);
        for (int v = 0; v <= NFIELDS; ++v) {
            const double x = v < NFIELDS ? a->q[v] : a->p, y = v < NFIELDS ? b->q[v] : b->p;
            cr_expect((!isfinite(x) && !isfinite(y)) || fabs(x - y) <= most * (1 + fabs(x)),
                      "%s, degree %d: value %d is %g, not %g", task, p->on[0].d.degree, v, y, x);
        }
    }
}

static void forget_faults(struct pair *p)
{
    for (int o = 0; o < NSIDES; ++o)
        for_each (const struct part, part, p->on[o].parts)
            memset(part->fault, 0, sizeof *part->fault);
}

static void break_one(int degree, size_t sizeof_real)
{
    static const struct { int field; double k; } ways[] = {
        { RHO, -1e9 }, { RHO_E, -1e9 }, { RHO, NAN }, { RHO_U, NAN }, { RHO_E, INFINITY },
        { RHO_V, 1e9 }, /* kinetic energy beyond the total one */
    };
    const struct stage stage = { .step = 5, .number = 3, .A = 1, .B_dt = 1e-6 };
    const struct setup s = pair_brick(degree, sizeof_real, 3, 1, 1, 0);
    struct pair p;
    pair_new(&p, &s);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; ++w) {
        const struct part *of = &p.on[0].parts.at[w % 3];
        const int element = of->mesh->num_elements - 1 - (int)w;
        const int node = (int)(w * 5) % ((degree + 1) * (degree + 1) * (degree + 1));
        pair_fill(&p, SMOOTH, 0.1);
        forget_faults(&p);
        pair_do(&p, pair_trace, NULL);
        spoil(&p, of, element, node, ways[w].field, ways[w].k);
        pair_do(&p, pair_advance, &stage);
        expect_same_fault(&p, of, element, node, "advance");
        forget_faults(&p);
        spoil(&p, of, element, node, ways[w].field, ways[w].k);
        pair_do(&p, task_update, &stage);
        expect_same_fault(&p, of, element, node, "update");
    }
    pair_free(&p);
}

Test(faults_gpu, are_noted_at_the_one_node_that_is_unphysical)
{
    harness_start(1, 1, NULL);
    for (int degree = 1; degree <= 8; ++degree) {
        break_one(degree, sizeof(double));
        break_one(degree, sizeof(float));
    }
    harness_stop();
}