/* io/quantities.c -- equation of state and derived fields, in double, for output only. */
#include "io/quantities.h"
#include <math.h>
#include <string.h>
#include "mesh/metrics.h"

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

#define QUANTITY(name, unit, long_name, is_signed, has_curl, formula) \
    static double value_##name(const struct sample *s) { return formula; }
#include "io/quantities.def"
#undef QUANTITY

const struct quantity quantities[] = {
#define QUANTITY(name, unit, long_name, is_signed, has_curl, formula) \
    { #name, unit, long_name, is_signed, has_curl, value_##name },
#include "io/quantities.def"
#undef QUANTITY
    { NULL, NULL, NULL, 0, 0, NULL }
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

/* of[c] = d f / d x_c = 1/J sum_d Ja[d][c] d f / d xi_d at the nodes. */
static void gradient(const struct lgl *lgl, const struct metrics *m, const double f[MAX_NP],
                     double of[3][MAX_NP])
{
    const int nq = lgl->degree + 1, stride[3] = { 1, nq, nq * nq };
    for (int i = 0; i < nq * nq * nq; ++i) {
        double df[3];
        for (int d = 0; d < 3; ++d) {
            const int at = i / stride[d] % nq, first = i - at * stride[d];
            df[d] = 0;
            for (int n = 0; n < nq; ++n)
                df[d] += lgl->D[at][n] * f[first + n * stride[d]];
        }
        for (int c = 0; c < 3; ++c)
            of[c][i] = (m->Ja[0][c][i] * df[0] + m->Ja[1][c][i] * df[1] + m->Ja[2][c][i] * df[2])
                     / m->J[i];
    }
}

/* curl[c] = component c of the curl of the wind, 1/s. */
static void curl_of(const struct lgl *lgl, const double (*X)[3], const double q[NFIELDS][MAX_NP],
                    double curl[3][MAX_NP])
{
    const int nq = lgl->degree + 1, np = nq * nq * nq;
    double wind[MAX_NP], of[3][3][MAX_NP]; /* of[a][c] = d u_a / d x_c */
    struct metrics m;

    metrics_new(lgl, X, &m);
    for (int a = 0; a < 3; ++a) {
        for (int i = 0; i < np; ++i)
            wind[i] = q[RHO_U + a][i] / q[RHO][i];
        gradient(lgl, &m, wind, of[a]);
    }
    for (int c = 0; c < 3; ++c)
        for (int i = 0; i < np; ++i)
            curl[c][i] = of[(c + 2) % 3][(c + 1) % 3][i] - of[(c + 1) % 3][(c + 2) % 3][i];
}

void quantity_values(const struct view *v, const struct quantity *f, int n, int e,
                     double out[MAX_NP])
{
    const int nq = v->lgl->degree + 1;
    double X[MAX_NP][3], q[NFIELDS][MAX_NP], curl[3][MAX_NP];

    mesh_nodes(v->mesh, &v->mesh->partitions.at[n].elements[e], v->lgl, X);
    view_element(v, n, e, q);
    if (f->has_curl)
        curl_of(v->lgl, (const double (*)[3])X, (const double (*)[MAX_NP])q, curl);
    for (int i = 0; i < nq * nq * nq; ++i) {
        const double node[] = { q[RHO][i], q[RHO_U][i], q[RHO_V][i], q[RHO_W][i], q[RHO_E][i] };
        struct sample s = sample_from(v, node, X[i][2]);
        for (int c = 0; c < 3 && f->has_curl; ++c)
            s.curl[c] = curl[c][i];
        out[i] = f->value(&s);
    }
}
