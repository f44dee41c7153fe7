/* app/bench.c -- updraft bench: throughput of kernels, of whole steps, and the runtime's price. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "app/case_file.h"
#include "app/commands.h"
#include "app/provenance.h"
#include "app/session.h"
#include "codelets/flops.h"
#include "codelets/gpu.h"
#include "tasks/submit.h"

enum { MAX_REPEATS = 100 };

struct arguments {
    struct case_file file; /* only --set */
    int repeats, steps;
    const char *json;
    int wants_kernels, wants_steps;
};

static const struct argp_option flags[] = {
    { "set", 's', "KEY=VALUE", 0,
      "set a key of the case (rising_bubble: order 4, level 2); may be repeated", 0 },
    { "repeats", 'n', "N", 0, "measurements of each kind; the best is quoted (5)", 0 },
    { "steps", 't', "N", 0, "time steps a measurement (3)", 0 },
    { "json", 'j', "FILE", 0, "write the results as JSON, too", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static int number(const char *arg, int most, struct argp_state *state)
{
    char *end;
    const long n = strtol(arg, &end, 10);
    if (*end || end == arg || n < 1 || n > most)
        argp_error(state, "%s: want a number of 1 to %d", arg, most);
    return (int)n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 's': case_file_set(state, &a->file, arg); return 0;
    case 'n': a->repeats = number(arg, MAX_REPEATS, state); return 0;
    case 't': a->steps = number(arg, 100000, state); return 0;
    case 'j': a->json = arg; return 0;
    case ARGP_KEY_ARG:
        if (!strcmp(arg, "kernels")) a->wants_kernels = 1;
        else if (!strcmp(arg, "steps")) a->wants_steps = 1;
        else argp_error(state, "%s: want kernels or steps", arg);
        return 0;
    case ARGP_KEY_END:
        if (!a->wants_kernels && !a->wants_steps) a->wants_kernels = a->wants_steps = 1;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The kernels of a stage in all its forms: name, its task, flops of an element. */
enum { KERNEL_TRACE, KERNEL_VOLUME, KERNEL_SURFACE, KERNEL_UPDATE, KERNEL_TENDENCY, KERNEL_ADVANCE,
       NKERNELS };
static const char *const kernel_names[NKERNELS] = { "trace", "volume", "surface", "update",
                                                    "tendency", "advance" };

static enum status submit_kernel(const struct run *r, int kernel)
{
    static const struct stage stage = { .step = 1, .A = -0.7, .B_dt = 1e-9 };
    for_each (struct part, p, r->parts)
        switch (kernel) {
        case KERNEL_TRACE: TRY(task_trace(r, p)); break;
        case KERNEL_VOLUME: TRY(task_volume(r, p, &stage)); break;
        case KERNEL_SURFACE:
            TRY(task_interior_surface(r, p));
            TRY(task_halo_surface(r, p));
            break;
        case KERNEL_UPDATE: TRY(task_update(r, p, &stage)); break;
        case KERNEL_TENDENCY: TRY(task_tendency(r, p, &stage)); break;
        default: TRY(task_advance(r, p, &stage)); break;
        }
    return OK;
}

static double kernel_flops(int kernel, int order)
{
    switch (kernel) {
    case KERNEL_VOLUME: return volume_flops(order);
    case KERNEL_SURFACE: return surface_flops(order);
    case KERNEL_UPDATE: return update_flops(order);
    case KERNEL_TENDENCY: return volume_flops(order) + surface_flops(order);
    case KERNEL_ADVANCE: return volume_flops(order) + surface_flops(order) + update_flops(order);
    default: return 0;
    }
}

/* Best time of some sweeps over all elements, from the calling thread. */
static enum status time_kernel(struct session *s, const struct arguments *a, int kernel,
                               double *best)
{
    enum status status = OK; /* workers must not stay paused on the way out */
    *best = INFINITY;
    tasks_inline(&s->run, 1);
    for (int n = 0; n < a->repeats + 1 && status == OK; ++n) {
        const double start = now();
        for (int i = 0; i < a->steps && status == OK; ++i)
            status = submit_kernel(&s->run, kernel);
        tasks_wait(&s->run, 0);
        if (n > 0) *best = fmin(*best, (now() - start) / a->steps);
    }
    tasks_inline(&s->run, 0);
    return status;
}

/* Time of some steps: as tasks, or (inline) the same functions in a plain loop. */
static enum status time_steps(struct session *s, const struct arguments *a, int is_inline,
                              double *seconds)
{
    tasks_inline(&s->run, is_inline);
    enum status status = OK;
    const double start = now();
    for (int n = 0; n < a->steps && status == OK; ++n)
        status = graph_step(&s->run, s->plan.rk, n + 1, s->plan.dt, s->o->runtime_window);
    if (status == OK) status = graph_wait(&s->run);
    *seconds = (now() - start) / a->steps;
    tasks_inline(&s->run, 0);
    return status;
}

static enum status bench_kernels(struct session *s, const struct arguments *a, json_t *out)
{
    const double elements = (double)s->plan.num_elements, nodes = (double)s->plan.num_nodes;
    json_t *list = json_array();
    printf("%-10s %14s %12s %10s\n", "kernel", "nodes/s", "flop/node", "GFLOP/s");
    for (int k = 0; k < NKERNELS; ++k) {
        double best;
        if (k == KERNEL_ADVANCE && s->plan.fusion != FUSION_FULL) continue; /* no second state */
        const double flops = elements * kernel_flops(k, s->o->top_order);
        TRY(time_kernel(s, a, k, &best));
        printf("%-10s %14.4g %12.1f %10.3f\n", kernel_names[k], nodes / best, flops / nodes,
               flops / best * 1e-9);
        json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f}", "kernel", kernel_names[k],
                                              "nodes_per_s", nodes / best, "flops_per_node",
                                              flops / nodes, "gflops_per_s", flops / best * 1e-9));
    }
    json_object_set_new(out, "kernels", list);
    return OK;
}

