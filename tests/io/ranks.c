/* tests/io/ranks.c -- what several ranks write and read is what one rank writes and reads. */
#include <mpi.h>
#include <pnetcdf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/checkpoint.h"
#include "io/netcdf.h"
#include "io/picture.h"
#include "io/points.h"
#include "mesh/agree.h"
#include "mesh/metrics.h"
#include "tests/graph/wavy.h"

static int rank, ranks, tests;
static char folder[64] = "/tmp/io_ranks.XXXXXX"; /* with one folder for rank 0 alone, one for all */
static const char *const folders[] = { "alone", "together" };

static void expect(int is_so, const char *what)
{
    int all = is_so != 0;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    ++tests;
    if (rank == 0) printf("%sok %d - %s\n", all ? "" : "not ", tests, what);
}

static const char *path_of(int together, const char *name)
{
    static char path[4][256];
    static int n;
    n = (n + 1) % 4;
    snprintf(path[n], sizeof path[n], "%s/%s/%s", folder, folders[together], name);
    return path[n];
}

static int run_command(const char *command, const char *of)
{
    char text[512];
    snprintf(text, sizeof text, command, of);
    return system(text);
}

/* ---- A state -------------------------------------------------------------------------------- */

static double c[14] = { 1.1, 0.2, 0.3, 0.1, 0.3, 0.1, -0.2, 0.15, 0.25, 0.05, 0.9, 0.15, 0.1,
                        0.08 };

struct kind {
    int degree;
    int64_t partitions;
    size_t sizeof_real;
    int is_bent;
};

static const char *name_of(const struct kind *k, const char *what)
{
    static char text[160];
    snprintf(text, sizeof text, "order %d, %d partitions, %s%s: %s", k->degree, (int)k->partitions,
             k->sizeof_real == 4 ? "single" : "double", k->is_bent ? ", curved" : "", what);
    return text;
}

struct waves {
    struct mesh mesh;
    struct lgl lgl;
    struct view view;
    void **q;
};

static void fill(struct waves *s, int n)
{
    const struct partition *p = &s->mesh.partitions.at[n];
    const int nq = s->lgl.degree + 1, np = nq * nq * nq;
    double X[MAX_NP][3], q[NFIELDS];
    s->q[n] = memory_new((size_t)p->num_elements * NFIELDS * (size_t)np, s->view.sizeof_real);
    for (int e = 0; e < p->num_elements; ++e) {
        mesh_nodes(&s->mesh, &p->elements[e], &s->lgl, X);
        for (int i = 0; i < np; ++i) {
            wavy_state(c, &p->elements[e], X[i], q);
            for (int k = 0; k < NFIELDS; ++k) {
                const int at = (e * NFIELDS + k) * np + i;
                if (s->view.sizeof_real == 4) ((float *)s->q[n])[at] = (float)q[k];
                else ((double *)s->q[n])[at] = q[k];
            }
        }
    }
}

static void waves_new(struct waves *s, const struct kind *k, int together)
{
    struct mesh_spec spec = wavy_setup(c, 0, k->partitions).mesh;
    spec.level = 2;
    if (k->is_bent) spec.mapping.at = wavy_warp;
    REQUIRE(mesh_new(&s->mesh, &spec, together ? MPI_COMM_WORLD : MPI_COMM_SELF) == OK, "%s",
            error_text());
    lgl_new(&s->lgl, k->degree);
    s->q = NEW(void *, s->mesh.partitions.n + 1);
    s->view = (struct view){
        .mesh = &s->mesh, .lgl = &s->lgl, .sizeof_real = k->sizeof_real,
        .q = (const void *const *)s->q, .time = 12.5, .gamma = 1.4, .gas_constant = 287.6,
        .gravity = wavy_gravity, .theta_background = 300, .reference_pressure = 1e5,
    };
    for (int n = 0; n < s->mesh.partitions.n; ++n) fill(s, n);
}

static void waves_free(struct waves *s)
{
    for (int n = 0; n < s->mesh.partitions.n; ++n) free(s->q[n]);
    free(s->q);
    mesh_free(&s->mesh);
}

/* Whether two states on the same ranks have the same bits. */
static int same_bits(const struct waves *a, const struct waves *b)
{
    const int nq = a->lgl.degree + 1, np = nq * nq * nq;
    for (int n = 0; n < a->mesh.partitions.n; ++n)
        if (memcmp(a->q[n], b->q[n], (size_t)a->mesh.partitions.at[n].num_elements * NFIELDS
                                     * (size_t)np * a->view.sizeof_real))
            return 0;
    return 1;
}

