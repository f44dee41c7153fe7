/* app/session.c -- makes a computation from options. */
#include "app/session.h"
#include <errno.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/folder.h"
#include "base/fluxes.h"
#include "base/memory.h"

/* A task shorter than this many nodes (1 ms on a core) drowns in the runtime's overhead. */
enum { NODES_A_TASK = 20000 };

static const double MOST_STEPS = 1e15;

enum status session_start_mpi(void)
{
    int rank, size;
    /* Nobody to talk to: no looking for networks. */
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK") && !getenv("PMI_RANK")
        && !getenv("SLURM_PROCID")) {
        setenv("OMPI_MCA_pml", "ob1", 0);
        setenv("OMPI_MCA_btl", "self", 0);
    }
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) FAIL(BAD_MACHINE, "MPI does not start");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank > 0) return BAD_INPUT; /* the first rank says it for all */
    if (size > 1)
        FAIL(BAD_INPUT, "this version runs on one rank, but mpirun started %d; start it without",
             size);
    return OK;
}

void session_stop_mpi(void)
{
    int is_running = 0, is_over = 0;
    MPI_Initialized(&is_running);
    MPI_Finalized(&is_over);
    if (is_running && !is_over) MPI_Finalize();
}

static enum status check_scheduler(const char *name, const char *from)
{
    char known[1024] = "";
    struct starpu_sched_policy **all = starpu_sched_get_predefined_policies();
    for (; *all; ++all) {
        if (!strcmp((*all)->policy_name, name)) return OK;
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, " %s", (*all)->policy_name);
    }
    FAIL(BAD_INPUT, "%s: StarPU has no scheduler %s; it has%s", from, name, known);
}

/* StarPU aborts where it cannot keep its performance models. */
static enum status check_models_folder(void)
{
    static const char *const variables[] = { "STARPU_HOME", "XDG_CACHE_HOME", "HOME" };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i) {
        const char *folder = getenv(variables[i]);
        char models[4096];
        if (!folder) continue;
        snprintf(models, sizeof models, "%s/%s", folder, i == 1 ? "starpu" : ".starpu");
        return folder_check_writable("StarPU's models (STARPU_HOME names their folder)", models);
    }
    return OK;
}

enum status session_start_starpu(struct session *s, const struct options *o)
{
    struct starpu_conf conf;
    const char *asked = getenv("STARPU_SCHED"), *wanted = o->runtime_scheduler;

    setenv("STARPU_SILENT", "1", 0); /* the user's own setting stays */

    starpu_conf_init(&conf);
    conf.catch_signals = 0; /* StarPU would keep SIGINT for itself */
    conf.ncuda = 0; /* all kernels run on cores: a GPU's driver would take one for nothing */
    if (s->wanted_workers > 0) { /* a number in the environment would win over conf */
        char number[16];
        snprintf(number, sizeof number, "%d", s->wanted_workers);
        setenv("STARPU_NCPU", number, 1);
    }
    if (asked) {
        TRY(check_scheduler(asked, "STARPU_SCHED"));
    } else if (wanted && strcmp(wanted, "auto")) {
        TRY(check_scheduler(wanted, "runtime.scheduler"));
        conf.sched_policy_name = wanted;
    } else {
        conf.sched_policy_name = "lws";
    }
    TRY(check_models_folder());
    const int rc = starpu_init(&conf);
    if (rc == -ENODEV)
        FAIL(BAD_MACHINE, "StarPU finds no worker: STARPU_NCPU and STARPU_NCUDA must leave one");
    if (rc != 0) FAIL(BAD_MACHINE, "StarPU does not start: %s", strerror(-rc));
    s->num_workers = (int)starpu_cpu_worker_get_count();
    if (s->num_workers == 0) {
        starpu_shutdown();
        FAIL(BAD_MACHINE, "StarPU has no CPU worker: STARPU_NCPU has to be 1 or more");
    }
    s->scheduler = starpu_sched_get_sched_policy()->policy_name;
    return OK;
}

/* As many as keep tasks long, in equal numbers a worker, at least two to hide the halo behind. */
static int64_t choose_partitions(int64_t elements, int64_t nodes, int workers)
{
    int64_t a_worker = nodes / NODES_A_TASK / workers;
    if (a_worker < 2) a_worker = workers > 1 ? 2 : 1;
    return a_worker * workers < elements ? a_worker * workers : elements;
}

