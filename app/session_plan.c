/* app/session_plan.c -- what a run will do, worked out from its options. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/machine.h"
#include "app/ranks.h"
#include "app/session.h"
#include "app/speed.h"
#include "codelets/geometry_record.h"
#include "mesh/metrics.h"

static const double MOST_STEPS = 1e15;

size_t session_sizeof_real(const struct options *o)
{
    return o->top_precision[0] == 's' ? sizeof(float) : sizeof(double);
}

/* Looks at the initial state at the nodes of this rank's elements; fastest: its largest |u| + c. */
static enum status scan_own(const struct session *s, double *fastest)
{
    const struct mesh *m = &s->run.mesh;
    const struct options *o = s->o;
    const int nq = s->lgl.degree + 1;
    double X[MAX_NP][3];
    *fastest = 0;
    for_each (const struct partition, p, m->partitions)
        for (int e = 0; e < p->num_elements; ++e) {
            mesh_nodes(m, &p->elements[e], &s->lgl, X);
            for (int i = 0; i < nq * nq * nq; ++i) {
                const double *x = X[i];
                const struct primitive w = s->c->state(o, x, 0);
                const double wind = sqrt(w.u[0] * w.u[0] + w.u[1] * w.u[1] + w.u[2] * w.u[2]);
                if (!(w.rho > 0 && w.p > 0 && isfinite(w.rho + w.p + wind)))
                    FAIL(BAD_INPUT, "initial: the state of %s is unphysical at (%g, %g, %g) m, "
                         "with density %g kg/m^3, pressure %g Pa and wind %g m/s", o->top_case, x[0],
                         x[1], x[2], w.rho, w.p, wind);
                const double speed = wind + sqrt(o->gas_gamma * w.p / w.rho);
                if (speed > *fastest) *fastest = speed;
            }
        }
    return OK;
}

enum status session_check_initial(const struct session *s, double *fastest)
{
    TRY(session_agree(s, scan_own(s, fastest)));
    MPI_Allreduce(MPI_IN_PLACE, fastest, 1, MPI_DOUBLE, MPI_MAX, session_comm(s));
    return OK;
}

double plan_time(const struct plan *p, int64_t n)
{
    return n >= p->num_steps ? p->end : p->first_time + (double)(n - p->first_step) * p->dt;
}

/* What rounding of times may do to a step. */
static double slack(const struct plan *p, double end) { return 1e-9 * p->dt + 4 * DBL_EPSILON * end; }

double plan_dt(const struct plan *p, int64_t n)
{
    const double left = plan_time(p, n) - plan_time(p, n - 1);
    return n == p->num_steps && left < p->dt - slack(p, p->end) ? left : p->dt;
}

enum status plan_from(struct plan *p, const struct options *o, int64_t step, double time)
{
    /* A step of full length after full steps stands where an uninterrupted run has it. */
    const int is_regular = time == p->first_time + (double)(step - p->first_step) * p->dt;
    if (!is_regular) p->first_step = step, p->first_time = time;
    if (o->time_steps != COUNT_UNSET) {
        p->num_steps = o->time_steps;
        p->end = p->first_time + (double)(p->num_steps - p->first_step) * p->dt;
    } else { /* a remainder of rounding makes no step */
        const double steps = ceil((o->time_end - p->first_time - slack(p, o->time_end)) / p->dt);
        if (!(fabs(steps) <= MOST_STEPS))
            FAIL(BAD_INPUT, "time.end: %g s makes more than %g steps of %g s", o->time_end,
                 MOST_STEPS, p->dt);
        p->end = o->time_end;
        p->num_steps = p->first_step + (int64_t)steps;
    }
    return OK;
}

static enum status choose_step(struct session *s)
{
    const struct options *o = s->o;
    struct plan *p = &s->plan;

    TRY(mesh_measure(&s->run.mesh, &s->lgl, session_comm(s), &p->node_distance));
    if (!isnan(o->time_reference_speed)) p->reference_speed = o->time_reference_speed;
    else if (o->top_gravity > 0) p->reference_speed = 330;
    else TRY(session_check_initial(s, &p->reference_speed));
    const double courant = isnan(o->time_courant) ? p->rk->courant : o->time_courant;
    p->dt = isnan(o->time_dt) ? courant * p->node_distance / p->reference_speed : o->time_dt;
    return plan_from(p, o, 0, 0);
}

