#pragma once
/* tasks/place.h -- which worker, and which memory, a partition belongs to. */
#include <stdint.h>
#include "base/list.h"

/** A core, or a GPU with all the workers that feed its streams. */
struct device {
    int is_gpu;
    int number;         /* the GPU's, or the core's worker      */
    int worker;         /* the first of its workers             */
    uint32_t *workers;  /* [words] one bit a worker             */
    unsigned words;
    unsigned memory;    /* StarPU's memory node                 */
};
typedef LIST(struct device) device_list;

/** The devices that StarPU drives: GPUs first, then cores. Local. */
device_list place_devices(void);
void place_free(device_list *devices);
