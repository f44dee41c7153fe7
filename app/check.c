/* app/check.c -- updraft check: what a case file would run, without running it. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "app/case_file.h"
#include "app/commands.h"
#include "app/folder.h"
#include "app/follow.h"
#include "app/ranks.h"
#include "app/session.h"
#include "app/speed.h"
#include "base/memory.h"
#include "codelets/flops.h"
#include "codelets/gpu.h"

/* The runtime's price of a task; `updraft bench` measures the real one. */
static const double OVERHEAD_S = 6e-6;

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key == ARGP_KEY_INIT) case_file_init(state, state->input);
    return key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
}

static double count_outputs(const struct options *o, const struct plan *p)
{
    if (o->output_fields.n == 0) return 0;
    const double wanted = isnan(o->output_interval) ? o->output_times.n
                                                    : floor(p->end / o->output_interval);
    return fmin(2 + wanted, (double)p->num_steps + 1);
}

/* Node-stages/s of all devices, as far as known. */
static double total_speed(const struct session *s)
{
    double speed = 0;
    for_each (const struct device, d, s->devices) speed += d->speed;
    return speed;
}

static void print_devices(const struct session *s)
{
    const int gpus = s->num_gpus, cores = s->devices.n - gpus;
    if (gpus > 0) printf("%d GPU%s%s", gpus, gpus == 1 ? "" : "s", cores > 0 ? " and " : "");
    if (cores > 0) printf("%d CPU worker%s", cores, cores == 1 ? "" : "s");
    printf("\n");
}

/* How the mesh is cut, and whether tasks are long. */
static void print_partitions(const struct session *s)
{
    const struct mesh *m = &s->run.mesh;
    const int nq = s->o->top_order + 1, tasks = s->plan.fusion == FUSION_SPLIT     ? 5
                                              : s->plan.fusion == FUSION_SURFACE ? 3 : 1;
    const struct device **to = NEW(const struct device *, m->partitions.n + 1);
    int least = INT_MAX, most = 0;
    double shortest = INFINITY, longest = 0;
    const device_list owners = session_owners(s);
    place_assign(&owners, m, to);
    for (int n = 0; n < m->partitions.n; ++n) {
        const int elements = m->partitions.at[n].num_elements;
        const double stage = (double)elements * nq * nq * nq / to[n]->speed;
        least = elements < least ? elements : least;
        most = elements > most ? elements : most;
        shortest = fmin(shortest, stage);
        longest = fmax(longest, stage);
    }
    free(to);
    printf("partitions     %" PRId64 " of %d", m->num_partitions, least);
    if (most > least) printf(" to %d", most);
    printf(" elements, on ");
    print_devices(s);
    const int at_once = m->num_partitions == 1 && tasks == 1 ? s->plan.rk->num_stages : 1;
    printf("tasks          %s: %d a partition and %s, together %.2g to %.2g ms; the runtime takes "
           "%.0f us a task%s\n", session_fusion(s), tasks, at_once > 1 ? "step" : "stage",
           at_once * shortest * 1e3, at_once * longest * 1e3,
           OVERHEAD_S * 1e6, shortest < 20 * tasks * OVERHEAD_S && m->num_partitions > 1
                                 ? " (short: fewer partitions help)" : "");
    if (speed_is_wanted(s))
        printf("shares         assumed: GPU %.3g, core %.3g node-stages/s; the run measures them\n",
               s->devices.at[0].speed, s->devices.at[s->num_gpus].speed);
}

/* Behind GPUs the host keeps the states, which travel for output. */
static double host_bytes(const struct session *s, size_t real)
{
    const int states = s->plan.fusion == FUSION_FULL ? 2 : 1;
    return s->num_gpus == 0 ? 0 : (double)s->plan.num_nodes * states * NFIELDS * (double)real;
}

/* What a GPU that held all of the mesh would need, in the form that suits it. */
static double one_gpu_bytes(const struct session *s, size_t real)
{
    double bytes = 0;
    for_each (const struct partition, p, s->run.mesh.partitions)
        bytes += (double)data_bytes(p, s->o->top_order, real, FUSION_FULL);
    return bytes;
}

