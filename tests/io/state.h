#pragma once
/* tests/io/state.h -- a mesh with a state of the test's own, for the tests of fields and points. */
#include <stdlib.h>
#include "base/error.h"
#include "base/memory.h"
#include "io/view.h"
#include "mesh/metrics.h"
#include "sample.h"

enum { STATE_PARTITIONS = 8 };

/** What a test says of a position: density, wind and pressure. */
struct state_at {
    double rho, u[3], p;
};
typedef struct state_at state_function(const double x[3]);

struct state {
    struct mesh mesh;
    struct lgl lgl;
    struct view view;
    double *q[STATE_PARTITIONS];
};

static void state_fill(struct state *s, int n, state_function *f)
{
    const struct partition *p = &s->mesh.partitions.at[n];
    const int nq = s->lgl.degree + 1, np = nq * nq * nq;
    double X[MAX_NP][3];

    s->q[n] = NEW(double, (size_t)p->num_elements * NFIELDS * np);
    for (int e = 0; e < p->num_elements; ++e) {
        double *q = s->q[n] + (size_t)e * NFIELDS * np;
        mesh_nodes(&s->mesh, &p->elements[e], &s->lgl, X);
        for (int i = 0; i < np; ++i) {
            const struct state_at w = f(X[i]);
            const double squared = w.u[0] * w.u[0] + w.u[1] * w.u[1] + w.u[2] * w.u[2];
            q[RHO * np + i] = w.rho;
            for (int a = 0; a < 3; ++a)
                q[(RHO_U + a) * np + i] = w.rho * w.u[a];
            q[RHO_E * np + i] = w.p / (s->view.gamma - 1)
                              + w.rho * (squared / 2 + s->view.gravity * X[i][2]);
        }
    }
}

static void state_new(struct state *s, int degree, const struct mesh_spec *spec, state_function *f)
{
    sample_start_mpi();
    REQUIRE(spec->partitions <= STATE_PARTITIONS, "too many partitions");
    REQUIRE(mesh_new(&s->mesh, spec, MPI_COMM_SELF) == OK, "%s", error_text());
    lgl_new(&s->lgl, degree);
    s->view = (struct view){
        .mesh = &s->mesh, .lgl = &s->lgl, .sizeof_real = sizeof(double),
        .q = (const void *const *)s->q, .time = 12.5, .gamma = 1.4, .gas_constant = 287.6,
        .gravity = 9.81, .theta_background = 300, .reference_pressure = 1e5,
    };
    for (int n = 0; n < s->mesh.partitions.n; ++n) state_fill(s, n, f);
}

static void state_free(struct state *s)
{
    for (int n = 0; n < s->mesh.partitions.n; ++n) free(s->q[n]);
    mesh_free(&s->mesh);
}

/** 2 x 3 x 2 elements whose sides differ; partitions and mapping are the caller's to set. */
static struct mesh_spec state_brick(int64_t partitions)
{
    return (struct mesh_spec){
        .base = { 2, 3, 2 }, .lower = { -500, 100, 0 }, .upper = { 1500, 400, 2000 },
        .partitions = partitions,
    };
}