/* ---- What is written ------------------------------------------------------------------------ */

static const struct provenance facts[] = { { "case", "wavy" }, { "version", "7.8.9" }, { 0, 0 } };
static const char *const names[] = { "rho", "w", "vorticity_y" };
enum { NAMES = 3 };

static struct checkpoint describe(const struct waves *s, int64_t step)
{
    return (struct checkpoint){
        .case_name = "wavy", .mapping_name = "none", .degree = s->lgl.degree,
        .sizeof_real = s->view.sizeof_real, .mesh = s->mesh.spec, .gamma = 1.4,
        .gas_constant = 287.6, .gravity = wavy_gravity, .step = step, .time = 12.5,
        .min_density = 0.5, .min_pressure = 0.5,
    };
}

static enum status write_checkpoint(struct waves *s, int together, int64_t step)
{
    const struct checkpoint now = describe(s, step);
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, folders[together]);
    return checkpoint_write(path, &now, &s->view, facts);
}

static enum status write_planes(struct waves *s, int together, int goes_on)
{
    const struct netcdf_content content = {
        .title = "waves", .plane = "y=1", .fields = names, .num_fields = NAMES, .facts = facts,
    };
    struct netcdf *n;
    TRY(netcdf_open(&n, path_of(together, "slice.nc"), &content, &s->view, goes_on));
    enum status status = netcdf_add(n, &s->view);
    const enum status closed = netcdf_close(n);
    return status == OK ? closed : status;
}

/* Where eight elements meet, on a face, inside, and in a corner of the box. */
static enum status write_points(struct waves *s, int together)
{
    struct point at[] = { { .x = { 1, 1, 1 } }, { .x = { 1.9, 1.9, 1.9 } },
                          { .x = { 1, 0.3, 1.2 } }, { .x = { 0.1, 0.2, 0.3 } },
                          { .x = { 1, 1.5, 1.5 } } };
    point_list list = { at, sizeof at / sizeof *at };
    const struct points_table table = { &list, names, NAMES };
    char path[256];
    FILE *f = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, folders[together]);
    TRY(points_find(&list, "output.points", &s->mesh, &s->lgl));
    TRY(agree(s->mesh.comm, rank == 0 ? points_open(&f, path, -1, &table) : OK));
    enum status status = points_write(f, 3, &s->view, &table);
    if (status == OK) status = points_write(f, 4, &s->view, &table);
    if (f) points_close(f);
    return status;
}

/* Of the kinds of output that one writer makes. */
static enum status write_file(struct waves *s, int together, const char *name)
{
    if (!strcmp(name, "fields.hdf"))
        return fields_write(&s->view, names, NAMES, path_of(together, name), facts);
    if (!strcmp(name, "picture.png"))
        return picture_of_view(&s->view, "w", "y=1", "wavy", path_of(together, name));
    if (!strcmp(name, "slice.nc")) return write_planes(s, together, 0);
    if (!strcmp(name, "points.csv")) return write_points(s, together);
    return write_checkpoint(s, together, 1);
}

static int same_bytes(const char *name)
{
    char command[512];
    if (rank > 0) return 1;
    snprintf(command, sizeof command, "cmp %s %s", path_of(0, name), path_of(1, name));
    return system(command) == 0;
}

/* The planes of all times and fields; their number. NetCDF's history says when. */
static size_t read_planes(int together, double **values)
{
    MPI_Offset times, width, height;
    int file, variable, dimension[3];
    size_t n = 0;
    REQUIRE(ncmpi_open(MPI_COMM_SELF, path_of(together, "slice.nc"), NC_NOWRITE, MPI_INFO_NULL,
                       &file) == NC_NOERR, "no slice.nc");
    *values = NULL;
    for (int f = 0; f < NAMES; ++f) {
        REQUIRE(ncmpi_inq_varid(file, names[f], &variable) == NC_NOERR, "no %s", names[f]);
        ncmpi_inq_vardimid(file, variable, dimension);
        ncmpi_inq_dimlen(file, dimension[0], &times);
        ncmpi_inq_dimlen(file, dimension[1], &height);
        ncmpi_inq_dimlen(file, dimension[2], &width);
        const size_t size = (size_t)(times * height * width);
        if (!*values) *values = NEW(double, size * NAMES);
        ncmpi_get_var_double_all(file, variable, *values + n);
        n += size;
    }
    ncmpi_close(file);
    return n;
}

