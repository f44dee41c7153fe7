/* app/info.c -- updraft info: versions, features, the machine and StarPU's workers. */
#include <argp.h>
#include <hwloc.h>
#include <math.h>
#include <mpi.h>
#include <starpu.h>
#include "app/commands.h"
#include "app/provenance.h"
#include "app/session.h"
#include "codelets/isa.h"
#include "codelets/gpu.h"
#include "io/expression.h"
#include "io/netcdf.h"

static void print_machine(void)
{
    hwloc_topology_t topology;
    hwloc_topology_init(&topology);
    hwloc_topology_load(topology);
    const hwloc_obj_t machine = hwloc_get_root_obj(topology);
    const char *cpu = NULL;
    const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    if (package) cpu = hwloc_obj_get_info_by_name(package, "CPUModel");
    printf("machine\n");
    printf("  processor        %s\n", cpu ? cpu : "unknown");
    printf("  packages         %d\n", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PACKAGE));
    printf("  NUMA nodes       %d\n", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE));
    printf("  cores            %d\n", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE));
    printf("  threads          %d\n", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU));
    printf("  memory           %.1f GiB\n", (double)machine->total_memory / (1 << 30));
    hwloc_topology_destroy(topology);
}

static void print_kernels(void)
{
    printf("  vector code      %s\n", isa_name(isa_here()));
}

static void print_gpus(void)
{
#ifdef WITH_CUDA
    const int n = gpu_count();
    printf("GPU kernels        yes, %d GPU%s here\n", n, n == 1 ? "" : "s");
    for (int g = 0; g < n; ++g) {
        size_t total;
        const size_t available = gpu_free_bytes(g, &total);
        printf("  GPU %-3d          %s, %.1f of %.1f GiB free\n", g, gpu_name(g),
               (double)available / (1 << 30), (double)total / (1 << 30));
    }
#else
    printf("GPU kernels        no\n");
#endif
}

static void print_starpu(const struct session *s)
{
    printf("StarPU             %s\n", provenance_starpu());
    printf("  scheduler        %s\n", s->scheduler);
    printf("  limits           %d CPU workers, %d CUDA devices, %d buffers a task\n",
           STARPU_MAXCPUS, STARPU_MAXCUDADEVS, STARPU_NMAXBUFS);
#ifdef STARPU_USE_CUDA
    printf("  CUDA             yes, %u workers here\n", starpu_cuda_worker_get_count());
#else
    printf("  CUDA             no\n");
#endif
#ifdef STARPU_USE_FXT
    printf("  FxT              yes\n");
#else
    printf("  FxT              no\n");
#endif
    for (unsigned w = 0; w < starpu_worker_get_count(); ++w) {
        char name[128];
        starpu_worker_get_name((int)w, name, sizeof name);
        printf("  worker %-3u       %s\n", w, name);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG) argp_error(state, "takes no argument, not %s", arg);
    return ARGP_ERR_UNKNOWN;
}

enum status command_info(int argc, char **argv)
{
    static const struct argp argp = { 0, parse, 0,
        "Shows versions, what is built in, the machine and the workers that StarPU finds.", 0, 0, 0 };
    struct session s = { 0 };
    struct options defaults = { .runtime_gpus = COUNT_UNSET, .runtime_cores = COUNT_UNSET,
                                .runtime_gpu_speed = NAN, .runtime_core_speed = NAN };
    char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    argp_parse(&argp, argc, argv, 0, NULL, NULL);

    MPI_Get_library_version(mpi, &length);
    mpi[strcspn(mpi, ",\n")] = '\0';
    printf("updraft            %s, commit %s\n", provenance_version(), provenance_commit());
    printf("  built with       %s\n", provenance_build());
    print_kernels();
    printf("MPI                %s\n", mpi);
    printf("forest             %s\n", mesh_library());
    printf("expressions        %s\n", expression_library());
    printf("NetCDF             %s\n", netcdf_library());
    print_machine();
    print_gpus();
    TRY(session_start_starpu(&s, &defaults));
    print_starpu(&s);
    session_stop_starpu(&s);
    return OK;
}
