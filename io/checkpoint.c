/* io/checkpoint.c -- writes and reads checkpoints with HDF5. */
#include "io/checkpoint.h"
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/hdf5.h"

enum { FORMAT_VERSION = 2, KEPT = 2 };
static const char FORMAT[] = "updraft checkpoint";

/* Every number of the header: name in the file, HDF5 type, how many, where. One list to write, to
 * read and to compare; what is the run's own (is_fixed) has to be the same after a restart. */
struct number {
    const char *name;
    hid_t type;
    int n, is_fixed;
    size_t offset;
};

#define NUMBER(name, type, n, is_fixed, member) \
    { name, type, n, is_fixed, offsetof(struct checkpoint, member) }
#define NUMBERS                                                     \
    {                                                               \
        NUMBER("order", H5T_NATIVE_INT, 0, 1, degree),              \
        NUMBER("bytes_a_real", H5T_NATIVE_ULONG, 0, 1, sizeof_real), \
        NUMBER("mesh_base", H5T_NATIVE_INT, 3, 1, mesh.base),       \
        NUMBER("mesh_level", H5T_NATIVE_INT, 0, 1, mesh.level),     \
        NUMBER("mesh_lower", H5T_NATIVE_DOUBLE, 3, 1, mesh.lower),  \
        NUMBER("mesh_upper", H5T_NATIVE_DOUBLE, 3, 1, mesh.upper),  \
        NUMBER("mesh_periodic", H5T_NATIVE_INT, 3, 1, mesh.periodic), \
        NUMBER("mesh_file_sum", H5T_NATIVE_UINT64, 0, 1, mesh.file_sum), \
        NUMBER("mesh_warp", H5T_NATIVE_DOUBLE, 0, 1, mesh.mapping.amplitude), \
        NUMBER("mesh_mountain_height", H5T_NATIVE_DOUBLE, 0, 1, mesh.mapping.height), \
        NUMBER("mesh_mountain_width", H5T_NATIVE_DOUBLE, 0, 1, mesh.mapping.width), \
        NUMBER("mesh_mountain_center", H5T_NATIVE_DOUBLE, 2, 1, mesh.mapping.center), \
        NUMBER("mesh_mountain_is_ridge", H5T_NATIVE_INT, 0, 1, mesh.mapping.is_ridge), \
        NUMBER("gamma", H5T_NATIVE_DOUBLE, 0, 1, gamma),            \
        NUMBER("gas_constant", H5T_NATIVE_DOUBLE, 0, 1, gas_constant), \
        NUMBER("gravity", H5T_NATIVE_DOUBLE, 0, 1, gravity),        \
        NUMBER("coriolis_f", H5T_NATIVE_DOUBLE, 0, 1, coriolis_f),  \
        NUMBER("coriolis_beta", H5T_NATIVE_DOUBLE, 0, 1, coriolis_beta), \
        NUMBER("step", H5T_NATIVE_INT64, 0, 0, step),               \
        NUMBER("output_index", H5T_NATIVE_INT64, 0, 0, output_index), \
        NUMBER("time", H5T_NATIVE_DOUBLE, 0, 0, time),              \
        NUMBER("initial_mass", H5T_NATIVE_DOUBLE, 0, 0, mass),      \
        NUMBER("initial_energy", H5T_NATIVE_DOUBLE, 0, 0, energy),  \
        NUMBER("initial_entropy", H5T_NATIVE_DOUBLE, 0, 0, entropy), \
    }

