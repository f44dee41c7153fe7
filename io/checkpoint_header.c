/* io/checkpoint_header.c -- all that a checkpoint says besides the state, as attributes. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/checkpoint_parts.h"
#include "io/seal.h"

static const char FORMAT[] = "updraft checkpoint";

/* Every number of the header: name in the file, HDF5 type, how many, where. One list to write, to
 * read and to compare; what is_fixed has to be the same after a restart. */
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
        NUMBER("order", H5T_NATIVE_INT, 0, 0, degree),              \
        NUMBER("bytes_a_real", H5T_NATIVE_ULONG, 0, 0, sizeof_real), \
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
        NUMBER("origin_step", H5T_NATIVE_INT64, 0, 0, origin_step), \
        NUMBER("origin_time", H5T_NATIVE_DOUBLE, 0, 0, origin_time), \
        NUMBER("initial_mass", H5T_NATIVE_DOUBLE, 0, 0, mass),      \
        NUMBER("initial_energy", H5T_NATIVE_DOUBLE, 0, 0, energy),  \
        NUMBER("initial_entropy", H5T_NATIVE_DOUBLE, 0, 0, entropy), \
        NUMBER("wall_s", H5T_NATIVE_DOUBLE, 0, 0, wall),            \
        NUMBER("min_density", H5T_NATIVE_DOUBLE, 0, 0, min_density), \
        NUMBER("min_pressure", H5T_NATIVE_DOUBLE, 0, 0, min_pressure), \
    }

/* Names of the checksums: of the state, of its variables. */
static const char ALL[] = "checksum";
static const char *const OF[NFIELDS] = {
    [RHO] = "checksum_rho",     [RHO_U] = "checksum_rho_u", [RHO_V] = "checksum_rho_v",
    [RHO_W] = "checksum_rho_w", [RHO_E] = "checksum_rho_e",
};

static enum status write_sum(const struct hdf5_writer *w, const char *name, uint64_t sum)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, sum);
    return hdf5_set_text(w, w->id, name, text);
}

enum status checkpoint_write_header(const struct hdf5_writer *w, const struct checkpoint *c,
                                    const struct provenance *facts)
{
    const struct number numbers[] = NUMBERS;
    const int version = SEAL_FORMAT;

    TRY(hdf5_set_text(w, w->id, "format", FORMAT));
    TRY(hdf5_set_numbers(w, w->id, "format_version", H5T_NATIVE_INT, H5T_NATIVE_INT, 0, &version));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        TRY(hdf5_set_numbers(w, w->id, numbers[i].name, numbers[i].type, numbers[i].type,
                             numbers[i].n, (const char *)c + numbers[i].offset));
    TRY(hdf5_set_text(w, w->id, "case", c->case_name));
    TRY(hdf5_set_text(w, w->id, "mesh_mapping", c->mapping_name));
    TRY(write_sum(w, ALL, c->checksum));
    for (int k = 0; k < NFIELDS; ++k) TRY(write_sum(w, OF[k], c->sums[k]));
    return hdf5_set_provenance(w, facts);
}

static enum status read_text(const char *path, hid_t file, const char *name, char *text,
                             size_t size)
{
    char *has = hdf5_get_text(file, name);
    const int length = snprintf(text, size, "%s", has);
    free(has);
    if (length < 0 || (size_t)length >= size)
        FAIL(BAD_INPUT, "%s: attribute %s has more than %zu letters", path, name, size - 1);
    for (const char *c = text; *c; ++c) /* a terminal would obey them */
        if ((unsigned char)*c < ' ' || *c == 127)
            FAIL(BAD_INPUT, "%s: attribute %s holds control characters", path, name);
    return OK;
}

/* Of the program that wrote the file; "" where it does not say. */
static enum status read_version(const char *path, hid_t file, struct checkpoint *c)
{
    HDF5_ID group = -1;
    TRY_HDF5(BAD_INPUT, "read", path, group = H5Gopen2(file, "provenance", H5P_DEFAULT));
    return read_text(path, group, "version", c->version, sizeof c->version);
}

static enum status read_sum(const char *path, hid_t file, const char *name, uint64_t *sum)
{
    char text[17];
    int end = 0;
    TRY(read_text(path, file, name, text, sizeof text));
    if (sscanf(text, "%16" SCNx64 "%n", sum, &end) != 1 || end != 16)
        FAIL(BAD_INPUT, "%s: attribute %s is no checksum of 16 hexadecimal digits", path, name);
    return OK;
}

