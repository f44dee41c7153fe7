/* app/converge_measure.c -- how far a solution is from the exact one. */
#include <math.h>
#include "app/converge.h"
#include "base/sum.h"
#include "mesh/metrics.h"

/* Of an element. */
struct errors {
    double square, volume, largest;
};

/* Positions (m) and w J (m^3) of an element's nodes. */
static void find_nodes(const struct view *v, const struct element *e, double (*x)[3], double *wJ)
{
    const int nq = v->lgl->degree + 1;
    struct metrics m;
    mesh_nodes(v->mesh, e, v->lgl, x);
    metrics_new(v->lgl, (const double (*)[3])x, &m);
    for (int i = 0; i < nq * nq * nq; ++i)
        wJ[i] = v->lgl->w[i % nq] * v->lgl->w[i / nq % nq] * v->lgl->w[i / (nq * nq)] * m.J[i];
}

static double exact(const struct session *s, const struct view *v, const struct quantity *field,
                    const double x[3])
{
    const struct primitive w = s->c->state(s->o, x, v->time);
    const struct sample sample = {
        .rho = w.rho, .u = w.u[0], .v = w.u[1], .w = w.u[2], .p = w.p,
        .gamma = v->gamma, .gas_constant = v->gas_constant,
        .reference_pressure = v->reference_pressure, .theta_background = v->theta_background,
    };
    return field->value(&sample);
}

static struct errors measure_element(const struct session *s, const struct view *v,
                                     const struct quantity *field, int n, int e)
{
    const int nq = v->lgl->degree + 1;
    double x[MAX_NP][3], wJ[MAX_NP], value[MAX_NP];
    struct sum square = { 0 }, volume = { 0 };
    double largest = 0;
    find_nodes(v, &v->mesh->partitions.at[n].elements[e], x, wJ);
    quantity_values(v, field, n, e, value);
    for (int i = 0; i < nq * nq * nq; ++i) {
        const double error = value[i] - exact(s, v, field, x[i]);
        sum_add(&square, wJ[i] * error * error);
        sum_add(&volume, wJ[i]);
        largest = fmax(largest, fabs(error));
    }
    return (struct errors){ sum_value(&square), sum_value(&volume), largest };
}

void converge_measure(struct session *s, const struct quantity *field, double time,
                      struct converge_run *run)
{
    struct view v = session_look(s, time);
    struct sum square = { 0 }, volume = { 0 };
    run->largest = 0;
    for (int n = 0; n < v.mesh->partitions.n; ++n)
        for (int e = 0; e < v.mesh->partitions.at[n].num_elements; ++e) {
            const struct errors of = measure_element(s, &v, field, n, e);
            sum_add(&square, of.square);
            sum_add(&volume, of.volume);
            run->largest = fmax(run->largest, of.largest);
        }
    session_look_away(s, &v);
    run->l2 = sqrt(sum_value(&square) / sum_value(&volume));
}