/* A plain loop runs on one core, or on one GPU that has all of the mesh. */
static int has_plain_loop(const struct session *s)
{
    return s->num_gpus == 0 || (s->devices.n == 1 && s->run.parts.at[0].device);
}

/* Tasks and plain loop in turns, so that a machine that changes its mind disturbs both. */
static enum status bench_steps(struct session *s, const struct arguments *a, json_t *list)
{
    const double work = (double)s->plan.num_nodes * s->plan.rk->num_stages;
    const int is_compared = has_plain_loop(s);
    double tasks = INFINITY, plain = INFINITY, t;
    for (int n = 0; n < a->repeats; ++n) {
        TRY(time_steps(s, a, 0, &t));
        tasks = fmin(tasks, t);
        if (is_compared) TRY(time_steps(s, a, 1, &t));
        if (is_compared) plain = fmin(plain, t);
    }
    json_t *result = json_pack("{s:i, s:i, s:f}", "workers", s->num_workers, "gpus", s->num_gpus,
                               "node_stages_per_s", work / tasks);
    printf("%d worker%s %9.4g node-stages/s", s->num_workers, s->num_workers == 1 ? ", " : "s,",
           work / tasks);
    if (is_compared) {
        const double overhead = tasks * (s->num_gpus > 0 ? 1 : s->num_workers) / plain - 1;
        printf("; plain loop on one %s %.4g; overhead %.1f %%", s->num_gpus > 0 ? "GPU" : "core",
               work / plain, 100 * overhead);
        json_object_set_new(result, "plain_loop_node_stages_per_s", json_real(work / plain));
        json_object_set_new(result, "overhead", json_real(overhead));
    }
    printf("\n");
    json_array_append_new(list, result);
    return OK;
}

static void print_head(const struct session *s, json_t *out)
{
    const struct options *o = s->o;
    const char *device = s->num_gpus > 0 ? gpu_name(s->devices.at[0].number) : "cpu";
    printf("%s, order %d, %s precision, %lld elements in %lld partitions, %s, fusion %s, "
           "scheduler %s, on %s\n", o->top_case, o->top_order, o->top_precision,
           (long long)s->plan.num_elements, (long long)s->run.mesh.num_partitions,
           s->plan.rk->name, session_fusion(s), s->scheduler, device);
    json_object_set_new(out, "elements", json_integer(s->plan.num_elements));
    json_object_set_new(out, "nodes", json_integer(s->plan.num_nodes));
    json_object_set_new(out, "partitions", json_integer(s->run.mesh.num_partitions));
    json_object_set_new(out, "stages", json_integer(s->plan.rk->num_stages));
    json_object_set_new(out, "fusion", json_string(session_fusion(s)));
    json_object_set_new(out, "scheduler", json_string(s->scheduler));
    json_object_set_new(out, "device", json_string(device));
}

