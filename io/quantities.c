/* io/quantities.c -- equation of state and derived fields, in double, for output only. */
#include "io/quantities.h"
#include <math.h>
#include <string.h>

static double temperature(const struct sample *s) { return s->p / (s->gas_constant * s->rho); }

static double theta(const struct sample *s)
{
    return temperature(s) * pow(s->reference_pressure / s->p, (s->gamma - 1) / s->gamma);
}

static double speed(const struct sample *s)
{
    return sqrt(s->u * s->u + s->v * s->v + s->w * s->w);
}

static double perturbation(const struct sample *s) { return theta(s) - s->theta_background; }

static double sound_speed(const struct sample *s) { return sqrt(s->gamma * s->p / s->rho); }

static double mach(const struct sample *s) { return speed(s) / sound_speed(s); }

static double entropy(const struct sample *s) { return log(s->p) - s->gamma * log(s->rho); }

#define QUANTITY(name, unit, long_name, is_signed, formula) \
    static double value_##name(const struct sample *s) { return formula; }
#include "io/quantities.def"
#undef QUANTITY

const struct quantity quantities[] = {
#define QUANTITY(name, unit, long_name, is_signed, formula) \
    { #name, unit, long_name, is_signed, value_##name },
#include "io/quantities.def"
#undef QUANTITY
    { NULL, NULL, NULL, 0, NULL }
};

const struct quantity *quantity_find(const char *name)
{
    for (const struct quantity *f = quantities; f->name; ++f)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

const char *quantity_names(void)
{
    static const char names[] =
#define QUANTITY(name, ...) ", " #name
#include "io/quantities.def"
#undef QUANTITY
        ;
    return names + 2;
}

/* Primitive state from the conserved one at height z: energy holds the potential energy too. */
static struct sample sample_from(const struct view *v, const double q[NFIELDS], double z)
{
    const double rho = q[RHO];
    const double kinetic =
        (q[RHO_U] * q[RHO_U] + q[RHO_V] * q[RHO_V] + q[RHO_W] * q[RHO_W]) / (2 * rho);
    return (struct sample){
        .rho = rho, .u = q[RHO_U] / rho, .v = q[RHO_V] / rho, .w = q[RHO_W] / rho,
        .p = (v->gamma - 1) * (q[RHO_E] - kinetic - rho * v->gravity * z),
        .gamma = v->gamma, .gas_constant = v->gas_constant,
        .reference_pressure = v->reference_pressure, .theta_background = v->theta_background,
    };
}

void quantity_values(const struct view *v, const struct quantity *f, int n, int e,
                     double out[MAX_NP])
{
    const struct element *element = &v->mesh->partitions.at[n].elements[e];
    const int nq = v->lgl->degree + 1;
    double q[NFIELDS][MAX_NP];

    view_element(v, n, e, q);
    for (int i = 0; i < nq * nq * nq; ++i) {
        const double node[] = { q[RHO][i], q[RHO_U][i], q[RHO_V][i], q[RHO_W][i], q[RHO_E][i] };
        const double xi[] = { v->lgl->x[i % nq], v->lgl->x[i / nq % nq], v->lgl->x[i / (nq * nq)] };
        double x[3];
        mesh_position(element, xi, x);
        const struct sample s = sample_from(v, node, x[2]);
        out[i] = f->value(&s);
    }
}
