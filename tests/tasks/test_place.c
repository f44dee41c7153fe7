/* tests/tasks/test_place.c -- how the mesh is shared out among GPUs and cores. */
#include <criterion/criterion.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "codelets/args.h"
#include "tasks/data.h"
#include "tasks/place.h"

/* So many GPUs and cores; devices are used up by the next call. */
static device_list machine(int gpus, int cores)
{
    static struct device all[64];
    for (int d = 0; d < gpus + cores; ++d)
        all[d] = (struct device){ .is_gpu = d < gpus, .number = d, .speed = place_speed(d < gpus) };
    return (device_list){ all, gpus + cores };
}

static struct mesh_spec cube(int level)
{
    return (struct mesh_spec){ .base = { 1, 1, 1 }, .level = level, .upper = { 1, 1, 1 } };
}

static int64_t partitions_of(int gpus, int cores, int level)
{
    const device_list devices = machine(gpus, cores);
    struct mesh_spec spec = cube(level);
    place_cut(&devices, 1, 125, &spec);
    free((void *)spec.first);
    free((void *)spec.of_rank);
    return spec.partitions;
}

/* Where the case says how many there are. */
Test(place, refuses_what_is_too_much_for_a_task)
{
    struct partition p = { .num_elements = 6871947, .is_curved = 0 }; /* 5 x 125 reals each: 2^32 */
    const struct mesh m = { .partitions = { &p, 1 } };
    cr_expect_eq(data_check(&m, 4), OK, "%s", error_text());
    ++p.num_elements;
    cr_expect_eq(data_check(&m, 4), BAD_INPUT);
    cr_expect_not_null(strstr(error_text(), "a task takes 6871947 of this order"));
    error_clear();
    p = (struct partition){ .num_elements = 6871947, .is_curved = 1 };
    cr_expect_eq(data_check(&m, 4), BAD_INPUT, "curved ones have more numbers a node");
    error_clear();
    p = (struct partition){ .num_elements = 1, .links.n = MAX_LINKS + 1 };
    cr_expect_eq(data_check(&m, 4), BAD_INPUT);
    cr_expect_not_null(strstr(error_text(), "neighbour partitions"));
    error_clear();
}

/* Two a core where tasks are long, so that one hides the other's halo. */
Test(place, gives_every_core_as_many_partitions)
{
    cr_expect_eq(partitions_of(0, 1, 0), 1);
    cr_expect_eq(partitions_of(0, 1, 1), 1);
    cr_expect_eq(partitions_of(0, 1, 5), 1);
    cr_expect_eq(partitions_of(0, 2, 3), 2);
    cr_expect_eq(partitions_of(0, 2, 4), 4);
    cr_expect_eq(partitions_of(0, 2, 6), 4);
    cr_expect_eq(partitions_of(0, 2, 8), 8, "of at most 2^28 nodes");
    cr_expect_eq(partitions_of(0, 64, 1), 8, "not more than elements");
}

Test(place, gives_a_gpu_of_its_own_one_partition)
{
    for (int level = 1; level <= 6; ++level) cr_expect_eq(partitions_of(1, 0, level), 1);
    cr_expect_eq(partitions_of(1, 0, 8), 8, "of at most 2^28 nodes");
}

Test(place, leaves_out_devices_that_are_too_slow_for_an_element)
{
    const device_list devices = machine(1, 3);
    struct mesh_spec spec = cube(4);
    for (int d = 1; d < 4; ++d) devices.at[d].speed = 1;
    place_cut(&devices, 1, 125, &spec);
    cr_expect_eq(spec.partitions, 1);
    cr_expect_null(spec.first);
}

Test(place, gives_a_gpu_beside_cores_eight_long_tasks_or_four_or_one)
{
    cr_expect_eq(place_gpu_partitions(262144, 125, 1), 8);
    cr_expect_eq(place_gpu_partitions(65536, 125, 1), 8);
    cr_expect_eq(place_gpu_partitions(16384, 125, 1), 8, "of 2048 elements");
    cr_expect_eq(place_gpu_partitions(8192, 125, 1), 4, "of 2048 elements");
    cr_expect_eq(place_gpu_partitions(4096, 125, 1), 1, "1024 elements each are too few");
    cr_expect_eq(place_gpu_partitions(8000, 512, 1), 8, "order 7: fewer elements");
    cr_expect_eq(place_gpu_partitions(20 << 20, 125, 1), 10, "of at most 2^28 nodes");
}

Test(place, gives_two_gpus_longer_tasks)
{
    cr_expect_eq(partitions_of(2, 0, 6), 2 * 8);
    cr_expect_eq(partitions_of(2, 0, 5), 2 * 4, "of 4096 elements");
}

/* Every device's partitions lie side by side and come in the order of devices. */
static void expect_shares(int gpus, int cores, int level)
{
    const device_list devices = machine(gpus, cores);
    struct mesh_spec spec = cube(level);
    struct mesh mesh;
    double speed = 0;
    int64_t given[64] = { 0 };
    int is_running;
    MPI_Initialized(&is_running);
    if (!is_running) MPI_Init(NULL, NULL);
    place_cut(&devices, 1, 125, &spec);
    cr_assert_eq(mesh_new(&mesh, &spec, MPI_COMM_WORLD), OK, "%s", error_text());
    const struct device **to = calloc((size_t)mesh.partitions.n, sizeof *to);
    place_assign(&devices, &mesh, to);
    for (int p = 0; p < mesh.partitions.n; ++p) {
        cr_assert(p == 0 || to[p] >= to[p - 1]);
        given[to[p] - devices.at] += mesh.partitions.at[p].num_elements;
    }
    for_each (const struct device, d, devices) speed += d->speed;
    for (int d = 0; d < devices.n; ++d) {
        const double want = (double)mesh.num_elements * devices.at[d].speed / speed;
        const double slack = spec.first ? 1 : mesh.partitions.at[0].num_elements;
        cr_expect(want - slack <= given[d] && given[d] <= want + slack,
                  "device %d of %d GPUs and %d cores has %d elements, not %g", d, gpus, cores,
                  (int)given[d], want);
    }
    free(to);
    free((void *)spec.first);
    free((void *)spec.of_rank);
    mesh_free(&mesh);
}

Test(place, shares_the_mesh_out_by_speed)
{
    expect_shares(0, 3, 3);
    expect_shares(1, 0, 3);
    expect_shares(2, 0, 4);
    expect_shares(3, 0, 4);
    expect_shares(1, 15, 5);
    expect_shares(2, 7, 5);
}

Test(place, gives_cores_beside_a_gpu_small_partitions)
{
    const device_list devices = machine(1, 15);
    struct mesh_spec spec = cube(5);
    place_cut(&devices, 1, 125, &spec);
    cr_assert_not_null(spec.first);
    cr_expect_eq(spec.first[spec.partitions], 32768);
    cr_expect_geq(spec.first[1], 2000, "the GPU's come first");
    for (int64_t p = spec.partitions - 15; p < spec.partitions; ++p)
        cr_expect_lt(spec.first[p + 1] - spec.first[p], 200);
    free((void *)spec.first);
    free((void *)spec.of_rank);
}
