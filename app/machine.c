/* app/machine.c -- shares a machine out among the ranks that are on it. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "app/machine.h"
#include <hwloc.h>
#include <hwloc/glibc-sched.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/ranks.h"
#include "base/memory.h"
#include "codelets/gpu.h"

enum { MOST_GPUS = 64, MOST_LINES = 16 };

static int local, locals = 1;   /* this rank among those of its machine, and how many they are */
static int suitable_cores = -1;
static int first_gpu, gpus = -1; /* -1: all that there are */

/* What a rank may use before it shares. */
struct seen {
    cpu_set_t cores;
    int gpus;
    unsigned char id[MOST_GPUS][GPU_ID_BYTES];
};

static struct seen look(void)
{
    struct seen s;
    memset(&s, 0, sizeof s); /* padding is compared */
    sched_getaffinity(0, sizeof s.cores, &s.cores);
    s.gpus = gpu_count();
    if (s.gpus > MOST_GPUS) s.gpus = MOST_GPUS;
    for (int g = 0; g < s.gpus; ++g) gpu_id(g, s.id[g]);
    return s;
}

/* -- cores ------------------------------------------------------------------------------------- */

/* The ranks that may use some of this one's cores, itself among them, and how many come before it. */
static int count_sharers(const struct seen *all, int *before)
{
    int n = 0;
    for (int r = 0; r < locals; ++r) {
        cpu_set_t both;
        if (r == local) *before = n;
        CPU_AND(&both, &all[r].cores, &all[local].cores);
        n += CPU_COUNT(&both) > 0;
    }
    return n;
}

/* A core of the set, or the next one; of some it may have one thread only. */
static hwloc_obj_t next_core(hwloc_topology_t t, hwloc_const_cpuset_t set, hwloc_obj_t core)
{
    return hwloc_get_next_obj_covering_cpuset_by_type(t, set, HWLOC_OBJ_CORE, core);
}

static int count_cores(hwloc_topology_t t, hwloc_const_cpuset_t set)
{
    int n = 0;
    for (hwloc_obj_t c = next_core(t, set, NULL); c; c = next_core(t, set, c)) ++n;
    return n;
}

/* The part-th of so many even parts of the cores in a set, with all their threads. */
static void bind_to_part(hwloc_topology_t t, hwloc_const_cpuset_t allowed, int cores, int part,
                         int parts)
{
    hwloc_bitmap_t mine = hwloc_bitmap_alloc();
    hwloc_obj_t core = NULL;
    for (int c = 0; c < cores * (part + 1) / parts; ++c) {
        core = next_core(t, allowed, core);
        if (c >= cores * part / parts) hwloc_bitmap_or(mine, mine, core->cpuset);
    }
    hwloc_bitmap_and(mine, mine, allowed);
    hwloc_set_cpubind(t, mine, HWLOC_CPUBIND_PROCESS);
    hwloc_bitmap_free(mine);
}

/* StarPU gives one core to messages. */
static enum status complain(int here)
{
    const int each = here / locals;
    char better[96] = "";
    if (each > 1)
        snprintf(better, sizeof better, "`mpirun --map-by slot:PE=%d --bind-to core` gives each rank "
                 "%d, and ", each, each);
    FAIL(BAD_MACHINE, "rank %d is bound to one core of the %d of its machine, which leaves none to "
         "compute beside messages; %s`mpirun --bind-to none` lets Updraft share them out",
         ranks_mine(), here, better);
}

static enum status share_cores(hwloc_topology_t t, const struct seen *all)
{
    hwloc_bitmap_t allowed = hwloc_bitmap_alloc();
    hwloc_cpuset_from_glibc_sched_affinity(t, allowed, &all[local].cores, sizeof all->cores);
    const int here = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_CORE);
    const int cores = count_cores(t, allowed);
    int part = 0;
    const int parts = count_sharers(all, &part);
    enum status status = OK;
    if (parts == 1) {
        if (cores < 2 && here > 1) status = complain(here);
    } else if (cores >= 2 * parts) {
        bind_to_part(t, allowed, cores, part, parts);
    } else { /* more ranks than this machine is made for: wherever there is a free core */
        setenv("STARPU_WORKERS_NOBIND", "1", 0);
        suitable_cores = 1;
    }
    hwloc_bitmap_free(allowed);
    return status;
}

