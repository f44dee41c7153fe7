/* tasks/place.c -- StarPU's workers, gathered into devices. */
#include "tasks/place.h"
#include <starpu.h>
#include <stdlib.h>
#include "base/memory.h"

static struct device *device_find(device_list *devices, int is_gpu, int number)
{
    for_each (struct device, d, *devices)
        if (d->is_gpu == is_gpu && d->number == number) return d;
    return NULL;
}

static void add_workers(device_list *devices, enum starpu_worker_archtype type, unsigned words)
{
    int ids[STARPU_NMAXWORKERS];
    const int is_gpu = type == STARPU_CUDA_WORKER;
    const int n = starpu_worker_get_ids_by_type(type, ids, STARPU_NMAXWORKERS);
    for (int i = 0; i < n; ++i) {
        const int number = is_gpu ? starpu_worker_get_devid(ids[i]) : ids[i];
        struct device *d = device_find(devices, is_gpu, number);
        if (!d) {
            d = &devices->at[devices->n++];
            *d = (struct device){ .is_gpu = is_gpu, .number = number, .worker = ids[i],
                                  .workers = NEW(uint32_t, words), .words = words,
                                  .memory = starpu_worker_get_memory_node((unsigned)ids[i]) };
        }
        d->workers[ids[i] / 32] |= UINT32_C(1) << ids[i] % 32;
    }
}

device_list place_devices(void)
{
    const unsigned workers = starpu_worker_get_count();
    device_list devices = { NEW(struct device, workers + 1), 0 };
    add_workers(&devices, STARPU_CUDA_WORKER, (workers + 31) / 32);
    add_workers(&devices, STARPU_CPU_WORKER, (workers + 31) / 32);
    return devices;
}

void place_free(device_list *devices)
{
    for_each (struct device, d, *devices) free(d->workers);
    free(devices->at);
    *devices = (device_list){ 0 };
}