/* States and register, what describes an element, and the forest while it is made. A GPU keeps the
 * register; states come to the host for output. */
static enum status check_memory(const struct plan *p, const struct options *o, int has_gpu)
{
    const double share = (double)machine_ranks() / ranks_count();
    static const double bytes_an_element = 1024;
    const int arrays = (p->fusion == FUSION_FULL && !has_gpu ? 3 : 2) + 2 * o->output_budget;
    const int geometry = p->mesh.file || p->mesh.mapping.at ? NODAL_SIZE : 0; /* affine: little */
    const double needed = share * ((double)p->num_nodes * (arrays * NFIELDS + geometry)
                                       * (double)session_sizeof_real(o)
                                   + (double)p->num_elements * bytes_an_element);
    const double here = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (needed > here)
        FAIL(BAD_MACHINE,
             "mesh.level: %d wants %.3g GiB of memory, but this machine has %.3g GiB%s",
             o->mesh_level, needed / (1 << 30), here / (1 << 30),
             arrays == 3 && !o->output_budget ? "; kernels.fusion: surface wants a third less"
                                              : "");
    return OK;
}

static const char *const fusion_names[] = {
    [FUSION_SPLIT] = "split", [FUSION_SURFACE] = "surface", [FUSION_FULL] = "full",
};

const char *session_fusion(const struct session *s) { return fusion_names[s->plan.fusion]; }

/* auto: what is fastest. */
static enum fusion choose_fusion(const char *wanted)
{
    for (int f = FUSION_SPLIT; f <= FUSION_FULL; ++f)
        if (!strcmp(fusion_names[f], wanted)) return (enum fusion)f;
    return FUSION_FULL;
}

int session_is_pinned(const struct session *s) { return s->o->runtime_placement[0] == 'p'; }

device_list session_owners(const struct session *s)
{
    device_list owners = s->devices;
    if (!session_is_pinned(s) && s->num_gpus > 0) owners.n = s->num_gpus; /* they come first */
    return owners;
}

/* GPUs and cores, of whatever rank. */
static int has_both_kinds(const struct session *s)
{
    int has[] = { s->num_gpus > 0, s->devices.n > s->num_gpus };
    ranks_most(has, 2);
    return has[0] && has[1];
}

struct layer session_layer(const struct options *o)
{
    return (struct layer){ o->absorb_top, o->absorb_sides, o->absorb_rate };
}

static void choose_mapping(const struct options *o, struct mesh_spec *m)
{
    const char kind = o->mesh_mapping[0];
    if (kind == 'n') return;
    if (kind == 'w') /* numbers of the other kind stay 0: checkpoints compare them */
        m->mapping = (struct mapping){ .at = mapping_warp, .amplitude = o->mesh_warp };
    else
        m->mapping = (struct mapping){
            .at = mapping_mountain,
            .height = o->mesh_mountain_height,
            .width = o->mesh_mountain_width,
            .center = { o->mesh_mountain_center.at[0], o->mesh_mountain_center.at[1] },
            .is_ridge = o->mesh_mountain_shape[0] == 'r',
        };
    for (int d = 0; d < 3; ++d) {
        m->mapping.lower[d] = m->lower[d];
        m->mapping.upper[d] = m->upper[d];
        m->mapping.periodic[d] = m->periodic[d];
    }
}

/* It looks at the state before and behind each stage, in main memory. */
static enum status check_budget(const struct session *s, const struct options *o)
{
    if (!o->output_budget) return OK;
    if (s->plan.fusion != FUSION_FULL)
        FAIL(BAD_INPUT, "output.budget: wants kernels.fusion: full, not %s", o->kernels_fusion);
    if (starpu_cpu_worker_get_count() == 0)
        FAIL(BAD_INPUT, "output.budget: is computed on cores, but none computes beside the GPUs; "
             "runtime.cores: 1 would do");
    return OK;
}