/* Looks at the initial state at the nodes of all elements; fastest: its largest |u| + c. */
static enum status scan_initial(const struct session *s, double *fastest)
{
    const struct mesh_spec *m = &s->plan.mesh;
    const struct options *o = s->o;
    const int nq = s->lgl.degree + 1;
    const int64_t n = (int64_t)1 << m->level;
    *fastest = 0;
    for (int64_t ez = 0; ez < m->base[2] * n; ++ez)
        for (int64_t ey = 0; ey < m->base[1] * n; ++ey)
            for (int64_t ex = 0; ex < m->base[0] * n; ++ex)
                for (int i = 0; i < nq * nq * nq; ++i) {
                    const double k[3] = { ex + 0.5 * (1 + s->lgl.x[i % nq]),
                                          ey + 0.5 * (1 + s->lgl.x[i / nq % nq]),
                                          ez + 0.5 * (1 + s->lgl.x[i / (nq * nq)]) };
                    double x[3];
                    for (int d = 0; d < 3; ++d)
                        x[d] = m->lower[d] + (m->upper[d] - m->lower[d]) * k[d] / (m->base[d] * n);
                    const struct primitive w = s->c->state(o, x, 0);
                    if (!(w.rho > 0 && w.p > 0))
                        FAIL(BAD_INPUT, "initial: the state of %s is unphysical at (%g, %g, %g) "
                             "m, with density %g kg/m^3 and pressure %g Pa", o->top_case, x[0],
                             x[1], x[2], w.rho, w.p);
                    const double speed = sqrt(w.u[0] * w.u[0] + w.u[1] * w.u[1] + w.u[2] * w.u[2])
                                       + sqrt(o->gas_gamma * w.p / w.rho);
                    if (speed > *fastest) *fastest = speed;
                }
    return OK;
}

enum status session_check_initial(const struct session *s)
{
    double fastest;
    return scan_initial(s, &fastest);
}

static double shortest_distance(const struct lgl *lgl, const struct mesh_spec *m)
{
    double shortest = INFINITY, gap = INFINITY;
    for (int i = 0; i < lgl->degree; ++i)
        gap = fmin(gap, lgl->x[i + 1] - lgl->x[i]);
    for (int d = 0; d < 3; ++d)
        shortest = fmin(shortest, (m->upper[d] - m->lower[d])
                                  / (m->base[d] * (double)((int64_t)1 << m->level)) * gap / 2);
    return shortest;
}

double plan_time(const struct plan *p, int64_t n)
{
    return n >= p->num_steps ? p->end : p->first_time + (double)(n - p->first_step) * p->dt;
}

