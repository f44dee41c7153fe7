#pragma once
/* tasks/place.h -- which workers, and which memory, a partition belongs to, and how large it is.
 *
 * Each device gets one contiguous range of the Morton curve, as long as its speed wants, cut into
 * partitions of the size that suits it.
 */
#include <stddef.h>
#include <stdint.h>
#include "base/list.h"
#include "mesh/mesh.h"

/** A core, or a GPU with all the workers that feed its streams. */
struct device {
    int is_gpu;
    int number;         /* CUDA's, or the core's worker         */
    int worker;         /* the first of its workers             */
    uint32_t *workers;  /* [words] one bit a worker             */
    unsigned words;
    unsigned memory;    /* StarPU's memory node                 */
    double speed;       /* node-stages/s; only ratios matter    */
    int rank;           /* that has it                          */
};
typedef LIST(struct device) device_list;

/** The devices that StarPU drives: GPUs first, then at most so many cores, at the given speeds
 * (node-stages/s); 0 takes place_speed. Local. */
device_list place_devices(int most_cores, double gpu_speed, double core_speed);
void place_free(device_list *devices);

/** What a device is taken to do where nothing is measured, node-stages/s: in `updraft check`, and
 * where devices of one kind, or StarPU, share the mesh. */
double place_speed(int is_gpu);

/** How many of the devices are GPUs. */
int place_gpus(const device_list *devices);

/** Sets spec->partitions for elements of so many nodes and the devices of all ranks, in their order,
 * and where partitions differ in size, or there are several ranks, spec->first and spec->of_rank, both
 * freed by the caller. Local. */
void place_cut(const device_list *devices, int ranks, int64_t nodes_an_element,
               struct mesh_spec *spec);

/** The same, every device's range in proportion to its speed and cut into its own kind of partitions
 * in any case. */
void place_cut_by_speeds(const device_list *devices, int ranks, int64_t nodes_an_element,
                         struct mesh_spec *spec);

/** Partitions of `elements` elements that a GPU wants beside other devices, GPUs or only cores. */
int64_t place_gpu_partitions(int64_t elements, int64_t nodes_an_element, int is_beside_cores);

/** The device that each partition of this rank belongs to: where its middle lies. to[n] is the n-th
 * one's. Local. */
void place_assign(const device_list *devices, const struct mesh *mesh, const struct device **to);