/* What is to be meshed, but for its partitions. */
static enum status plan_mesh(const struct options *o, struct mesh_spec *m)
{
    *m = (struct mesh_spec){ .level = o->mesh_level, .file = o->mesh_file };
    for (int d = 0; d < 3; ++d) {
        m->base[d] = (int)o->mesh_base.at[d];
        m->lower[d] = o->mesh_lower.at[d];
        m->upper[d] = o->mesh_upper.at[d];
        m->periodic[d] = o->mesh_periodic.at[d];
    }
    if (m->file) TRY(mesh_read_file(m));
    choose_mapping(o, m);
    const struct layer layer = session_layer(o);
    TRY(layer_check(&layer, m));
    const int64_t elements = mesh_count(m);
    if (elements < 0 || elements > INT32_MAX / 2)
        FAIL(BAD_INPUT, "mesh.level: %d and mesh.base make more elements than Updraft can number",
             o->mesh_level);
    return OK;
}

/* What each rank can say by itself; some of it depends on its machine. */
static enum status plan_here(struct session *s)
{
    const struct options *o = s->o;
    struct plan *p = &s->plan;
    const int nq = o->top_order + 1;
    s->c = case_find(o->top_case);
    if (s->c->check) TRY(s->c->check(o));
    lgl_new(&s->lgl, o->top_order);
    *p = (struct plan){ .rk = rk_find(o->time_scheme), .fusion = choose_fusion(o->kernels_fusion) };
    TRY(plan_mesh(o, &p->mesh));
    p->num_elements = mesh_count(&p->mesh);
    p->num_nodes = p->num_elements * nq * nq * nq;
    TRY(check_budget(s, o));
    return check_memory(p, o, s->num_gpus > 0);
}

enum status session_plan(struct session *s, const struct options *o)
{
    struct plan *p = &s->plan;
    const int nq = o->top_order + 1;
    s->o = o;
    TRY(session_agree(s, plan_here(s)));
    if (!s->is_alone) s->has_both_kinds = has_both_kinds(s);
    if (!s->runs_nothing) TRY(session_agree(s, speed_is_wanted(s) ? speed_settle(s) : OK));
    if (o->mesh_partitions != COUNT_UNSET) p->mesh.partitions = o->mesh_partitions;
    else if (ranks_count() == 1 && session_owners(s).n == 1 && s->devices.n > 1)
        p->mesh.partitions = /* for a GPU, and cores that StarPU may choose */
            place_gpu_partitions(p->num_elements, nq * nq * nq, 1);
    else session_cut(s, 0);
    return OK;
}

/* The limits are those of cubes. Where elements are much longer than high, waves cross nodes that
 * are close together in one direction only: measured, that allows more than the root of three. */
static double stretched_limit(const struct session *s)
{
    const double *edge = s->run.mesh.shortest_edge;
    const double least = fmin(edge[0], fmin(edge[1], edge[2]));
    const double limit = s->plan.rk->courant_limit[s->o->top_order];
    double squares = 0;
    for (int d = 0; d < 3; ++d) squares += least * least / (edge[d] * edge[d]);
    return mesh_is_brick(&s->run.mesh) ? limit * sqrt(3 / squares) : limit;
}

/* With gravity, Courant numbers count waves of 330 m/s; air of 300 K, in which the limits were found, has
 * faster ones. */
static const double FASTER = 347.0 / 330;

void session_warn(const struct session *s, double fastest)
{
    const double limit = stretched_limit(s), a_speed = s->plan.dt / s->plan.node_distance;
    const double courant = a_speed * s->plan.reference_speed;
    if (courant > limit)
        fprintf(stderr, "updraft: time.courant: %.3g is above the largest stable value of %s at "
                "order %d, about %.3g\n", courant, s->plan.rk->name, s->o->top_order, limit);
    else if (a_speed * fastest > FASTER * limit)
        fprintf(stderr, "updraft: the time step of %.6g s is too long for waves of %.3g m/s: a Courant "
                "number of %.3g, above the largest stable value of %s at order %d, about %.3g; "
                "time.reference_speed or time.courant would do\n", s->plan.dt, fastest,
                a_speed * fastest, s->plan.rk->name, s->o->top_order, FASTER * limit);
}

enum status session_mesh(struct session *s)
{
    enum status status = mesh_new(&s->run.mesh, &s->plan.mesh, session_comm(s));
    session_forget_cut(s);
    if (status != OK) return status;
    status = choose_step(s);
    if (status != OK) mesh_free(&s->run.mesh);
    return status;
}