/* -- GPUs -------------------------------------------------------------------------------------- */

static int see_the_same(const struct seen *all)
{
    for (int r = 1; r < locals; ++r)
        if (all[r].gpus != all[0].gpus || memcmp(all[r].id, all[0].id, sizeof all[0].id)) return 0;
    return 1;
}

static void share_gpus(const struct seen *all)
{
    char list[8 * MOST_GPUS] = "";
    if (locals == 1 || getenv("STARPU_WORKERS_CUDAID") || !see_the_same(all)) return;
    first_gpu = all[0].gpus * local / locals;
    gpus = all[0].gpus * (local + 1) / locals - first_gpu;
    for (int g = first_gpu; g < first_gpu + gpus; ++g)
        sprintf(list + strlen(list), "%d ", g);
    if (gpus > 0) setenv("STARPU_WORKERS_CUDAID", list, 1);
}

/* -- both -------------------------------------------------------------------------------------- */

static enum status share(MPI_Comm here)
{
    hwloc_topology_t t;
    const struct seen mine = look();
    struct seen *all = memory_new((size_t)locals, sizeof *all);
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, here);
    hwloc_topology_init(&t);
    hwloc_topology_load(t);
    const enum status status = share_cores(t, all);
    share_gpus(all);
    hwloc_topology_destroy(t);
    free(all);
    return status;
}

enum status machine_share(void)
{
    MPI_Comm here;
    if (ranks_count() == 1) return OK;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &local);
    MPI_Comm_size(here, &locals);
    const enum status status = share(here);
    MPI_Comm_free(&here);
    return ranks_agree(status);
}

int machine_ranks(void) { return locals; }
int machine_cores(void) { return suitable_cores; }
int machine_gpus(void) { return gpus < 0 ? gpu_count() : gpus; }

/* A rank, in a few words. */
struct line {
    char text[192];
};

static struct line describe(int workers, int used_gpus)
{
    struct line l;
    char host[64] = "?", cores[64] = "?";
    cpu_set_t mine;
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    gethostname(host, sizeof host - 1);
    if (sched_getaffinity(0, sizeof mine, &mine) == 0) {
        for (int c = 0; c < CPU_SETSIZE; ++c)
            if (CPU_ISSET(c, &mine)) hwloc_bitmap_set(set, (unsigned)c);
        hwloc_bitmap_list_snprintf(cores, sizeof cores, set);
    }
    hwloc_bitmap_free(set);
    int n = snprintf(l.text, sizeof l.text, "rank %d on %s: CPUs %s, %d worker%s", ranks_mine(), host,
                     cores, workers, workers == 1 ? "" : "s");
    if (used_gpus > 0)
        snprintf(l.text + n, sizeof l.text - (size_t)n, ", %d GPU%s (%s)", used_gpus,
                 used_gpus == 1 ? "" : "s", gpu_name(first_gpu));
    return l;
}

void machine_show(int workers, int used_gpus)
{
    if (ranks_count() == 1) return;
    const struct line mine = describe(workers, used_gpus);
    struct line *all = ranks_gather(&mine, 1, sizeof mine, NULL);
    const int n = ranks_count() < MOST_LINES ? ranks_count() : MOST_LINES;
    for (int r = 0; r < n && ranks_is_first(); ++r) fprintf(stderr, "%s\n", all[r].text);
    if (n < ranks_count() && ranks_is_first())
        fprintf(stderr, "and %d ranks more\n", ranks_count() - n);
    free(all);
}
