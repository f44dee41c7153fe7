/* app/bench_kernels.c -- updraft bench kernels: times, counts, and shares of the ceilings. */
#include <math.h>
#include "app/bench.h"
#include "codelets/bytes.h"
#include "codelets/ceilings.h"
#include "codelets/flops.h"
#include "tasks/submit.h"

const char *const bench_kernel_names[NUM_KERNELS] = { "trace", "volume", "surface", "update",
                                                      "tendency", "advance" };

static enum status submit(struct session *s, int kernel)
{
    /* Without B dt: k grows with each sweep, and the state has to stay one of air. */
    static const struct stage stage = { .step = 1, .A = -0.7, .B_dt = 0 };
    const struct run *r = &s->run;
    for_each (struct part, p, r->parts)
        switch (kernel) {
        case KERNEL_TRACE:
            if (p->mesh->links.n > 0) TRY(task_trace(r, p));
            break;
        case KERNEL_VOLUME: TRY(task_volume(r, p, &stage)); break;
        case KERNEL_SURFACE:
            TRY(task_interior_surface(r, p));
            TRY(task_halo_surface(r, p));
            break;
        case KERNEL_UPDATE: TRY(task_update(r, p, &stage)); break;
        case KERNEL_TENDENCY: TRY(task_tendency(r, p, &stage)); break;
        default: TRY(task_advance(r, p, &stage, 1)); break;
        }
    return OK;
}

enum status bench_time_kernel(struct session *s, const struct bench *b, enum bench_kernel kernel,
                              struct bench_times *t)
{
    return bench_time(s, b, submit, (int)kernel, t);
}

int bench_has_links(const struct session *s)
{
    for_each (const struct part, p, s->run.parts)
        if (p->mesh->links.n > 0) return 1;
    return 0;
}

/* Partitions of a mesh file may differ: the first one speaks for all. */
static int is_curved(const struct session *s) { return s->run.parts.at[0].mesh->is_curved; }

double bench_flops(const struct session *s, enum bench_kernel kernel)
{
    const struct flops_of of = { s->num_gpus > 0, s->run.codelets->sizeof_real, is_curved(s) };
    const double elements = (double)s->plan.num_elements;
    const int N = s->run.d.degree;
    switch (kernel) {
    case KERNEL_VOLUME: return elements * flops_volume(N, of);
    case KERNEL_SURFACE: return elements * flops_surface(N, of);
    case KERNEL_UPDATE: return elements * flops_update(N, of);
    case KERNEL_TENDENCY: return elements * flops_tendency(N, of);
    case KERNEL_ADVANCE: return elements * flops_advance(N, of);
    default: return 0;
    }
}

static double shown_faces(const struct session *s)
{
    double faces = 0;
    for_each (const struct part, p, s->run.parts)
        for (int o = 0; o < p->ports.num_outlets; ++o) faces += p->ports.faces[o];
    return faces;
}

double bench_bytes(const struct session *s, enum bench_kernel kernel)
{
    const size_t real = s->run.codelets->sizeof_real;
    const double elements = (double)s->plan.num_elements;
    const int N = s->run.d.degree, curved = is_curved(s);
    switch (kernel) {
    case KERNEL_TRACE: return shown_faces(s) * bytes_trace(N, real);
    case KERNEL_VOLUME: return elements * bytes_volume(N, real, curved);
    case KERNEL_SURFACE: return elements * bytes_surface(N, real, curved);
    case KERNEL_UPDATE: return elements * bytes_update(N, real, curved);
    case KERNEL_TENDENCY: return elements * bytes_tendency(N, real, curved);
    default: return elements * bytes_advance(N, real, curved);
    }
}

/* Idle workers would take a share of the core. */
static enum status ceilings_of(struct session *s, struct ceilings *c)
{
    const size_t real = s->run.codelets->sizeof_real;
    if (s->num_gpus > 0) return ceilings_gpu(s->devices.at[0].number, real, c);
    tasks_inline(&s->run, 1);
    if (real == sizeof(float)) ceilings_cpu_f32(c);
    else ceilings_cpu_f64(c);
    tasks_inline(&s->run, 0);
    return OK;
}