static int same_planes(void)
{
    double *a, *b;
    if (rank > 0) return 1;
    const size_t n = read_planes(0, &a), m = read_planes(1, &b);
    const int same = n > 0 && n == m && !memcmp(a, b, n * sizeof *a);
    free(a), free(b);
    return same;
}

/* Both ways: rank 0 alone, and all. */
static enum status write_both(const struct kind *k, const char *name)
{
    enum status status[2] = { OK, OK };
    for (int together = 0; together < 2; ++together) {
        struct waves s;
        if (!together && rank > 0) continue;
        waves_new(&s, k, together);
        status[together] = write_file(&s, together, name);
        if (status[together] != OK) fprintf(stderr, "%s: %s\n", name, error_text());
        waves_free(&s);
    }
    return status[0] == OK ? status[1] : status[0];
}

static void compare(const struct kind *k, const char *name, const char *what)
{
    const enum status status = write_both(k, name);
    expect(status == OK && same_bytes(name), name_of(k, what));
}

static void compare_planes(const struct kind *k)
{
    expect(write_both(k, "slice.nc") == OK && same_planes(), name_of(k, "planes have one bits"));
    enum status status[2] = { OK, OK };
    for (int together = 0; together < 2; ++together) {
        struct waves s;
        if (!together && rank > 0) continue;
        waves_new(&s, k, together);
        s.view.time = 13;
        status[together] = write_planes(&s, together, 1);
        waves_free(&s);
    }
    expect(status[0] == OK && status[1] == OK && same_planes(),
           name_of(k, "and so when the file goes on"));
}

/* Pixels on edges and corners, where up to eight elements have their say: the order of the mean
 * counts from the third one on. */
static void compare_slice(const struct kind *k, int size)
{
    const struct plane plane = { .axis = 1, .at = 1 };
    double *values[2] = { NULL, NULL };
    int is_same = 1;
    for (int together = 0; together < 2; ++together) {
        struct waves s;
        struct slice slice;
        if (!together && rank > 0) continue;
        waves_new(&s, k, together);
        const struct mesh_spec *box = &s.mesh.spec;
        REQUIRE(slice_new(&slice, plane, box->lower, box->upper) == OK, "%s", error_text());
        values[together] = NEW(double, NAMES * size * size);
        for (int f = 0; f < NAMES; ++f) {
            slice_set_size(&slice, size, size);
            slice_view(&slice, &s.view, quantity_find(names[f]));
            memcpy(values[together] + f * size * size, slice.values,
                   (size_t)(size * size) * sizeof(double));
        }
        slice_free(&slice);
        waves_free(&s);
    }
    if (rank == 0)
        is_same = !memcmp(values[0], values[1], (size_t)(NAMES * size * size) * sizeof(double));
    free(values[0]), free(values[1]);
    expect(is_same, name_of(k, "means of up to eight elements have one bits"));
}

/* ---- What is read --------------------------------------------------------------------------- */

static enum status read_state(struct waves *s, const char *path)
{
    struct checkpoint found;
    TRY(agree(s->mesh.comm, checkpoint_read(path, &found)));
    return checkpoint_read_state(path, &found, &s->mesh, s->lgl.degree, s->view.sizeof_real, s->q);
}

/* Every checkpoint, read on all ranks and on each alone, is the state that was written; in another
 * order and precision it is the same on all as on one. */
static void read_back(const struct kind *k)
{
    const struct kind other = { k->degree + 1, 5, 12 - k->sizeof_real, k->is_bent };
    for (int written = 0; written < 2; ++written)
        for (int together = 0; together < 2; ++together) {
            const char *path = path_of(written, "checkpoint_000001.h5");
            struct waves s, read;
            waves_new(&s, k, together);
            waves_new(&read, k, together);
            for (int n = 0; n < read.mesh.partitions.n; ++n) ((char *)read.q[n])[0] ^= 1;
            const int is_read = read_state(&read, path) == OK && same_bits(&s, &read);
            waves_free(&s), waves_free(&read);
            expect(is_read, name_of(k, together ? "all ranks read the state" : "one reads it"));
        }
    struct waves alone, all;
    waves_new(&alone, &other, 0);
    waves_new(&all, &other, 1);
    int is_same = read_state(&alone, path_of(1, "checkpoint_000001.h5")) == OK
               && read_state(&all, path_of(1, "checkpoint_000001.h5")) == OK;
    for_each (const struct partition, p, all.mesh.partitions) {
        const size_t nq = (size_t)other.degree + 1;
        is_same &= !memcmp(all.q[p - all.mesh.partitions.at], alone.q[p->number],
                           (size_t)p->num_elements * NFIELDS * nq * nq * nq * other.sizeof_real);
    }
    waves_free(&alone), waves_free(&all);
    expect(is_same, name_of(k, "in another order and precision it is the same"));
}

