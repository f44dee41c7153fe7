/* tests/graph/of_case.c -- a session from a case file. */
#include "tests/graph/of_case.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "app/ranks.h"
#include "base/memory.h"
#include "mesh/metrics.h"

void of_case_options(struct options *o, const char *name, const char *const *sets)
{
    const char *srcdir = getenv("srcdir");
    char file[4096];
    struct option_source from = { .file = file, .sets = sets };
    snprintf(file, sizeof file, "%s/cases/%s.yaml", srcdir ? srcdir : ".", name);
    while (sets[from.num_sets]) ++from.num_sets;
    REQUIRE(options_read(o, &from, case_list()) == OK, "%s", error_text());
}

void of_case_plan(struct of_case *c, const char *name, int workers, const char *const *sets)
{
    int is_running;
    *c = (struct of_case){ .s.wanted_workers = workers };
    of_case_options(&c->o, name, sets);
    MPI_Initialized(&is_running);
    if (!is_running) REQUIRE(ranks_start(1) == OK, "%s", error_text());
    REQUIRE(session_start_starpu(&c->s, &c->o) == OK, "%s", error_text());
    REQUIRE(session_plan(&c->s, &c->o) == OK, "%s", error_text());
}

void of_case_new(struct of_case *c, const char *name, int workers, const char *const *sets)
{
    of_case_plan(c, name, workers, sets);
    REQUIRE(session_new(&c->s) == OK, "%s", error_text());
}

void of_case_free(struct of_case *c)
{
    session_free(&c->s);
    session_stop_starpu(&c->s);
    options_free(&c->o);
}

void of_case_steps(struct of_case *c)
{
    const struct plan *p = &c->s.plan;
    for (int64_t n = 1; n <= p->num_steps; ++n) {
        REQUIRE(graph_step(&c->s.run, p->rk, n, plan_dt(p, n), c->o.runtime_window) == OK, "%s", error_text());
    }
    REQUIRE(graph_wait(&c->s.run) == OK, "%s", error_text());
}

void of_case_visit(const struct of_case *c, of_case_node *visit, void *data)
{
    const struct run *r = &c->s.run;
    const int nq = r->d.degree + 1, np = nq * nq * nq;
    const void **q = NEW(const void *, r->parts.n + 1);
    data_look(r, q);
    for (int n = 0; n < r->parts.n; ++n)
        for (int e = 0; e < r->parts.at[n].mesh->num_elements; ++e) {
            const struct element *el = &r->parts.at[n].mesh->elements[e];
            double X[MAX_NP][3], node[NFIELDS];
            struct metrics metrics;
            mesh_nodes(&r->mesh, el, &c->s.lgl, X);
            metrics_new(&c->s.lgl, (const double (*)[3])X, &metrics);
            for (int i = 0; i < np; ++i) {
                for (int v = 0; v < NFIELDS; ++v) {
                    const size_t k = ((size_t)e * NFIELDS + v) * np + i;
                    node[v] = r->codelets->sizeof_real == sizeof(float) ? ((const float *)q[n])[k]
                                                                        : ((const double *)q[n])[k];
                }
                visit(data, el, X[i], node,
                      r->d.w[i % nq] * r->d.w[i / nq % nq] * r->d.w[i / (nq * nq)] * metrics.J[i]);
            }
        }
    data_release(r);
    free((void *)q);
}