enum status plan_from(struct plan *p, const struct options *o, int64_t step, double time)
{
    /* A step of full length after full steps stands where an uninterrupted run has it. */
    const int is_regular = time == (double)step * p->dt;
    p->first_step = is_regular ? 0 : step;
    p->first_time = is_regular ? 0 : time;
    if (o->time_steps != COUNT_UNSET) {
        p->num_steps = o->time_steps;
        p->end = p->first_time + (double)(p->num_steps - p->first_step) * p->dt;
    } else { /* a remainder of rounding makes no step */
        const double steps = ceil((o->time_end - p->first_time) / p->dt - 1e-9);
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

    p->rk = rk_find(o->time_scheme);
    p->node_distance = shortest_distance(&s->lgl, &p->mesh);
    if (!isnan(o->time_reference_speed)) p->reference_speed = o->time_reference_speed;
    else if (o->top_gravity > 0) p->reference_speed = 330;
    else TRY(scan_initial(s, &p->reference_speed));
    const double courant = isnan(o->time_courant) ? p->rk->courant : o->time_courant;
    p->dt = isnan(o->time_dt) ? courant * p->node_distance / p->reference_speed : o->time_dt;
    return plan_from(p, o, 0, 0);
}

/* States and register, what describes an element, and the forest while it is made. */
static enum status check_memory(const struct plan *p, const struct options *o)
{
    static const double bytes_an_element = 1024;
    const double real = o->top_precision[0] == 's' ? sizeof(float) : sizeof(double);
    const int arrays = p->fusion == FUSION_FULL ? 3 : 2;
    const double needed = (double)p->num_nodes * arrays * NFIELDS * real
                        + (double)p->num_elements * bytes_an_element;
    const double here = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (needed > here)
        FAIL(BAD_MACHINE, "mesh.level: %d wants %.3g GiB of memory, but this machine has %.3g GiB",
             o->mesh_level, needed / (1 << 30), here / (1 << 30));
    return OK;
}

static const char *const fusion_names[] = {
    [FUSION_SPLIT] = "split", [FUSION_SURFACE] = "surface", [FUSION_FULL] = "full",
};

const char *session_fusion(const struct session *s) { return fusion_names[s->plan.fusion]; }

/* One task a partition and stage where tasks are short against the runtime: on GPUs. */
static enum fusion choose_fusion(const char *wanted, int has_gpu)
{
    for (int f = FUSION_SPLIT; f <= FUSION_FULL; ++f)
        if (!strcmp(fusion_names[f], wanted)) return (enum fusion)f;
    return has_gpu ? FUSION_FULL : FUSION_SPLIT;
}

enum status session_plan(struct session *s, const struct options *o, int num_workers)
{
    struct plan *p = &s->plan;
    const int nq = o->top_order + 1;
    s->o = o;
    s->c = case_find(o->top_case);
    lgl_new(&s->lgl, o->top_order);
    *p = (struct plan){ .mesh.level = o->mesh_level };
    for (int d = 0; d < 3; ++d) {
        p->mesh.base[d] = (int)o->mesh_base.at[d];
        p->mesh.lower[d] = o->mesh_lower.at[d];
        p->mesh.upper[d] = o->mesh_upper.at[d];
        p->mesh.periodic[d] = o->mesh_periodic.at[d];
    }
    p->num_elements = mesh_count(&p->mesh);
    if (p->num_elements < 0 || p->num_elements > INT32_MAX / 2)
        FAIL(BAD_INPUT, "mesh.level: %d and mesh.base make more elements than one rank can number",
             o->mesh_level);
    p->num_nodes = p->num_elements * nq * nq * nq;
    p->mesh.partitions = o->mesh_partitions != COUNT_UNSET
                             ? o->mesh_partitions
                             : choose_partitions(p->num_elements, p->num_nodes, num_workers);
    p->fusion = choose_fusion(o->kernels_fusion, 0);
    TRY(check_memory(p, o));
    return choose_step(s);
}

void session_warn(const struct session *s)
{
    const double limit = s->plan.rk->courant_limit[s->o->top_order];
    const double courant = s->plan.dt * s->plan.reference_speed / s->plan.node_distance;
    if (courant > limit)
        fprintf(stderr, "updraft: time.courant: %.3g is above the largest stable value of %s at "
                "order %d, about %.3g\n", courant, s->plan.rk->name, s->o->top_order, limit);
}

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

static int flux_kind(const char *name)
{
    switch (name[0]) {
    case 'm': return FLUX_MATRIX;
    case 'r': return FLUX_RUSANOV;
    default: return FLUX_CONSERVATIVE;
    }
}

enum status session_new(struct session *s)
{
    const struct options *o = s->o;
    const struct physics physics = {
        .gamma = o->gas_gamma,
        .gravity = o->top_gravity,
        .coriolis_f = o->coriolis_f,
        .coriolis_beta = o->coriolis_beta,
        .flux = flux_kind(o->flux_surface),
    };
    const size_t sizeof_real = o->top_precision[0] == 's' ? sizeof(float) : sizeof(double);
    TRY(mesh_new(&s->run.mesh, &s->plan.mesh, MPI_COMM_WORLD));
    s->run.fusion = s->plan.fusion;
    TRY(data_new(&s->run, o->top_order, sizeof_real, &physics, o->runtime_placement[0] == 'p'));
    data_fill(&s->run, initial_state, s);
    return OK;
}

void session_free(struct session *s)
{
    data_free(&s->run);
    mesh_free(&s->run.mesh);
}

struct view session_look(struct session *s, double time)
{
    const void **q = NEW(const void *, s->run.parts.n + 1);
    data_look(&s->run, q);
    return (struct view){
        .mesh = &s->run.mesh,
        .lgl = &s->lgl,
        .sizeof_real = s->run.codelets->sizeof_real,
        .q = q,
        .time = time,
        .gamma = s->o->gas_gamma,
        .gas_constant = s->o->gas_gas_constant,
        .gravity = s->o->top_gravity,
        .theta_background = s->o->initial_theta,
        .reference_pressure = s->o->initial_pressure,
    };
}

void session_look_away(struct session *s, struct view *v)
{
    data_release(&s->run);
    free((void *)v->q);
    v->q = NULL;
}