/* Whether all ranks have rank 0's message, which holds `part`. */
static int same_words(const char *part)
{
    char words[2048];
    snprintf(words, sizeof words, "%s", error_text());
    MPI_Bcast(words, sizeof words, MPI_BYTE, 0, MPI_COMM_WORLD);
    return *words && strstr(words, part) && !strcmp(words, error_text());
}

/* A bit of the state's byte, a share of it from its begin, is not what it was. */
static void flip(const char *path, double share)
{
    unsigned long at, bytes, all;
    FILE *f = fopen(path, "r+b");
    REQUIRE(f && fscanf(f, "updraft checkpoint %*d bytes %lu state %lu %lu", &all, &at, &bytes)
                     == 3, "no seal in %s", path);
    at += (unsigned long)(share * (double)(bytes - 1));
    fseek(f, (long)at, SEEK_SET);
    const int byte = fgetc(f);
    fseek(f, (long)at, SEEK_SET);
    fputc(byte ^ 4, f);
    fclose(f);
}

static void refuse_damage(const struct kind *k)
{
    static const double shares[] = { 0, 0.45, 1 };
    const char *path = path_of(1, "checkpoint_000001.h5");
    for (int i = 0; i < 3; ++i) {
        char alone[2048];
        struct waves s;
        if (rank == 0) flip(path, shares[i]);
        MPI_Barrier(MPI_COMM_WORLD);
        waves_new(&s, k, 0);
        error_clear();
        int is_refused = read_state(&s, path) == BAD_INPUT;
        snprintf(alone, sizeof alone, "%s", error_text());
        waves_free(&s);
        waves_new(&s, k, 1);
        error_clear();
        is_refused &= read_state(&s, path) == BAD_INPUT;
        waves_free(&s);
        is_refused &= same_words("not have the checksum") && !strcmp(alone, error_text());
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) flip(path, shares[i]);
        expect(is_refused, name_of(k, "a damaged state is refused in the words of one rank"));
    }
    struct waves s;
    waves_new(&s, k, 1);
    error_clear();
    const enum status status = read_state(&s, path_of(1, "checkpoint_000009.h5"));
    expect(status == BAD_INPUT && same_words("checkpoint_000009.h5"),
           name_of(k, "so is a file that is not there"));
    waves_free(&s);
}

static void refuse_point(const struct kind *k)
{
    struct point at[] = { { .x = { 1, 1, 1 } }, { .x = { 1, 1, 2.5 } } };
    point_list list = { at, 2 };
    struct waves s;
    waves_new(&s, k, 1);
    error_clear();
    const enum status status = points_find(&list, "output.points", &s.mesh, &s.lgl);
    expect(status == BAD_INPUT && same_words("output.points: point [1, 1, 2.5] is outside"),
           name_of(k, "a point outside is refused by all ranks"));
    waves_free(&s);
}

/* ---- A disk that refuses -------------------------------------------------------------------- */

/* What one rank writes beyond so many bytes of a file fails as on a full disk. */
static void limit(int where, rlim_t bytes)
{
    struct rlimit l;
    getrlimit(RLIMIT_FSIZE, &l);
    l.rlim_cur = rank == where ? bytes : l.rlim_max;
    setrlimit(RLIMIT_FSIZE, &l);
}

static long size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