static hid_t state_type(size_t sizeof_real)
{
    return sizeof_real == sizeof(float) ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

static hsize_t state_columns(int degree)
{
    const hsize_t nq = (hsize_t)degree + 1;
    return NFIELDS * nq * nq * nq;
}

static enum status write_content(const struct hdf5_writer *w, const struct checkpoint *c,
                                 const struct view *v, const struct provenance *facts)
{
    const struct number numbers[] = NUMBERS;
    const hid_t type = state_type(c->sizeof_real);
    const int version = FORMAT_VERSION;
    char checksum[17];
    HDF5_ID state = -1;

    TRY(hdf5_set_text(w, w->id, "format", FORMAT));
    TRY(hdf5_set_numbers(w, w->id, "format_version", H5T_NATIVE_INT, H5T_NATIVE_INT, 0, &version));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        TRY(hdf5_set_numbers(w, w->id, numbers[i].name, numbers[i].type, numbers[i].type,
                             numbers[i].n, (const char *)c + numbers[i].offset));
    snprintf(checksum, sizeof checksum, "%016" PRIx64, c->checksum);
    TRY(hdf5_set_text(w, w->id, "checksum", checksum));
    TRY(hdf5_set_text(w, w->id, "case", c->case_name));
    TRY(hdf5_set_text(w, w->id, "mesh_mapping", c->mapping_name));
    TRY(hdf5_set_provenance(w, facts));

    TRY(hdf5_dataset(w, w->id, "state", type, (hsize_t)v->mesh->num_elements,
                     state_columns(c->degree), 0, &state));
    for (int n = 0; n < v->mesh->partitions.n; ++n) {
        const struct partition *p = &v->mesh->partitions.at[n];
        TRY(hdf5_write_rows(w, state, type, (hsize_t)p->first, (hsize_t)p->num_elements, v->q[n]));
    }
    return OK;
}

/* The number in checkpoint_000020.h5, or -1. */
static int64_t step_of(const char *name)
{
    int64_t step;
    int end = 0;
    return sscanf(name, "checkpoint_%" SCNd64 ".h5%n", &step, &end) == 1 && end
                   && name[end] == '\0' ? step : -1;
}

/* Removes the checkpoints of this run but the last KEPT ones. */
static void remove_old(const char *folder, int64_t newest)
{
    DIR *dir = opendir(folder);
    int64_t previous = -1;
    const struct dirent *entry;
    if (!dir) return;
    while ((entry = readdir(dir))) {
        const int64_t step = step_of(entry->d_name);
        if (step > previous && step < newest) previous = step;
    }
    rewinddir(dir);
    while ((entry = readdir(dir))) {
        const int64_t step = step_of(entry->d_name);
        if (step >= 0 && step < previous) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    closedir(dir);
}

static enum status point_latest(const char *folder, const char *name)
{
    char link[4096], temporary[4096];
    snprintf(link, sizeof link, "%s/checkpoint_latest.h5", folder);
    snprintf(temporary, sizeof temporary, "%s/.checkpoint_latest.%ld", folder, (long)getpid());
    unlink(temporary);
    if (symlink(name, temporary) != 0 || rename(temporary, link) != 0) {
        unlink(temporary);
        FAIL(BAD_MACHINE, "cannot make the link %s: %s", link, strerror(errno));
    }
    return OK;
}

enum status checkpoint_write(const char *folder, const struct checkpoint *c, const struct view *v,
                             const struct provenance *facts)
{
    struct hdf5_writer w;
    char path[4096];
    snprintf(path, sizeof path, "%s/checkpoint_%06" PRId64 ".h5", folder, c->step);
    TRY(hdf5_create(&w, path));
    TRY(hdf5_finish(&w, write_content(&w, c, v, facts)));
    TRY(point_latest(folder, strrchr(path, '/') + 1));
    remove_old(folder, c->step);
    return OK;
}

enum status checkpoint_read(const char *path, struct checkpoint *c)
{
    const struct number numbers[] = NUMBERS;
    HDF5_ID file = -1;
    int version;
    TRY(hdf5_open(path, &file));
    char *format = hdf5_get_text(file, "format"), *checksum = hdf5_get_text(file, "checksum");
    const int is_ours = !strcmp(format, FORMAT);
    const int has_sum = sscanf(checksum, "%16" SCNx64, &c->checksum) == 1;
    free(format);
    free(checksum);
    if (!is_ours || !has_sum) FAIL(BAD_INPUT, "%s: not a checkpoint of Updraft", path);
    TRY(hdf5_get_numbers(path, file, "format_version", H5T_NATIVE_INT, 0, &version));
    if (version != FORMAT_VERSION)
        FAIL(BAD_INPUT, "%s: has format %d, but this version reads format %d", path, version,
             FORMAT_VERSION);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        TRY(hdf5_get_numbers(path, file, numbers[i].name, numbers[i].type, numbers[i].n,
                             (char *)c + numbers[i].offset));
    return OK;
}

static void print_number(char *text, size_t size, const struct number *n, const void *at)
{
    const int count = n->n ? n->n : 1;
    size_t used = 0;
    for (int i = 0; i < count && used < size; ++i) {
        const char *gap = i ? " " : "";
        if (n->type == H5T_NATIVE_DOUBLE)
            used += (size_t)snprintf(text + used, size - used, "%s%.17g", gap,
                                     ((const double *)at)[i]);
        else if (n->type == H5T_NATIVE_INT)
            used += (size_t)snprintf(text + used, size - used, "%s%d", gap, ((const int *)at)[i]);
        else
            used += (size_t)snprintf(text + used, size - used, "%s%lu", gap,
                                     ((const unsigned long *)at)[i]);
    }
}

/* Adds to what is different, where a text of the header is. */
static void compare_text(hid_t file, const char *name, const char *wanted, char *list, size_t size)
{
    const size_t used = strlen(list);
    char *has = hdf5_get_text(file, name);
    if (strcmp(has, wanted))
        snprintf(list + used, size - used, "%s %s is %.99s, the case wants %.99s", used ? ";" : "",
                 name, has, wanted);
    free(has);
}

enum status checkpoint_compare(const char *path, const struct checkpoint *found,
                               const struct checkpoint *wanted)
{
    const struct number numbers[] = NUMBERS;
    char differences[1024] = "";
    HDF5_ID file = -1;
    TRY(hdf5_open(path, &file));
    compare_text(file, "case", wanted->case_name, differences, sizeof differences);
    compare_text(file, "mesh_mapping", wanted->mapping_name, differences, sizeof differences);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        char has[128], wants[128];
        print_number(has, sizeof has, &numbers[i], (const char *)found + numbers[i].offset);
        print_number(wants, sizeof wants, &numbers[i], (const char *)wanted + numbers[i].offset);
        if (!numbers[i].is_fixed || !strcmp(has, wants)) continue;
        const size_t used = strlen(differences);
        snprintf(differences + used, sizeof differences - used, "%s %s is %s, the case wants %s",
                 used ? ";" : "", numbers[i].name, has, wants);
    }
    if (*differences) FAIL(BAD_INPUT, "%s: cannot go on from it:%s", path, differences);
    return OK;
}

enum status checkpoint_read_state(const char *path, const struct checkpoint *c,
                                  const struct mesh *mesh, void *const *q)
{
    HDF5_ID file = -1;
    HDF5_ID state = -1;
    TRY(hdf5_open(path, &file));
    TRY_HDF5(BAD_INPUT, "read", path, state = H5Dopen2(file, "state", H5P_DEFAULT));
    HDF5_ID space = H5Dget_space(state);
    hsize_t shape[2] = { 0, 0 };
    if (H5Sget_simple_extent_ndims(space) != 2
        || H5Sget_simple_extent_dims(space, shape, NULL) < 0
        || shape[0] != (hsize_t)mesh->num_elements || shape[1] != state_columns(c->degree))
        FAIL(BAD_INPUT, "%s: its state does not have the shape that its header says", path);
    for (int n = 0; n < mesh->partitions.n; ++n) {
        const struct partition *p = &mesh->partitions.at[n];
        TRY(hdf5_read_rows(path, state, state_type(c->sizeof_real), (hsize_t)p->first,
                           (hsize_t)p->num_elements, q[n]));
    }
    return OK;
}
