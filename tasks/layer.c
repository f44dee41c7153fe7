/* tasks/layer.c -- damping rates and initial states of the elements that a layer touches. */
#include "tasks/layer.h"
#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "mesh/metrics.h"
#include "tasks/array.h"

enum status layer_check(const struct layer *l, const struct mesh_spec *box)
{
    const double width = box->upper[0] - box->lower[0], height = box->upper[2] - box->lower[2];
    if (l->top >= height)
        FAIL(BAD_INPUT, "absorb.top: %g m is not below the height of the box, %g m; a third is "
             "usual", l->top, height);
    if (2 * l->sides >= width)
        FAIL(BAD_INPUT, "absorb.sides: two layers of %g m fill the box, %g m wide in x; a quarter "
             "of it each is usual", l->sides, width);
    return OK;
}

/* 0 up to the inner edge, 1 at the boundary; depth: into the layer, m. */
static double rise(double depth, double thickness)
{
    const double s = sin(0.5 * M_PI * fmin(depth / thickness, 1));
    return thickness > 0 && depth > 0 ? s * s : 0;
}

double layer_rate(const struct layer *l, const struct mesh_spec *box, const double x[3])
{
    const double top = rise(x[2] - (box->upper[2] - l->top), l->top);
    const double to_side = fmin(x[0] - box->lower[0], box->upper[0] - x[0]);
    const double side = rise(l->sides - to_side, l->sides);
    return l->rate * (top + side - top * side);
}

/* The elements of a partition with a node in the layer: calls `visit` on each, which may be NULL,
 * with its number among them, and returns how many. */
typedef void layer_visit(void *data, int n, int element, double (*x)[3]);

static int visit(const struct layer *l, const struct mesh *mesh, const struct partition *p,
                 const struct lgl *lgl, layer_visit *f, void *data)
{
    const int nq = lgl->degree + 1, np = nq * nq * nq;
    double x[MAX_NP][3];
    int n = 0;
    if (l->rate == 0 || (l->top == 0 && l->sides == 0)) return 0;
    for (int e = 0; e < p->num_elements; ++e) {
        int i = 0;
        mesh_nodes(mesh, &p->elements[e], lgl, x);
        while (i < np && !(layer_rate(l, &mesh->spec, x[i]) > 0)) ++i;
        if (i == np) continue;
        if (f) f(data, n, e, x);
        ++n;
    }
    return n;
}

/* What to fill for one partition. */
struct filling {
    const struct run *r;
    const struct layer *l;
    const struct partition *p;
    data_initial *initial;
    void *data, *values;
    int32_t *elements;
};

static void fill(void *data, int n, int element, double (*x)[3])
{
    const struct filling *f = data;
    const int nq = f->r->d.degree + 1, np = nq * nq * nq;
    const size_t at = (size_t)n * (1 + NFIELDS) * np, real = f->r->codelets->sizeof_real;
    f->elements[n] = element;
    for (int i = 0; i < np; ++i) {
        double q0[NFIELDS];
        f->initial(f->data, &f->p->elements[element], x[i], q0);
        array_set(f->values, real, at + i, layer_rate(f->l, &f->r->mesh.spec, x[i]));
        for (int v = 0; v < NFIELDS; ++v)
            array_set(f->values, real, at + (size_t)(1 + v) * np + i, q0[v]);
    }
}

static size_t values_an_element(int degree)
{
    const size_t nq = (size_t)degree + 1;
    return (1 + NFIELDS) * nq * nq * nq;
}

void layer_new(struct run *r, const struct layer *l, data_initial *initial, void *data)
{
    struct lgl lgl;
    int has_layer = 0;
    lgl_new(&lgl, r->d.degree);
    for_each (struct part, p, r->parts) {
        struct filling f = { r, l, p->mesh, initial, data, NULL, NULL };
        const int n = visit(l, &r->mesh, p->mesh, &lgl, NULL, NULL);
        p->layer.num_elements = n;
        has_layer |= n > 0;
        if (n == 0) continue;
        f.values = array_new(&r->room, &p->layer.values,
                             (size_t)n * values_an_element(r->d.degree), r->codelets->sizeof_real);
        f.elements = array_new(&r->room, &p->layer.elements, (size_t)n, sizeof *f.elements);
        visit(l, &r->mesh, p->mesh, &lgl, fill, &f);
        array_freeze(p->layer.values);
        array_freeze(p->layer.elements);
    }
    r->has_layer = mesh_any(&r->mesh, has_layer);
}

size_t layer_bytes(const struct layer *l, const struct mesh *mesh, const struct partition *p,
                   int degree, size_t sizeof_real)
{
    struct lgl lgl;
    lgl_new(&lgl, degree);
    return (size_t)visit(l, mesh, p, &lgl, NULL, NULL)
         * (values_an_element(degree) * sizeof_real + sizeof(int32_t));
}