/* All ranks come to the same end with one message, and nothing is left of the file. */
static void refuse_to_write(const struct kind *k, const char *name, int where, rlim_t bytes)
{
    char what[64];
    struct waves s;
    waves_new(&s, k, 1);
    if (rank == 0) run_command("rm -rf %s/together/*", folder);
    MPI_Barrier(MPI_COMM_WORLD);
    limit(where, bytes);
    error_clear();
    const enum status status = write_file(&s, 1, name);
    limit(-1, 0);
    const int is_one = same_words(name);
    const int grows = !strcmp(name, "slice.nc") || !strcmp(name, "points.csv");
    int is_left = !grows && size_of(path_of(1, name)) >= 0;
    if (rank == 0) is_left |= run_command("ls %s/together | grep -q part", folder) == 0;
    snprintf(what, sizeof what, "rank %d's disk ends at byte %ld of %s", where, (long)bytes, name);
    expect(status == BAD_MACHINE && is_one && !is_left, name_of(k, what));
    waves_free(&s);
}

/* The checkpoint before is there, and the newest. */
static void keep_checkpoint(const struct kind *k)
{
    struct waves s;
    char target[64] = "";
    if (rank == 0) run_command("rm -rf %s/together/*", folder);
    MPI_Barrier(MPI_COMM_WORLD);
    waves_new(&s, k, 1);
    int is_kept = write_checkpoint(&s, 1, 1) == OK;
    const long size = size_of(path_of(1, "checkpoint_000001.h5"));
    limit(ranks - 1, (rlim_t)size / 2);
    error_clear();
    is_kept &= write_checkpoint(&s, 1, 2) == BAD_MACHINE && same_words("checkpoint_000002.h5");
    limit(-1, 0);
    is_kept &= read_state(&s, path_of(1, "checkpoint_latest.h5")) == OK;
    if (readlink(path_of(1, "checkpoint_latest.h5"), target, sizeof target - 1) < 0) is_kept = 0;
    is_kept &= !strcmp(target, "checkpoint_000001.h5");
    expect(is_kept, name_of(k, "the checkpoint before a full disk stays, and is the newest"));
    waves_free(&s);
}

int main(void)
{
    static const struct kind kinds[] = {
        { 3, 4, sizeof(double), 0 }, { 3, 9, sizeof(double), 0 }, { 3, 4, sizeof(float), 1 },
        { 2, 9, sizeof(double), 1 }, { 2, 1, sizeof(float), 0 },
    };
    static const struct kind blocks = { 8, 9, sizeof(float), 0 }; /* more than one block of rows */
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    signal(SIGXFSZ, SIG_IGN);
    if (rank == 0) REQUIRE(mkdtemp(folder), "no folder");
    MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 2 && rank == 0; ++i) mkdir(path_of(i, ""), 0777);
    struct waves first; /* p4est starts on all ranks together */
    waves_new(&first, &kinds[0], 1);
    waves_free(&first);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        compare(&kinds[i], "fields.hdf", "field files have one bytes");
        if (!kinds[i].is_bent || kinds[i].sizeof_real == 4) /* curved ones take seconds */
            compare(&kinds[i], "picture.png", "so have pictures");
        compare(&kinds[i], "points.csv", "and values at points");
        compare(&kinds[i], "checkpoint_000001.h5", "and checkpoints");
        compare_planes(&kinds[i]);
        compare_slice(&kinds[i], 9);
        compare_slice(&kinds[i], 10);
        read_back(&kinds[i]);
    }
    compare(&blocks, "fields.hdf", "field files of many blocks have one bytes");
    compare(&kinds[1], "checkpoint_000001.h5", "one more checkpoint");
    refuse_damage(&kinds[1]);
    refuse_point(&kinds[1]);
    const long size = size_of(path_of(0, "fields.hdf"));
    for (int tenth = 0; tenth < 10; tenth += 3)
        refuse_to_write(&blocks, "fields.hdf", 0, (rlim_t)(size * tenth / 10));
    refuse_to_write(&kinds[1], "picture.png", 0, 5000);
    refuse_to_write(&kinds[1], "slice.nc", 0, 70000);
    refuse_to_write(&kinds[1], "points.csv", 0, 300);
    refuse_to_write(&kinds[1], "checkpoint_000001.h5", 0, 1000);
    refuse_to_write(&kinds[1], "checkpoint_000001.h5", 0, 10000);
    refuse_to_write(&kinds[1], "checkpoint_000001.h5", 1, 60000);
    refuse_to_write(&kinds[1], "checkpoint_000001.h5", ranks - 1, 150000);
    keep_checkpoint(&kinds[1]);
    if (rank == 0) printf("1..%d\n", tests);
    if (rank == 0) run_command("rm -rf %s", folder);
    MPI_Finalize();
    return 0;
}
