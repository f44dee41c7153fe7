/* tasks/shape.c -- geometry of elements as kernels read it: codelets/geometry_record.h. */
#include "tasks/shape.h"
#include "codelets/geometry_record.h"
#include "mesh/metrics.h"
#include "tasks/array.h"

size_t shape_reals(const struct partition *p, int nq)
{
    return p->is_curved ? (size_t)NODAL_SIZE * nq * nq * nq : GEOMETRY_SIZE;
}

/* The record of an affine element. */
static void find_record(const struct physics *physics, const struct element *el, double middle,
                        double g[GEOMETRY_SIZE])
{
    const double (*dx)[3] = el->dx;
    for (int d = 0; d < 3; ++d) /* Ja^d = dx_{d+1} x dx_{d+2} */
        for (int m = 0; m < 3; ++m) {
            const double *a = dx[(d + 1) % 3], *b = dx[(d + 2) % 3];
            const int m1 = (m + 1) % 3, m2 = (m + 2) % 3;
            g[GEOMETRY_JA + 3 * d + m] = a[m1] * b[m2] - a[m2] * b[m1];
        }
    double J = 0;
    for (int m = 0; m < 3; ++m)
        J += dx[0][m] * g[GEOMETRY_JA + m];
    g[GEOMETRY_J_INV] = 1 / J;
    g[GEOMETRY_PHI] = physics->gravity * el->center[2];
    g[GEOMETRY_CORIOLIS] = physics->coriolis_f
                         + physics->coriolis_beta * (el->center[1] - middle);
    for (int d = 0; d < 3; ++d) {
        g[GEOMETRY_PHI + 1 + d] = physics->gravity * dx[d][2];
        g[GEOMETRY_CORIOLIS + 1 + d] = physics->coriolis_beta * dx[d][1];
    }
}

/* An affine element among curved ones: what kernels would make of its record, in their precision. */
static void spread_record(const struct run *r, const double g[GEOMETRY_SIZE], double *nodal)
{
    const int nq = r->d.degree + 1, np = nq * nq * nq;
    const int is_single = r->codelets->sizeof_real == sizeof(float);
    for (int i = 0; i < np; ++i) {
        const double x[3] = { r->d.x[i % nq], r->d.x[i / nq % nq], r->d.x[i / (nq * nq)] };
        for (int row = 0; row <= NODAL_J_INV; ++row) nodal[row * np + i] = g[row];
        for (int f = 0; f < 2; ++f) {
            const double *c = g + (f ? GEOMETRY_CORIOLIS : GEOMETRY_PHI);
            nodal[(f ? NODAL_CORIOLIS : NODAL_PHI) * np + i] =
                is_single ? (float)c[0] + ((float)c[1] * (float)x[0] + (float)c[2] * (float)x[1]
                                           + (float)c[3] * (float)x[2])
                          : c[0] + (c[1] * x[0] + c[2] * x[1] + c[3] * x[2]);
        }
    }
}

static void find_nodal(const struct run *r, const struct physics *physics, const struct lgl *lgl,
                       const struct element *el, double middle, double *nodal)
{
    const int nq = lgl->degree + 1, np = nq * nq * nq;
    double X[MAX_NP][3];
    struct metrics t;
    mesh_nodes(&r->mesh, el, lgl, X);
    metrics_new(lgl, (const double (*)[3])X, &t);
    for (int i = 0; i < np; ++i) {
        for (int row = 0; row < 9; ++row)
            nodal[(NODAL_JA + row) * np + i] = t.Ja[row / 3][row % 3][i];
        nodal[NODAL_J_INV * np + i] = 1 / t.J[i];
        nodal[NODAL_PHI * np + i] = physics->gravity * X[i][2];
        nodal[NODAL_CORIOLIS * np + i] = physics->coriolis_f
                                       + physics->coriolis_beta * (X[i][1] - middle);
    }
}

void shape_fill(const struct run *r, const struct partition *p, const struct lgl *lgl,
                const struct physics *physics, void *geometry)
{
    const int nq = lgl->degree + 1;
    const size_t size = shape_reals(p, nq);
    const double middle = 0.5 * (r->mesh.spec.lower[1] + r->mesh.spec.upper[1]);

    for (int e = 0; e < p->num_elements; ++e) {
        const struct element *el = &p->elements[e];
        double record[GEOMETRY_SIZE], nodal[NODAL_SIZE * MAX_NP];
        const int is_affine = mesh_is_affine(&r->mesh, el);
        if (is_affine) find_record(physics, el, middle, record);
        else find_nodal(r, physics, lgl, el, middle, nodal);
        if (is_affine && p->is_curved) spread_record(r, record, nodal);
        for (size_t i = 0; i < size; ++i)
            array_set(geometry, r->codelets->sizeof_real, e * size + i,
                p->is_curved ? nodal[i] : record[i]);
    }
}