/* The header's elements are all in the file: nobody reads more than that, whatever HDF5 says. */
static enum status check_size(const char *path, const struct checkpoint *c, uint64_t bytes)
{
    const uint64_t element = checkpoint_columns(c->degree) * c->sizeof_real;
    const int64_t elements = mesh_count(&c->mesh);
    if (elements < 1 || bytes % element || bytes / element != (uint64_t)elements)
        FAIL(BAD_INPUT, "%s: its state does not have the size that its header says", path);
    return OK;
}

enum status checkpoint_read(const char *path, struct checkpoint *c)
{
    const struct number numbers[] = NUMBERS;
    HDF5_ID file = -1;
    int version;
    char format[32];
    uint64_t bytes;
    *c = (struct checkpoint){ .degree = 0 };
    TRY(seal_check(path, &bytes));
    TRY(hdf5_open(path, &file));
    TRY(read_text(path, file, "format", format, sizeof format));
    TRY(hdf5_get_numbers(path, file, "format_version", H5T_NATIVE_INT, 0, &version));
    if (strcmp(format, FORMAT) || version != SEAL_FORMAT)
        FAIL(BAD_INPUT, "%s is no checkpoint of format %d", path, SEAL_FORMAT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        TRY(hdf5_get_numbers(path, file, numbers[i].name, numbers[i].type, numbers[i].n,
                             (char *)c + numbers[i].offset));
    TRY(read_text(path, file, "case", c->case_name, sizeof c->case_name));
    TRY(read_text(path, file, "mesh_mapping", c->mapping_name, sizeof c->mapping_name));
    TRY(read_version(path, file, c));
    TRY(read_sum(path, file, ALL, &c->checksum));
    for (int k = 0; k < NFIELDS; ++k) TRY(read_sum(path, file, OF[k], &c->sums[k]));
    if (c->degree < MIN_DEGREE || c->degree > MAX_DEGREE
        || (c->sizeof_real != sizeof(float) && c->sizeof_real != sizeof(double)))
        FAIL(BAD_INPUT, "%s: has order %d with %zu bytes a real, but this version reads orders %d to "
             "%d with 4 or 8", path, c->degree, c->sizeof_real, MIN_DEGREE, MAX_DEGREE);
    return check_size(path, c, bytes);
}

/* As few as tell a number from all others. */
static int digits(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", x);
    return strtod(text, NULL) == x ? 15 : 17;
}

static void print_number(char *text, size_t size, const struct number *n, const void *at)
{
    const int count = n->n ? n->n : 1;
    size_t used = 0;
    for (int i = 0; i < count && used < size; ++i) {
        const char *gap = i ? " " : "";
        if (n->type == H5T_NATIVE_DOUBLE)
            used += (size_t)snprintf(text + used, size - used, "%s%.*g", gap,
                                     digits(((const double *)at)[i]), ((const double *)at)[i]);
        else if (n->type == H5T_NATIVE_INT)
            used += (size_t)snprintf(text + used, size - used, "%s%d", gap, ((const int *)at)[i]);
        else
            used += (size_t)snprintf(text + used, size - used, "%s%lu", gap,
                                     ((const unsigned long *)at)[i]);
    }
}

/* A list of differences: "NAME is THIS, the case wants THAT", with semicolons. */
static void add_difference(char *list, size_t size, const char *name, const char *has,
                           const char *wants)
{
    const size_t used = strlen(list);
    if (strcmp(has, wants))
        snprintf(list + used, size - used, "%s %s is %s, the case wants %s", used ? ";" : "", name,
                 has, wants);
}

enum status checkpoint_compare(const char *path, const struct checkpoint *found,
                               const struct checkpoint *wanted)
{
    const struct number numbers[] = NUMBERS;
    char list[4096] = "";
    add_difference(list, sizeof list, "case", found->case_name, wanted->case_name);
    add_difference(list, sizeof list, "mesh_mapping", found->mapping_name, wanted->mapping_name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        char has[128], wants[128];
        if (!numbers[i].is_fixed) continue;
        print_number(has, sizeof has, &numbers[i], (const char *)found + numbers[i].offset);
        print_number(wants, sizeof wants, &numbers[i], (const char *)wanted + numbers[i].offset);
        add_difference(list, sizeof list, numbers[i].name, has, wants);
    }
    if (*list) FAIL(BAD_INPUT, "%s: cannot go on from it:%s", path, list);
    return OK;
}
