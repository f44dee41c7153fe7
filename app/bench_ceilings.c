/* app/bench_ceilings.c -- updraft bench ceilings: what one core, and one GPU, can do at most. */
#include <stdio.h>
#include "app/bench.h"
#include "codelets/ceilings.h"
#include "codelets/gpu.h"

static void report(const char *device, const char *precision, const struct ceilings *c,
                   json_t *list)
{
    printf("%-24s %-7s %12.4g %12.4g %12.4g\n", device, precision, c->flops * 1e-9, c->copy * 1e-9,
           c->update * 1e-9);
    json_array_append_new(list, json_pack("{s:s, s:s, s:f, s:f, s:f}", "device", device,
                                          "precision", precision, "flops_per_s", c->flops,
                                          "copy_bytes_per_s", c->copy, "update_bytes_per_s",
                                          c->update));
}

enum status bench_ceilings(const struct bench *b, const struct options *o, json_t *out)
{
    json_t *list = json_array();
    struct ceilings c;
    (void)o;
    json_object_set_new(out, "ceilings", list);
    printf("%-24s %-7s %12s %12s %12s\n", "ceilings", "", "Gflop/s", "GB/s copy", "GB/s update");
    ceilings_cpu_f64(&c);
    report("one core", "double", &c, list);
    ceilings_cpu_f32(&c);
    report("one core", "single", &c, list);
    if (b->gpu < 0) {
        printf("no GPU is used\n");
        return OK;
    }
    TRY(ceilings_gpu(b->gpu, sizeof(double), &c));
    report(gpu_name(b->gpu), "double", &c, list);
    TRY(ceilings_gpu(b->gpu, sizeof(float), &c));
    report(gpu_name(b->gpu), "single", &c, list);
    return OK;
}
