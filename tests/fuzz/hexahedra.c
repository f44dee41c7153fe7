/* tests/fuzz/hexahedra.c -- any bytes as a mesh file. */
#include <mpi.h>
#include "mesh/hexahedra.h"
#include "mesh/mesh.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_TREES = 1000 }; /* that are built: more take long */

const char fuzz_target[] = "hexahedra";
const char *const fuzz_inputs[] = { "tests/fuzz/corpus/hexahedra/*", "tests/data/*.inp", NULL };

static void build(const char *path)
{
    struct mesh_spec spec = { .file = path, .partitions = 1 };
    struct mesh mesh;

    if (!fuzz_judge(mesh_read_file(&spec))) fuzz_fail("read once, refused the second time");
    if (spec.base[0] > MOST_TREES) return;
    if (fuzz_judge(mesh_new(&mesh, &spec, MPI_COMM_SELF))) mesh_free(&mesh);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_start_mpi();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("mesh.inp", data, size);
    struct hexahedra h;

    error_clear();
    const int is_mesh = fuzz_judge(hexahedra_read(&h, path));
    hexahedra_free(&h);
    if (is_mesh) build(path);
    return 0;
}
