/* tests/fuzz/checkpoint_edits.c -- checkpoints that HDF5 reads and Updraft would not write. */
#define _GNU_SOURCE
#include "tests/fuzz/checkpoint_edits.h"
#include <fcntl.h>
#include <hdf5.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/seal.h"
#include "tests/fuzz/fuzz.h"

enum {
    MOST_NUMBERS = 16,    /* of an attribute                                       */
    MOST_VALUES = 100000, /* of a state that is stored                             */
    LONGEST = 1 << 20,    /* bytes of a file                                       */
};

/* Where an attribute stands: the file or one of its groups; -1 where there is none. */
static hid_t place_of(hid_t file, const char **name)
{
    static const char group[] = "provenance/";
    if (strncmp(*name, group, sizeof group - 1)) return H5Gopen2(file, "/", H5P_DEFAULT);
    *name += sizeof group - 1;
    return H5Gopen2(file, "provenance", H5P_DEFAULT);
}

static void put(hid_t at, const char *name, hid_t type, hid_t space, const void *value)
{
    const hid_t attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        H5Awrite(attribute, type, value);
        H5Aclose(attribute);
    }
    H5Sclose(space);
}

static void put_numbers(hid_t at, const char *name, const char *text, int is_real)
{
    double reals[MOST_NUMBERS];
    int64_t wholes[MOST_NUMBERS];
    hsize_t n = 0;
    for (char *end; n < MOST_NUMBERS; text = end, ++n) {
        reals[n] = strtod(text, &end);
        if (end == text) break;
        wholes[n] = strtoll(text, NULL, 10);
    }
    const hid_t space = n == 0 ? H5Screate(H5S_NULL) : n == 1 ? H5Screate(H5S_SCALAR)
                                                     : H5Screate_simple(1, &n, NULL);
    if (is_real) put(at, name, H5T_NATIVE_DOUBLE, space, reals);
    else put(at, name, H5T_NATIVE_INT64, space, wholes);
}

static void put_text(hid_t at, const char *name, const char *text, int is_fixed)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    const size_t length = strlen(text);
    H5Tset_size(type, is_fixed ? (length ? length : 1) : H5T_VARIABLE);
    put(at, name, type, H5Screate(H5S_SCALAR), is_fixed ? (const void *)text : (const void *)&text);
    H5Tclose(type);
}

/* Zeros of a shape; chunks that were never written are zeros too. */
static void put_state(hid_t file, const char *kind, const char *text)
{
    unsigned long long shape[2] = { 1, 1 };
    const int is_chunked = !strcmp(kind, "chunked");
    const hid_t type = !strcmp(kind, "int") ? H5T_NATIVE_INT
                     : !strcmp(kind, "half") ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
    const int rank = sscanf(text, "%llu %llu", &shape[0], &shape[1]);
    if (rank < 1 || (!is_chunked && (shape[0] > MOST_VALUES || shape[1] > MOST_VALUES
                                     || shape[0] * shape[1] > MOST_VALUES)))
        return;
    H5Ldelete(file, "state", H5P_DEFAULT);
    const hsize_t size[2] = { shape[0], shape[1] }, chunk[2] = { 1, 1 };
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, size, NULL);
    if (is_chunked) H5Pset_chunk(list, rank, chunk);
    else H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
    const hid_t state = H5Dcreate2(file, "state", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    if (state >= 0) H5Dclose(state);
    H5Pclose(list);
    if (space >= 0) H5Sclose(space);
}

/* The edits that need HDF5. */
static void edit_inside(hid_t file, const char *name, const char *verb, const char *rest)
{
    const int is_state = !strcmp(name, "state");
    if (is_state && strcmp(verb, "gone")) put_state(file, verb, rest);
    if (is_state || !strcmp(name, "provenance")) {
        if (!strcmp(verb, "gone")) H5Ldelete(file, name, H5P_DEFAULT);
        return;
    }
    const int is_numbers = !strcmp(verb, "int") || !strcmp(verb, "real");
    const int is_text = !strcmp(verb, "text") || !strcmp(verb, "letters");
    if (!is_numbers && !is_text && strcmp(verb, "gone")) return;
    const hid_t at = place_of(file, &name);
    if (at < 0) return;
    if (*name && H5Aexists(at, name) > 0) H5Adelete(at, name);
    if (*name && is_numbers) put_numbers(at, name, rest, verb[0] == 'r');
    if (*name && is_text) put_text(at, name, rest, verb[0] == 'l');
    H5Gclose(at);
}

/* The edits of the sealed file, or those before. */
struct bytes {
    int fd, is_sealed;
    uint64_t at, bytes; /* place of the state */
};

static void edit_bytes(struct bytes *b, const char *name, const char *verb, const char *rest)
{
    const uint64_t first = strtoull(verb, NULL, 10), second = strtoull(rest, NULL, 10);
    const unsigned char value = (unsigned char)second;
    struct stat st;
    if (!strcmp(name, "place")) b->at = first, b->bytes = second;
    if (b->is_sealed && !strcmp(name, "damage") && fstat(b->fd, &st) == 0
        && first < (uint64_t)st.st_size && pwrite(b->fd, &value, 1, (off_t)first) != 1)
        fuzz_fail("cannot change a byte");
    if (first < LONGEST && !strcmp(name, b->is_sealed ? "cut" : "length")
        && ftruncate(b->fd, (off_t)first) != 0)
        fuzz_fail("cannot change the length");
}

/* Calls one of the two for each line. */
static void for_each_line(const char *text, hid_t file, struct bytes *b)
{
    for (const char *line = text; *line;) {
        const char *end = strchrnul(line, '\n');
        char copy[400], name[64] = "", verb[64] = "";
        int used = 0;
        snprintf(copy, sizeof copy, "%.*s", (int)(end - line < 399 ? end - line : 399), line);
        if (sscanf(copy, "%63s %63s%n", name, verb, &used) == 2) {
            const char *rest = copy + used + (copy[used] == ' ');
            if (b) edit_bytes(b, name, verb, rest);
            else edit_inside(file, name, verb, rest);
        }
        line = *end ? end + 1 : end;
    }
}

void checkpoint_edit(const char *path, const char *text)
{
    struct bytes b = { .at = SEAL_BYTES };
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    if (file < 0) fuzz_fail("cannot open the checkpoint that is to be edited");
    for_each_line(text, file, NULL);
    const hid_t state = H5Lexists(file, "state", H5P_DEFAULT) > 0
                            ? H5Dopen2(file, "state", H5P_DEFAULT) : -1;
    if (state >= 0 && H5Dget_offset(state) != HADDR_UNDEF)
        b.at = H5Dget_offset(state), b.bytes = H5Dget_storage_size(state);
    if (state >= 0) H5Dclose(state);
    H5Fclose(file);

    b.fd = open(path, O_RDWR | O_CLOEXEC);
    if (b.fd < 0) fuzz_fail("cannot open the checkpoint again");
    for_each_line(text, -1, &b);
    if (seal_write(path, path, b.at, b.bytes) != OK) error_clear(); /* no place to seal: as it is */
    b.is_sealed = 1;
    for_each_line(text, -1, &b);
    close(b.fd);
}
