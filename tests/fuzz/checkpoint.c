/* tests/fuzz/checkpoint.c -- checkpoints that are none, damaged ones, and sealed ones that lie. */
#define _GNU_SOURCE /* memmem */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/checkpoint.h"
#include "io/seal.h"
#include "tests/fuzz/checkpoint_edits.h"
#include "tests/fuzz/fuzz.h"
#include "tests/io/state.h"

static const char hdf5[] = "\211HDF"; /* how its part of a file begins */

const char fuzz_target[] = "checkpoint";
const char *const fuzz_inputs[] = { "tests/fuzz/corpus/checkpoint/*", NULL };

/* A whole checkpoint, what it says, and the run that goes on from it, at its order and another. */
static struct {
    char *bytes;
    size_t size;
    struct checkpoint says;
    struct state same, other;
} whole;

static struct state_at calm(const double x[3])
{
    return (struct state_at){ .rho = 1 + 1e-4 * x[0], .u = { 1, 2, 3 }, .p = 1e5 };
}

static void load(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0) fuzz_fail("cannot read %s", path);
    whole.size = (size_t)ftell(f);
    whole.bytes = memory_new(whole.size, 1);
    rewind(f);
    if (fread(whole.bytes, 1, whole.size, f) != whole.size) fuzz_fail("cannot read %s", path);
    fclose(f);
}

static void stop(void)
{
    state_free(&whole.same);
    state_free(&whole.other);
    free(whole.bytes);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const struct provenance facts[] = { { "version", "1.2.3" }, { 0, 0 } };
    const struct mesh_spec box = state_brick(2);
    char folder[400];
    (void)argc, (void)argv;
    fuzz_start_mpi();
    state_new(&whole.same, 1, &box, calm);
    state_new(&whole.other, 2, &box, calm);
    atexit(stop);
    whole.says = (struct checkpoint){
        .case_name = "sample", .mapping_name = "none", .degree = 1, .sizeof_real = sizeof(double),
        .mesh = whole.same.mesh.spec, .gamma = 1.4, .gas_constant = 287.6, .gravity = 9.81,
        .step = 7, .min_density = 0.5, .min_pressure = 9e4,
    };
    snprintf(folder, sizeof folder, "%s", fuzz_file("checkpoint_000007.h5", "", 0));
    *strrchr(folder, '/') = '\0';
    fuzz_file("checkpoint_latest.h5", "", 0); /* so that it goes in the end, too */
    if (checkpoint_write(folder, &whole.says, &whole.same.view, facts) != OK)
        fuzz_fail("%s", error_text());
    strcat(folder, "/checkpoint_000007.h5");
    load(folder);
    return 0;
}

/* As `updraft verify` and `updraft run --restart` read it; whether either would go on from it. */
static int read_all(const char *path)
{
    struct checkpoint c;
    int64_t elements;
    int is_taken = fuzz_judge(checkpoint_verify(path, &c, &elements));
    if (!fuzz_judge(checkpoint_read(path, &c))) return 0;
    if (!fuzz_judge(checkpoint_compare(path, &c, &whole.says))) return is_taken;
    is_taken |= fuzz_judge(checkpoint_read_state(path, &c, &whole.same.mesh, 1, sizeof(double),
                                                 (void *const *)whole.same.q));
    fuzz_judge(checkpoint_read_state(path, &c, &whole.other.mesh, 2, sizeof(double),
                                     (void *const *)whole.other.q));
    return is_taken;
}

/* The bytes as a file, and once more with the seal that they should have, unless HDF5 would believe
 * them then. */
static void read_bytes(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("checkpoint_000008.h5", data, size);
    char seal[SEAL_BYTES + 1] = "";
    unsigned long long at = SEAL_BYTES, bytes = 0;
    read_all(path);
    memcpy(seal, data, size < SEAL_BYTES ? size : SEAL_BYTES);
    if (size > SEAL_BYTES
        && memmem(data + SEAL_BYTES, size - SEAL_BYTES, hdf5, sizeof hdf5 - 1))
        return;
    const char *place = strstr(seal, "\nstate ");
    if (place) sscanf(place, "\nstate %20llu %20llu", &at, &bytes);
    if (seal_write(path, path, at, bytes) == OK) read_all(path);
    error_clear(); /* no place to seal */
}

static void read_edited(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("checkpoint_000009.h5", whole.bytes, whole.size);
    char *text = NEW(char, size + 1);
    if (size) memcpy(text, data, size);
    checkpoint_edit(path, text);
    const int is_taken = read_all(path);
    if (!*text && !is_taken) fuzz_fail("a whole checkpoint is refused");
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char title[] = "updraft";
    error_clear();
    if ((size >= sizeof title - 1 && !memcmp(data, title, sizeof title - 1))
        || (size >= sizeof hdf5 - 1 && !memcmp(data, hdf5, sizeof hdf5 - 1)))
        read_bytes(data, size);
    else
        read_edited(data, size);
    return 0;
}
