/* graph/diagnose.c -- integrals and extremes of the state, the same bits however it is cut. */
#include "base/sum.h"
#include "codelets/diagnosed.h"
#include "graph/graph.h"
#include "tasks/data.h"

/* Not fmax and fmin: NaN has to win, and to stay. */
static void raise(double *most, double x) { *most = x <= *most || isnan(*most) ? *most : x; }
static void lower(double *least, double x) { *least = x >= *least || isnan(*least) ? *least : x; }

enum status graph_diagnose(const struct run *r, struct diagnostics *d)
{
    struct sum mass = { 0 }, energy = { 0 }, entropy = { 0 };
    *d = (struct diagnostics){ .min_density = INFINITY, .min_pressure = INFINITY };

    for_each (struct part, p, r->parts) TRY(task_diagnose(r, p));
    for_each (struct part, p, r->parts) {
        const double *v = data_diagnosed(p);
        for (int e = 0; e < p->mesh->num_elements; ++e, v += NDIAGNOSED) {
            sum_add(&mass, v[DIAGNOSED_MASS]);
            sum_add(&energy, v[DIAGNOSED_ENERGY]);
            sum_add(&entropy, v[DIAGNOSED_ENTROPY]);
            raise(&d->max_speed, v[DIAGNOSED_SPEED]);
            raise(&d->max_wave, v[DIAGNOSED_WAVE]);
            lower(&d->min_density, v[DIAGNOSED_DENSITY]);
            lower(&d->min_pressure, v[DIAGNOSED_PRESSURE]);
        }
        data_diagnosed_release(p);
    }
    d->mass = sum_value(&mass);
    d->energy = sum_value(&energy);
    d->entropy = sum_value(&entropy);
    return OK;
}
