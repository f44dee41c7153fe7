/* graph/diagnose.c -- integrals and extremes of the state, the same bits however it is cut. */
#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "base/sum.h"
#include "codelets/diagnosed.h"
#include "graph/graph.h"
#include "mesh/metrics.h"
#include "tasks/data.h"

/* Elements come in the order of their numbers, and of equal ones the first has it. NaN has to win,
 * and to stay. */
static int is_more(int extreme, double value, const struct place *most)
{
    const double sign = extreme_sign(extreme);
    return !isnan(most->value) && !(sign * value <= sign * most->value);
}

static void take(struct place most[NEXTREMES], const double *v, int64_t element)
{
    for (int n = 0; n < NEXTREMES; ++n)
        if (is_more(n, v[DIAGNOSED_EXTREMES + n], &most[n]))
            most[n] = (struct place){ .value = v[DIAGNOSED_EXTREMES + n], .element = element,
                                      .node = (int)v[DIAGNOSED_NODES + n] };
}

/* What this rank's elements say, integrals in their order. */
static void look(const struct run *r, double (*integrals)[DIAGNOSED_EXTREMES],
                 struct place most[NEXTREMES])
{
    for (int n = 0; n < NEXTREMES; ++n)
        most[n] = (struct place){ .value = -INFINITY * extreme_sign(n), .element = -1 };
    for_each (struct part, p, r->parts) {
        const double *v = data_diagnosed(p);
        for (int e = 0; e < p->mesh->num_elements; ++e, v += NDIAGNOSED, ++integrals) {
            for (int i = 0; i < DIAGNOSED_EXTREMES; ++i) (*integrals)[i] = v[i];
            take(most, v, p->mesh->first + e);
        }
        data_diagnosed_release(p);
    }
}

static void find_positions(const struct run *r, struct place most[NEXTREMES])
{
    struct lgl lgl;
    lgl_new(&lgl, r->d.degree);
    for (int n = 0; n < NEXTREMES; ++n)
        for_each (const struct partition, p, r->mesh.partitions) {
            const int64_t e = most[n].element - p->first;
            double X[MAX_NP][3];
            if (most[n].element < 0 || e < 0 || e >= p->num_elements) continue;
            mesh_nodes(&r->mesh, &p->elements[e], &lgl, X);
            for (int d = 0; d < 3; ++d) most[n].x[d] = X[most[n].node][d];
        }
}

/* Ranks own elements in ascending order. */
static void agree(const struct run *r, struct place most[NEXTREMES])
{
    struct place(*all)[NEXTREMES] = mesh_gather_ranks(&r->mesh, most,
                                                      NEXTREMES * sizeof(struct place));
    for (int n = 0; n < NEXTREMES; ++n) {
        most[n] = all[0][n];
        for (int rank = 1; rank < r->mesh.num_ranks; ++rank)
            if (is_more(n, all[rank][n].value, &most[n])) most[n] = all[rank][n];
    }
    free(all);
}

/* Of one element, in the order of all. */
static void add(void *sums, const void *element)
{
    for (int i = 0; i < DIAGNOSED_EXTREMES; ++i)
        sum_add((struct sum *)sums + i, ((const double *)element)[i]);
}

enum status graph_diagnose(const struct run *r, struct diagnostics *d)
{
    struct sum sums[DIAGNOSED_EXTREMES] = { { 0 } };
    const size_t own = (size_t)mesh_num_own(&r->mesh);
    double(*mine)[DIAGNOSED_EXTREMES] = memory_new(own + 1, sizeof *mine);

    for_each (struct part, p, r->parts) TRY(task_diagnose(r, p));
    look(r, mine, d->extremes);
    find_positions(r, d->extremes);
    agree(r, d->extremes);
    mesh_each(&r->mesh, mine, sizeof *mine, add, sums);
    mesh_tell(&r->mesh, sums, sizeof sums);
    free(mine);
    d->mass = sum_value(&sums[DIAGNOSED_MASS]);
    d->energy = sum_value(&sums[DIAGNOSED_ENERGY]);
    d->entropy = sum_value(&sums[DIAGNOSED_ENTROPY]);
    return OK;
}