static void print_memory(const struct session *s, size_t real)
{
    double cores = 0;
    for_each (const struct device, d, s->devices)
        if (!d->is_gpu) cores += (double)session_device_bytes(s, d);
    for_each (const struct device, d, s->devices)
        if (d->is_gpu)
            printf("memory         %.4g MiB on GPU %d (%s), which has %.4g MiB free\n",
                   (double)session_device_bytes(s, d) / (1 << 20), d->number, gpu_name(d->number),
                   (double)session_free_bytes(d) / (1 << 20));
    printf("memory         %.4g MiB on the host\n", (cores + host_bytes(s, real)) / (1 << 20));
    if (s->num_gpus == 0)
        printf("memory a GPU   %.4g MiB, were it to hold all of this\n",
               one_gpu_bytes(s, real) / (1 << 20));
}

static void print_plan(const struct session *s)
{
    const struct options *o = s->o;
    const struct plan *p = &s->plan;
    const double flops = volume_flops(o->top_order) + surface_flops(o->top_order)
                       + update_flops(o->top_order);
    const double stages = (double)p->num_steps * p->rk->num_stages;
    const size_t real = o->top_precision[0] == 's' ? 4 : 8;

    printf("case           %s: %s\n", o->top_case, s->c->option.summary);
    printf("elements       %" PRId64 " of order %d, %" PRId64 " nodes, %s precision\n",
           p->num_elements, o->top_order, p->num_nodes, o->top_precision);
    print_partitions(s);
    print_memory(s, real);
    printf("time step      %.6g s (Courant number %.3g at %.6g m/s, nodes %.6g m apart)\n", p->dt,
           p->dt * p->reference_speed / p->node_distance, p->reference_speed, p->node_distance);
    printf("steps          %" PRId64 " of %s to t = %.6g s\n", p->num_steps, p->rk->name, p->end);
    printf("work           %.3g node-stages, %.3g flop; about %.3g s at %.3g node-stages/s\n",
           stages * (double)p->num_nodes, stages * (double)p->num_elements * flops,
           stages * (double)p->num_nodes / total_speed(s), total_speed(s));
    printf("output         %s: about %.0f times %d field%s, %.3g MiB of field files\n",
           o->output_directory, count_outputs(o, p), o->output_fields.n,
           o->output_fields.n == 1 ? "" : "s",
           o->output_files ? count_outputs(o, p) * (double)p->num_nodes
                             * (double)(o->output_fields.n * real + 24) / (1 << 20) : 0);
}

static enum status check(struct session *s)
{
    TRY(session_plan(s, s->o));
    TRY(session_mesh(s));
    double fastest;
    enum status status = session_check_initial(s, &fastest);
    if (status == OK) status = follow_check(s);
    if (status == OK) {
        print_plan(s);
        session_warn(s, fastest);
        status = session_check(s);
    }
    mesh_free(&s->run.mesh);
    return status;
}

enum status command_check(int argc, char **argv)
{
    static const struct argp_child children[] = { { &case_file_argp, 0, 0, 0 }, { 0, 0, 0, 0 } };
    static const struct argp argp = { 0, parse, 0,
        "Says what a case file would run: mesh, time step, memory, tasks, output. Runs nothing.",
        children, 0, 0 };
    struct case_file file = { .from.num_sets = 0 };
    struct options o;
    struct session s = { .o = &o, .runs_nothing = 1 };
    argp_parse(&argp, argc, argv, 0, NULL, &file);

    TRY(case_file_read(&o, &file));
    enum status status = folder_check(o.output_directory, 1);
    if (status == OK && folder_check(o.output_directory, 0) != OK) {
        fprintf(stderr, "updraft: %s\n", error_text()); /* what a run will say */
        error_clear();
    }
    if (status == OK) status = ranks_start(1);
    if (status == OK) status = session_start_starpu(&s, &o);
    if (status == OK) {
        status = check(&s);
        session_stop_starpu(&s);
    }
    options_free(&o);
    return status;
}
