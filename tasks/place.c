/* tasks/place.c -- StarPU's workers gathered into devices, and the mesh shared out among them. */
#include "tasks/place.h"
#include <math.h>
#include <starpu.h>
#include <stdlib.h>
#include "base/memory.h"

/* A partition's border costs more than a task, on cores: one partition a core, or two where they are
 * long, so that one runs while the other waits. A GPU wants eight, of 25 us on an H200 at
 * least; two GPUs share one submitting thread and want tasks twice as long. A device that has the mesh for itself waits
 * for nobody: one partition, a step a task. */
enum {
    MOST_NODES = 1 << 28,    /* of any partition: StarPU counts a vector's reals in 32 bits */
    CORE_NODES = 100000,
    CORE_PARTITIONS = 2,
    GPU_LEAST_NODES = 2000 * 125,
    GPUS_LEAST_NODES = 4096 * 125,
    GPU_PARTITIONS = 8,
    GPU_FEW_PARTITIONS = 4
};

double place_speed(int is_gpu) { return is_gpu ? 10e9 : 15e6; }

static struct device *device_find(const device_list *devices, int is_gpu, int number)
{
    for_each (struct device, d, *devices)
        if (d->is_gpu == is_gpu && d->number == number) return d;
    return NULL;
}

static void add_workers(device_list *devices, enum starpu_worker_archtype type, int most,
                        unsigned words, double speed)
{
    int ids[STARPU_NMAXWORKERS];
    const int is_gpu = type == STARPU_CUDA_WORKER;
    const int n = starpu_worker_get_ids_by_type(type, ids, STARPU_NMAXWORKERS);
    for (int i = 0; i < n && i < most; ++i) {
        const int number = is_gpu ? starpu_worker_get_devid(ids[i]) : ids[i];
        struct device *d = device_find(devices, is_gpu, number);
        if (!d) {
            d = &devices->at[devices->n++];
            *d = (struct device){ .is_gpu = is_gpu, .number = number, .worker = ids[i],
                                  .workers = NEW(uint32_t, words), .words = words,
                                  .memory = starpu_worker_get_memory_node((unsigned)ids[i]),
                                  .speed = speed > 0 ? speed : place_speed(is_gpu) };
        }
        d->workers[ids[i] / 32] |= UINT32_C(1) << ids[i] % 32;
    }
}

device_list place_devices(int most_cores, double gpu_speed, double core_speed)
{
    const unsigned workers = starpu_worker_get_count(), words = (workers + 31) / 32;
    device_list devices = { NEW(struct device, workers + 1), 0 };
    add_workers(&devices, STARPU_CUDA_WORKER, STARPU_NMAXWORKERS, words, gpu_speed);
    add_workers(&devices, STARPU_CPU_WORKER, most_cores, words, core_speed);
    return devices;
}

void place_free(device_list *devices)
{
    for_each (struct device, d, *devices) free(d->workers);
    free(devices->at);
    *devices = (device_list){ 0 };
}

int place_gpus(const device_list *devices)
{
    int n = 0;
    for_each (const struct device, d, *devices) n += d->is_gpu;
    return n;
}

/* bounds[d] = first of n elements that device d owns, [devices + 1]. */
static void share_out(const device_list *devices, int64_t n, int64_t *bounds)
{
    double all = 0, before = 0;
    for_each (const struct device, d, *devices) all += d->speed;
    for (int d = 0; d < devices->n; ++d) {
        bounds[d] = (int64_t)floor((double)n * (before / all) + 0.5);
        before += devices->at[d].speed;
    }
    bounds[devices->n] = n;
}

/* Devices that own an element. */
static int count_owners(const device_list *devices, int64_t elements)
{
    int64_t *bounds = NEW(int64_t, devices->n + 1);
    int n = 0;
    share_out(devices, elements, bounds);
    for (int d = 0; d < devices->n; ++d) n += bounds[d + 1] > bounds[d];
    free(bounds);
    return n;
}