static enum status measure(struct session *s, const struct arguments *a, int is_first,
                           json_t *out, json_t *steps)
{
    double warm_up; /* all data are somewhere once tasks have written them */
    if (is_first) print_head(s, out);
    TRY(time_steps(s, a, 0, &warm_up));
    if (is_first && a->wants_kernels && has_plain_loop(s)) TRY(bench_kernels(s, a, out));
    if (a->wants_steps) TRY(bench_steps(s, a, steps));
    return OK;
}

/* Everything that is measured with so many cores; 0: with what the options say. */
static enum status bench_workers(const struct options *o, const struct arguments *a, int workers,
                                 json_t *out, json_t *steps)
{
    struct session s = { .o = o, .wanted_workers = workers };
    TRY(session_start_starpu(&s, o));
    enum status status = session_plan(&s, o);
    if (status == OK) status = session_new(&s);
    if (status == OK) {
        status = measure(&s, a, workers <= 1, out, steps);
        session_free(&s);
    }
    session_stop_starpu(&s);
    return status;
}

/* What a run would use: cores, GPUs, and the partitions for them. */
static enum status probe(const struct options *o, int *cores, int *gpus, int64_t *partitions)
{
    struct session s = { 0 };
    TRY(session_start_starpu(&s, o));
    const enum status status = session_plan(&s, o);
    *cores = s.num_workers;
    *gpus = s.num_gpus;
    *partitions = s.plan.mesh.partitions;
    free((void *)s.plan.mesh.first);
    session_stop_starpu(&s);
    return status;
}

static enum status write_json(const char *path, json_t *out, const struct options *o)
{
    char date[32];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    json_object_set_new(out, "date", json_string(date));
    json_object_set_new(out, "order", json_integer(o->top_order));
    json_object_set_new(out, "precision", json_string(o->top_precision));
    for (const struct provenance *f = provenance_of(o->top_case, ""); f->key; ++f)
        if (*f->value) json_object_set_new(out, f->key, json_string(f->value));
    if (json_dump_file(out, path, JSON_INDENT(2)) != 0) FAIL(BAD_MACHINE, "cannot write %s", path);
    return OK;
}

/* On cores: one, then all, with the same partitions. */
static enum status bench_cores(const struct options *o, const struct arguments *a, int cores,
                               int64_t partitions, json_t *out, json_t *steps)
{
    struct options same = *o;
    same.mesh_partitions = partitions;
    TRY(bench_workers(&same, a, 1, out, steps));
    if (cores > 1 && a->wants_steps) TRY(bench_workers(&same, a, cores, out, steps));
    return OK;
}

static enum status bench(const struct options *o, const struct arguments *a)
{
    json_t *out = json_object(), *steps = json_array();
    int cores = 0, gpus = 0;
    int64_t partitions = 1;
    enum status status = probe(o, &cores, &gpus, &partitions);
    if (status == OK)
        status = gpus > 0 ? bench_workers(o, a, 0, out, steps)
                          : bench_cores(o, a, cores, partitions, out, steps);
    json_object_set_new(out, "steps", steps);
    if (status == OK && a->json) status = write_json(a->json, out, o);
    json_decref(out);
    return status;
}

enum status command_bench(int argc, char **argv)
{
    static const struct argp argp = { flags, parse, "[kernels] [steps]",
        "Measures kernels in a plain loop on one core or GPU, and whole time steps as tasks "
        "against the plain loop: on one core and on all, or on the GPUs where there are any.", 0, 0, 0 };
    struct arguments a = {
        .file = { .sets = { "case=rising_bubble", "mesh.level=2" }, .from.num_sets = 2 },
        .repeats = 5,
        .steps = 3,
    };
    struct options o;
    argp_parse(&argp, argc, argv, 0, NULL, &a);

    TRY(case_file_read(&o, &a.file));
    enum status status = session_start_mpi();
    if (status == OK) status = bench(&o, &a);
    session_stop_mpi();
    options_free(&o);
    return status;
}
