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

/* The kernels of a stage: name, its task, flops of an element. */
enum { KERNEL_TRACE, KERNEL_VOLUME, KERNEL_SURFACE, KERNEL_UPDATE, NKERNELS };
static const char *const kernel_names[NKERNELS] = { "trace", "volume", "surface", "update" };

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
        default: TRY(task_update(r, p, &stage)); break;
        }
    return OK;
}

static double kernel_flops(int kernel, int order)
{
    switch (kernel) {
    case KERNEL_VOLUME: return volume_flops(order);
    case KERNEL_SURFACE: return surface_flops(order);
    case KERNEL_UPDATE: return update_flops(order);
    default: return 0;
    }
}

/* Tasks run in the caller from here on; idle workers would spin on its core. */
static void set_inline(struct session *s, int is_inline)
{
    if (is_inline) starpu_pause();
    else if (s->run.inline_tasks) starpu_resume();
    s->run.inline_tasks = is_inline;
}

/* Best time of some sweeps over all elements, in the calling thread. */
static enum status time_kernel(struct session *s, const struct arguments *a, int kernel,
                               double *best)
{
    enum status status = OK; /* workers must not stay paused on the way out */
    *best = INFINITY;
    set_inline(s, 1);
    for (int n = 0; n < a->repeats + 1 && status == OK; ++n) {
        const double start = now();
        for (int i = 0; i < a->steps && status == OK; ++i)
            status = submit_kernel(&s->run, kernel);
        if (n > 0) *best = fmin(*best, (now() - start) / a->steps);
    }
    set_inline(s, 0);
    return status;
}

/* Time of some steps: as tasks, or (inline) the same functions in a plain loop. */
static enum status time_steps(struct session *s, const struct arguments *a, int is_inline,
                              double *seconds)
{
    set_inline(s, is_inline);
    enum status status = OK;
    const double start = now();
    for (int n = 0; n < a->steps && status == OK; ++n)
        status = graph_step(&s->run, s->plan.rk, n + 1, s->plan.dt, s->o->runtime_window);
    if (status == OK) status = graph_wait(&s->run);
    *seconds = (now() - start) / a->steps;
    set_inline(s, 0);
    return status;
}

static enum status bench_kernels(struct session *s, const struct arguments *a, json_t *out)
{
    const double elements = (double)s->plan.num_elements, nodes = (double)s->plan.num_nodes;
    json_t *list = json_array();
    printf("%-10s %14s %12s %10s\n", "kernel", "nodes/s", "flop/node", "GFLOP/s");
    for (int k = 0; k < NKERNELS; ++k) {
        double best;
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

/* Tasks and plain loop in turns, so that a machine that changes its mind disturbs both. */
static enum status bench_steps(struct session *s, const struct arguments *a, json_t *list)
{
    const double work = (double)s->plan.num_nodes * s->plan.rk->num_stages;
    double tasks = INFINITY, plain = INFINITY, t;
    TRY(time_steps(s, a, 0, &t));
    for (int n = 0; n < a->repeats; ++n) {
        TRY(time_steps(s, a, 0, &t));
        tasks = fmin(tasks, t);
        TRY(time_steps(s, a, 1, &t));
        plain = fmin(plain, t);
    }
    const double overhead = tasks * s->num_workers / plain - 1;
    printf("%d worker%s %9.4g node-stages/s; plain loop on one core %.4g; overhead %.1f %%\n",
           s->num_workers, s->num_workers == 1 ? ", " : "s,", work / tasks, work / plain,
           100 * overhead);
    json_array_append_new(list, json_pack("{s:i, s:f, s:f, s:f}", "workers", s->num_workers,
                                          "node_stages_per_s", work / tasks,
                                          "plain_loop_node_stages_per_s", work / plain,
                                          "overhead", overhead));
    return OK;
}

/* Everything that is measured with so many workers; the same partitions for all. */
static enum status bench_workers(const struct options *o, const struct arguments *a, int workers,
                                 int most_workers, json_t *out, json_t *steps)
{
    struct session s = { .o = o, .wanted_workers = workers };
    TRY(session_start_starpu(&s, o));
    enum status status = session_plan(&s, o, most_workers);
    if (status == OK) status = session_new(&s);
    if (status == OK) {
        if (workers == 1) {
            printf("%s, order %d, %s precision, %lld elements in %lld partitions, %s, scheduler "
                   "%s\n", o->top_case, o->top_order, o->top_precision,
                   (long long)s.plan.num_elements, (long long)s.run.mesh.num_partitions,
                   s.plan.rk->name, s.scheduler);
            json_object_set_new(out, "elements", json_integer(s.plan.num_elements));
            json_object_set_new(out, "nodes", json_integer(s.plan.num_nodes));
            json_object_set_new(out, "partitions", json_integer(s.run.mesh.num_partitions));
            json_object_set_new(out, "stages", json_integer(s.plan.rk->num_stages));
            json_object_set_new(out, "scheduler", json_string(s.scheduler));
        }
        double warm_up; /* all data are somewhere once tasks have written them */
        status = time_steps(&s, a, 0, &warm_up);
        if (status == OK && workers == 1 && a->wants_kernels) status = bench_kernels(&s, a, out);
        if (status == OK && a->wants_steps) status = bench_steps(&s, a, steps);
        session_free(&s);
    }
    starpu_shutdown();
    return status;
}

static int count_workers(const struct options *o)
{
    struct session s = { 0 };
    if (session_start_starpu(&s, o) != OK) return 1;
    starpu_shutdown();
    return s.num_workers;
}

static enum status write_json(const char *path, json_t *out, const struct options *o)
{
    char date[32];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    json_object_set_new(out, "date", json_string(date));
    json_object_set_new(out, "device", json_string("cpu"));
    json_object_set_new(out, "order", json_integer(o->top_order));
    json_object_set_new(out, "precision", json_string(o->top_precision));
    for (const struct provenance *f = provenance_of(o->top_case, ""); f->key; ++f)
        if (*f->value) json_object_set_new(out, f->key, json_string(f->value));
    if (json_dump_file(out, path, JSON_INDENT(2)) != 0) FAIL(BAD_MACHINE, "cannot write %s", path);
    return OK;
}

static enum status bench(const struct options *o, const struct arguments *a)
{
    json_t *out = json_object(), *steps = json_array();
    const int most = count_workers(o);
    enum status status = bench_workers(o, a, 1, most, out, steps);
    if (status == OK && most > 1 && a->wants_steps)
        status = bench_workers(o, a, most, most, out, steps);
    json_object_set_new(out, "steps", steps);
    if (status == OK && a->json) status = write_json(a->json, out, o);
    json_decref(out);
    return status;
}

enum status command_bench(int argc, char **argv)
{
    static const struct argp argp = { flags, parse, "[kernels] [steps]",
        "Measures kernels in a plain loop on one core, and whole time steps as tasks on one core "
        "and on all, against the plain loop.", 0, 0, 0 };
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
