/* app/session.c -- makes a computation from options. */
#include "app/session.h"
#include <stdio.h>
#include <stdlib.h>
#include "app/ranks.h"
#include "base/fluxes.h"
#include "base/memory.h"
#include "codelets/gpu.h"
#include "tasks/layer.h"

static void initial_state(void *data, const struct element *e, const double x[3],
                          double q[NFIELDS])
{
    (void)e;
    const struct session *s = data;
    const struct primitive w = s->c->state(s->o, x, 0);
    q[RHO] = w.rho;
    for (int m = 0; m < 3; ++m)
        q[RHO_U + m] = w.rho * w.u[m];
    q[RHO_E] = w.p / (s->o->gas_gamma - 1)
             + w.rho * (0.5 * (w.u[0] * w.u[0] + w.u[1] * w.u[1] + w.u[2] * w.u[2])
                        + s->o->top_gravity * x[2]);
}

MPI_Comm session_comm(const struct session *s)
{
    return s->is_alone ? MPI_COMM_SELF : MPI_COMM_WORLD;
}

enum status session_agree(const struct session *s, enum status status)
{
    return s->is_alone ? status : ranks_agree(status);
}

static int flux_kind(const char *name)
{
    switch (name[0]) {
    case 'm': return FLUX_MATRIX;
    case 'r': return FLUX_RUSANOV;
    default: return FLUX_CONSERVATIVE;
    }
}

size_t session_device_bytes(const struct session *s, const struct device *d)
{
    const struct mesh *m = &s->run.mesh;
    const device_list owners = session_owners(s);
    const struct device **to = NEW(const struct device *, m->partitions.n + 1);
    const struct layer layer = session_layer(s->o);
    size_t bytes = 0;
    place_assign(&owners, m, to);
    for (int n = 0; n < m->partitions.n; ++n)
        if (to[n] == d)
            bytes += data_bytes(&m->partitions.at[n], s->o->top_order, session_sizeof_real(s->o),
                                s->plan.fusion)
                   + layer_bytes(&layer, m, &m->partitions.at[n], s->o->top_order,
                                 session_sizeof_real(s->o));
    free(to);
    return bytes;
}

size_t session_free_bytes(const struct device *d)
{
    size_t total;
    const size_t bytes = gpu_free_bytes(d->number, &total);
    const size_t kept = starpu_memory_get_used(d->memory); /* of data that are gone, for new ones */
    const starpu_ssize_t allowed = starpu_memory_get_available(d->memory); /* negative: no limit */
    return (allowed >= 0 && (size_t)allowed < bytes ? (size_t)allowed : bytes) + kept;
}

static enum status check_gpus(const struct session *s)
{
    for_each (const struct device, d, s->devices) {
        if (!d->is_gpu) continue;
        TRY(gpu_check(d->number, s->o->top_order, session_sizeof_real(s->o)));
        const size_t needed = session_device_bytes(s, d), there = session_free_bytes(d);
        if (needed > there)
            FAIL(BAD_MACHINE, "mesh.level: %d wants %zu bytes (%.3g GiB) of GPU %d (%s), which has "
                 "%zu (%.3g GiB) free; a lower level or more GPUs would do", s->o->mesh_level,
                 needed, (double)needed / (1 << 30), d->number, gpu_name(d->number), there,
                 (double)there / (1 << 30));
    }
    return OK;
}

enum status session_check(const struct session *s)
{
    TRY(check_gpus(s));
    return data_check(&s->run.mesh, s->o->top_order);
}

void session_make(struct session *s)
{
    const struct options *o = s->o;
    const struct physics physics = {
        .gamma = o->gas_gamma,
        .gravity = o->top_gravity,
        .coriolis_f = o->coriolis_f,
        .coriolis_beta = o->coriolis_beta,
        .flux = flux_kind(o->flux_surface),
    };
    const struct layer layer = session_layer(o);
    s->run.fusion = s->plan.fusion;
    data_new(&s->run, o->top_order, session_sizeof_real(o), &physics,
             session_is_pinned(s) ? &s->devices : NULL);
    layer_new(&s->run, &layer, initial_state, s);
}

enum status session_new(struct session *s)
{
    TRY(session_mesh(s));
    const enum status status = session_agree(s, session_check(s));
    if (status != OK) {
        mesh_free(&s->run.mesh);
        return status;
    }
    session_make(s);
    data_fill(&s->run, initial_state, s);
    return OK;
}

void session_free(struct session *s)
{
    data_free(&s->run);
    mesh_free(&s->run.mesh);
}

struct view session_view(const struct session *s, double time)
{
    return (struct view){
        .mesh = &s->run.mesh,
        .lgl = &s->lgl,
        .sizeof_real = s->run.codelets->sizeof_real,
        .time = time,
        .gamma = s->o->gas_gamma,
        .gas_constant = s->o->gas_gas_constant,
        .gravity = s->o->top_gravity,
        .theta_background = s->o->initial_theta,
        .reference_pressure = s->o->initial_pressure,
    };
}

struct view session_look(struct session *s, double time)
{
    const void **q = NEW(const void *, s->run.parts.n + 1);
    struct view v = session_view(s, time);
    data_look(&s->run, q);
    v.q = q;
    return v;
}

void session_look_away(struct session *s, struct view *v)
{
    data_release(&s->run);
    free((void *)v->q);
    v->q = NULL;
}