/* A line of the table: the roofline's two ceilings, and which of them is the lower one here. */
static json_t *report(const struct session *s, enum bench_kernel kernel,
                      const struct bench_times *t, const struct ceilings *c)
{
    const double nodes = (double)s->plan.num_nodes;
    const double flops = bench_flops(s, kernel), bytes = bench_bytes(s, kernel);
    const double of_flops = flops / t->best / c->flops, of_bytes = bytes / t->best / c->update;
    const double bound = fmax(flops / c->flops, bytes / c->update);
    printf("%-9s %10.4g %10.4g %10.4g %9.1f %9.1f %9.4g %9.4g %6.1f %6.1f %6.1f\n",
           bench_kernel_names[kernel], 1e3 * t->best, 1e3 * t->median, nodes / t->best,
           flops / nodes, bytes / nodes, flops / t->best * 1e-9, bytes / t->best * 1e-9,
           100 * of_flops, 100 * of_bytes, 100 * bound / t->best);
    return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}",
                     "kernel", bench_kernel_names[kernel], "seconds", t->best,
                     "seconds_median", t->median, "nodes_per_s", nodes / t->best,
                     "flops_per_node", flops / nodes, "bytes_per_node", bytes / nodes,
                     "gflops_per_s", flops / t->best * 1e-9, "gbytes_per_s", bytes / t->best * 1e-9,
                     "share_of_flops", of_flops, "share_of_bandwidth", of_bytes,
                     "share_of_roofline", bound / t->best);
}

/* What each kernel of the split form takes of a stage. */
static void report_shares(const struct bench_times t[NUM_KERNELS], json_t *out)
{
    double stage = 0;
    json_t *shares = json_object();
    for (int k = KERNEL_TRACE; k <= KERNEL_UPDATE; ++k) stage += t[k].best;
    printf("a stage in the split form:");
    for (int k = KERNEL_TRACE; k <= KERNEL_UPDATE; ++k) {
        printf("%s %s %.1f %%", k > KERNEL_TRACE ? "," : "", bench_kernel_names[k],
               100 * t[k].best / stage);
        json_object_set_new(shares, bench_kernel_names[k], json_real(t[k].best / stage));
    }
    printf("\nin time: split 1, surface %.3f, full %.3f\n",
           (t[KERNEL_TRACE].best + t[KERNEL_TENDENCY].best + t[KERNEL_UPDATE].best) / stage,
           t[KERNEL_ADVANCE].best / stage);
    json_object_set_new(out, "share_of_split_stage", shares);
}

static enum status measure(struct session *s, const struct bench *b, json_t *out)
{
    struct bench_times t[NUM_KERNELS] = { { 0 } };
    struct ceilings c;
    json_t *list = json_array();
    json_object_set_new(out, "kernels", list);
    if (!bench_has_plain_loop(s)) {
        printf("kernels: not measured, since the case gives one GPU's mesh to several devices\n");
        return OK;
    }
    TRY(ceilings_of(s, &c));
    json_object_set_new(out, "kernel_ceilings",
                        json_pack("{s:f, s:f, s:f}", "flops_per_s", c.flops, "copy_bytes_per_s",
                                  c.copy, "update_bytes_per_s", c.update));
    json_object_set_new(out, "elements_per_launch",
                        json_real((double)s->plan.num_elements / s->run.parts.n));
    printf("ceilings: %.4g Gflop/s, %.4g GB/s (update)\n", c.flops * 1e-9, c.update * 1e-9);
    printf("%-9s %10s %10s %10s %9s %9s %9s %9s %6s %6s %6s\n", "kernel", "ms", "median", "nodes/s",
           "flop/node", "byte/node", "Gflop/s", "GB/s", "%flop", "%byte", "%roof");
    for (int k = 0; k < NUM_KERNELS; ++k) {
        if (k == KERNEL_TRACE && !bench_has_links(s)) {
            printf("%-9s one partition shows nothing to anybody\n", bench_kernel_names[k]);
            continue;
        }
        TRY(bench_time_kernel(s, b, k, &t[k]));
        json_array_append_new(list, report(s, k, &t[k], &c));
    }
    report_shares(t, out);
    return OK;
}

enum status bench_kernels(const struct bench *b, const struct options *o, json_t *out)
{
    const struct options alone = bench_alone(b, o);
    return bench_session(b, &alone, bench_alone_workers(b), measure, out);
}
