/* tests/io/sample.c -- builds the small mesh and its state. */
#include "sample.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

void sample_start_mpi(void)
{
    int started;
    MPI_Initialized(&started);
    if (!started) MPI_Init(NULL, NULL);
}

static void fill_node(const struct sample_state *s, const double x[3], double q[NFIELDS])
{
    const struct mesh_spec *box = &s->mesh.spec;
    const int N = s->lgl.degree;
    double X[3];
    for (int d = 0; d < 3; ++d)
        X[d] = (x[d] - box->lower[d]) / (box->upper[d] - box->lower[d]);
    const double rho = 2 + pow(X[0], N) * X[1] - pow(X[2], N);
    const double u = 10 * pow(X[0] * X[1] * X[2], N) - 2, v = 3 * X[0];
    const double p = 1e5 * (1 + X[0] * X[1] * pow(X[2], N));
    q[RHO]   = rho;
    q[RHO_U] = rho * u;
    q[RHO_V] = rho * v;
    q[RHO_W] = 0;
    q[RHO_E] = p / (s->view.gamma - 1) + rho * (u * u + v * v) / 2 + rho * s->view.gravity * x[2];
}

void sample_new(struct sample_state *s, int degree, size_t sizeof_real)
{
    const struct mesh_spec spec = {
        .base = { 2, 1, 2 }, .lower = { -500, 0, 0 }, .upper = { 1500, 300, 2000 },
        .partitions = SAMPLE_PARTITIONS,
    };
    const int nq = degree + 1, np = nq * nq * nq;

    sample_start_mpi();
    REQUIRE(mesh_new(&s->mesh, &spec, MPI_COMM_SELF) == OK, "%s", error_text());
    lgl_new(&s->lgl, degree);
    s->view = (struct view){
        .mesh = &s->mesh, .lgl = &s->lgl, .sizeof_real = sizeof_real,
        .q = (const void *const *)s->q,
        .time = 12.5, .gamma = 1.4, .gas_constant = 287.6, .gravity = 9.81,
        .theta_background = 300, .reference_pressure = 1e5,
    };
    for (int n = 0; n < s->mesh.partitions.n; ++n) {
        const struct partition *p = &s->mesh.partitions.at[n];
        s->q[n] = memory_new((size_t)p->num_elements * NFIELDS * np, sizeof_real);
        for (int e = 0; e < p->num_elements; ++e)
            for (int i = 0; i < np; ++i) {
                const double xi[] = { s->lgl.x[i % nq], s->lgl.x[i / nq % nq],
                                      s->lgl.x[i / (nq * nq)] };
                double x[3], q[NFIELDS];
                mesh_position(&s->mesh, &p->elements[e], xi, x);
                fill_node(s, x, q);
                for (int k = 0; k < NFIELDS; ++k) {
                    const size_t at = ((size_t)e * NFIELDS + k) * np + i;
                    if (sizeof_real == sizeof(float))
                        ((float *)s->q[n])[at] = (float)q[k];
                    else
                        ((double *)s->q[n])[at] = q[k];
                }
            }
    }
}

void sample_free(struct sample_state *s)
{
    for (int n = 0; n < s->mesh.partitions.n; ++n)
        free(s->q[n]);
    mesh_free(&s->mesh);
}
