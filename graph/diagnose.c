/* graph/diagnose.c -- integrals and extremes of the state, the same bits however it is cut. */
#include "base/sum.h"
#include "codelets/diagnosed.h"
#include "graph/graph.h"
#include "tasks/data.h"

/* Takes an element's extremes. Elements come in the order of their numbers over all partitions, and
 * of equal ones the first has it. NaN has to win, and to stay. */
static void take(struct place most[NEXTREMES], const double *v, int part, int element)
{
    for (int n = 0; n < NEXTREMES; ++n) {
        const double value = v[DIAGNOSED_EXTREMES + n], sign = extreme_sign(n);
        if (!isnan(most[n].value) && !(sign * value <= sign * most[n].value))
            most[n] = (struct place){ value, part, element, (int)v[DIAGNOSED_NODES + n] };
    }
}

enum status graph_diagnose(const struct run *r, struct diagnostics *d)
{
    struct sum mass = { 0 }, energy = { 0 }, entropy = { 0 };
    for (int n = 0; n < NEXTREMES; ++n)
        d->extremes[n] = (struct place){ .value = -INFINITY * extreme_sign(n) };

    for_each (struct part, p, r->parts) TRY(task_diagnose(r, p));
    for_each (struct part, p, r->parts) {
        const double *v = data_diagnosed(p);
        for (int e = 0; e < p->mesh->num_elements; ++e, v += NDIAGNOSED) {
            sum_add(&mass, v[DIAGNOSED_MASS]);
            sum_add(&energy, v[DIAGNOSED_ENERGY]);
            sum_add(&entropy, v[DIAGNOSED_ENTROPY]);
            take(d->extremes, v, (int)(p - r->parts.at), e);
        }
        data_diagnosed_release(p);
    }
    d->mass = sum_value(&mass);
    d->energy = sum_value(&energy);
    d->entropy = sum_value(&entropy);
    return OK;
}