int64_t place_gpu_partitions(int64_t elements, int64_t nodes_an_element, int is_beside_cores)
{
    const int64_t nodes = elements * nodes_an_element;
    int64_t n = nodes / (is_beside_cores ? GPU_LEAST_NODES : GPUS_LEAST_NODES);
    if (n < GPU_FEW_PARTITIONS) n = 1; /* nothing overlaps so few */
    if (n > GPU_PARTITIONS) n = GPU_PARTITIONS;
    if (n < nodes / MOST_NODES + 1) n = nodes / MOST_NODES + 1;
    return n < elements ? n : elements;
}

static int64_t core_partitions(int64_t elements, int64_t nodes_an_element)
{
    const int64_t nodes = elements * nodes_an_element;
    int64_t n = nodes / CORE_NODES;
    if (n < 1) n = 1;
    if (n > CORE_PARTITIONS) n = CORE_PARTITIONS;
    return n < nodes / MOST_NODES + 1 ? nodes / MOST_NODES + 1 : n;
}

/* Partitions of a device's range of `size` elements. */
static int64_t device_partitions(const device_list *devices, const struct device *d, int64_t size,
                                 int64_t nodes_an_element)
{
    const int is_beside_cores = place_gpus(devices) == 1;
    if (size == 0) return 0; /* too slow for a single one */
    return d->is_gpu ? place_gpu_partitions(size, nodes_an_element, is_beside_cores)
                     : core_partitions(size, nodes_an_element);
}

void place_cut_by_speeds(const device_list *devices, int ranks, int64_t nodes_an_element,
                         struct mesh_spec *spec)
{
    const int64_t elements = mesh_count(spec);
    int64_t *bounds = NEW(int64_t, devices->n + 1), *counts = NEW(int64_t, devices->n + 1), all = 0;
    share_out(devices, elements, bounds);
    for (int d = 0; d < devices->n; ++d)
        all += counts[d] = device_partitions(devices, &devices->at[d], bounds[d + 1] - bounds[d],
                                             nodes_an_element);
    int64_t *first = NEW(int64_t, all + 1), *of_rank = NEW(int64_t, ranks + 1), p = 0;
    for (int d = 0; d < devices->n; ++d) {
        for (int64_t i = 0; i < counts[d]; ++i)
            first[p++] = bounds[d] + (bounds[d + 1] - bounds[d]) * i / counts[d];
        of_rank[devices->at[d].rank + 1] = p;
    }
    first[p] = elements;
    for (int r = 0; r < ranks; ++r) /* some may have nothing */
        if (of_rank[r + 1] < of_rank[r]) of_rank[r + 1] = of_rank[r];
    spec->partitions = p;
    spec->first = first;
    spec->of_rank = of_rank;
    free(bounds);
    free(counts);
}

void place_cut(const device_list *devices, int ranks, int64_t nodes_an_element,
               struct mesh_spec *spec)
{
    const int64_t elements = mesh_count(spec);
    const int gpus = place_gpus(devices);
    spec->first = spec->of_rank = NULL;
    if (ranks > 1 || (gpus > 0 && gpus < devices->n && count_owners(devices, elements) > 1)) {
        place_cut_by_speeds(devices, ranks, nodes_an_element, spec);
    } else if (count_owners(devices, elements) == 1) {
        spec->partitions = elements * nodes_an_element / MOST_NODES + 1;
    } else if (gpus == 0) {
        const int64_t n = core_partitions(elements / devices->n, nodes_an_element) * devices->n;
        spec->partitions = n < elements ? n : elements;
    } else {
        const int64_t n = place_gpu_partitions(elements / gpus, nodes_an_element, 0) * gpus;
        spec->partitions = n < 1 ? 1 : n;
    }
}

void place_assign(const device_list *devices, const struct mesh *mesh, const struct device **to)
{
    const int n = mesh->partitions.n;
    if (n == 0) return;
    const struct partition *p = mesh->partitions.at;
    int64_t *bounds = NEW(int64_t, devices->n + 1);
    share_out(devices, p[n - 1].first + p[n - 1].num_elements - p[0].first, bounds);
    for (int i = 0, d = 0; i < n; ++i) {
        const int64_t middle = p[i].first - p[0].first + p[i].num_elements / 2;
        while (d < devices->n - 1 && middle >= bounds[d + 1]) ++d;
        to[i] = &devices->at[d];
    }
    free(bounds);
}
