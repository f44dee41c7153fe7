/* tests/io/test_fields.c -- field files: what VTK reads, what we read back, what failures leave. */
#include "base/error.h"
#include "base/memory.h"
#include "io/checkpoint.h"
#include "io/fields.h"
#include "sample.h"
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "fields-XXXXXX";

static void make_folder(void) { REQUIRE(mkdtemp(folder), "no temporary folder"); }

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    REQUIRE(system(command) == 0, "%s", command);
}

TestSuite(fields, .init = make_folder, .fini = remove_folder);

static const struct provenance facts[] = { { "case", "sample" }, { "version", "1" }, { 0 } };

static char *in_folder(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *source_folder(void)
{
    const char *srcdir = getenv("srcdir");
    return srcdir ? srcdir : ".";
}

static int exists(const char *path) { return access(path, F_OK) == 0; }

/* Runs a script of this folder in the first Python that has what it needs; its exit code, 77 where
 * none has. Its output goes to standard error: TAP has standard output. */
static int run_python(const char *script, const char *arguments)
{
    static const char *const pythons[] = { "/usr/bin/python3", "python3", "pvpython" };
    char command[1000];
    int code = 77;

    for (size_t i = 0; i < sizeof pythons / sizeof *pythons && (code == 77 || code == 127); ++i) {
        snprintf(command, sizeof command, "%s %s/tests/io/%s %s >&2", pythons[i], source_folder(),
                 script, arguments);
        code = WEXITSTATUS(system(command));
    }
    return code == 127 ? 77 : code;
}

static void vtk_sees_the_polynomial(int degree, size_t sizeof_real, double tolerance)
{
    static const char *const names[] = { "rho", "u", "p" };
    static const double times[] = { 0, 0.1, 12.5 };
    struct sample_state s;
    char series[200], arguments[300];

    sample_new(&s, degree, sizeof_real);
    snprintf(series, sizeof series, "%s/sample.hdf.series", folder);
    for (int i = 0; i < 3; ++i) {
        char name[40], *path;
        snprintf(name, sizeof name, "sample_%06d.hdf", i);
        path = in_folder(name);
        s.view.time = times[i];
        cr_assert(eq(int, fields_write(&s.view, names, 3, path, facts), OK), "%s", error_text());
        cr_assert(eq(int, fields_series(series, path, times[i]), OK), "%s", error_text());
    }
    sample_free(&s);
    snprintf(arguments, sizeof arguments, "%s %d %g", series, degree, tolerance);
    const int code = run_python("read_fields.py", arguments);
    if (code == 77) cr_skip("no Python with VTK here");
    cr_assert(eq(int, code, 0));
}

#define VTK_TEST(N)                                              \
    Test(fields, vtk_sees_the_polynomial_of_order_##N)           \
    {                                                            \
        vtk_sees_the_polynomial(N, sizeof(double), 1e-12);       \
    }
VTK_TEST(1)
VTK_TEST(2)
VTK_TEST(3)
VTK_TEST(4)
VTK_TEST(8)

Test(fields, vtk_sees_the_polynomial_in_single)
{
    vtk_sees_the_polynomial(4, sizeof(float), 1e-6);
}

Test(fields, are_read_back_with_header_and_geometry)
{
    static const char *const names[] = { "p", "theta_perturbation" };
    enum { N = 3, NP = (N + 1) * (N + 1) * (N + 1) };
    struct sample_state s;
    struct fields_file *f;
    const struct stored_field *p, *theta;
    double values[4 * NP], x[4 * NP][3];

    sample_new(&s, N, sizeof(double));
    cr_assert(eq(int, fields_write(&s.view, names, 2, in_folder("a.hdf"), facts), OK));
    cr_assert(eq(int, fields_open(&f, in_folder("a.hdf")), OK), "%s", error_text());
    const struct fields_header *h = fields_header(f);
    cr_expect(eq(int, h->degree, N));
    cr_expect(eq(i64, h->num_elements, 4));
    cr_expect(eq(dbl, h->time, 12.5));
    cr_expect(eq(dbl, h->lower[0], -500));
    cr_expect(eq(dbl, h->upper[2], 2000));
    cr_expect(eq(str, h->case_name, "sample"));
    cr_expect(eq(int, h->fields.n, 2));
    cr_assert(eq(int, fields_find(f, NULL, &p), OK));
    cr_assert(eq(int, fields_find(f, "theta_perturbation", &theta), OK));
    cr_expect(eq(str, p->name, "p"));
    cr_expect(eq(str, p->unit, "Pa"));
    cr_expect(eq(int, p->is_signed, 0));
    cr_expect(eq(int, theta->is_signed, 1));

    cr_assert(eq(int, fields_positions(f, 0, 4, x), OK));
    cr_assert(eq(int, fields_values(f, p, 0, 4, values), OK));
    for (int e = 0; e < 4; ++e)
        for (int i = 0; i < NP; ++i) {
            const double *at = x[e * NP + i];
            const double exact = 1e5 * (1 + (at[0] + 500) / 2000 * at[1] / 300
                                            * pow(at[2] / 2000, N));
            cr_assert(epsilon_eq(dbl, values[e * NP + i], exact, 1e-6));
        }

    cr_expect(eq(int, fields_find(f, "rho", &p), BAD_INPUT));
    cr_expect(ne(ptr, (void *)strstr(error_text(), "p theta_perturbation"), NULL), "%s",
              error_text());
    fields_close(f);
    sample_free(&s);
}

Test(fields, are_read_as_the_manual_says)
{
    static const char *const names[] = { "rho", "w" };
    const struct checkpoint c = { .degree = 3, .sizeof_real = sizeof(double), .step = 7,
                                  .time = 12.5 };
    struct sample_state s;
    char arguments[500];

    sample_new(&s, 3, sizeof(double));
    cr_assert(eq(int, fields_write(&s.view, names, 2, in_folder("a.hdf"), facts), OK));
    cr_assert(eq(int, checkpoint_write(folder, &c, &s.view, facts), OK), "%s", error_text());
    sample_free(&s);
    snprintf(arguments, sizeof arguments, "%s/docs/format.md %s/a.hdf %s/checkpoint_latest.h5",
             source_folder(), folder, folder);
    const int code = run_python("run_examples.py", arguments);
    if (code == 77) cr_skip("no Python with h5py here");
    cr_assert(eq(int, code, 0));
}

Test(fields, an_unknown_name_lists_the_known_ones)
{
    static const char *const names[] = { "temperature" };
    struct sample_state s;
    sample_new(&s, 1, sizeof(double));
    cr_expect(eq(int, fields_write(&s.view, names, 1, in_folder("a.hdf"), facts), BAD_INPUT));
    cr_expect(ne(ptr, (void *)strstr(error_text(), "theta_perturbation"), NULL), "%s",
              error_text());
    cr_expect(eq(int, exists(in_folder("a.hdf")), 0));
    sample_free(&s);
}

Test(fields, a_missing_folder_is_named)
{
    static const char *const names[] = { "rho" };
    struct sample_state s;
    sample_new(&s, 1, sizeof(double));
    cr_expect(eq(int, fields_write(&s.view, names, 1, "no/such/folder/a.hdf", facts), BAD_MACHINE));
    cr_expect(eq(str, (char *)error_text(),
                 "cannot write no/such/folder/a.hdf: No such file or directory"));
    sample_free(&s);
}

Test(fields, a_full_disk_leaves_the_old_file_and_no_new_one)
{
    static const char *const names[] = { "rho", "p" };
    struct sample_state s;
    struct fields_file *f;
    struct stat before, after;
    char *path;

    sample_new(&s, 8, sizeof(double));
    path = in_folder("a.hdf");
    cr_assert(eq(int, fields_write(&s.view, names, 2, path, facts), OK));
    stat(path, &before);

    /* From nothing to nearly the whole file, so that every write is the first to fail once. */
    for (rlim_t most = 0; most < (rlim_t)before.st_size; most += 2000) {
        const pid_t child = fork();
        int status;
        cr_assert(ge(int, child, 0));
        if (child == 0) {
            signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){ most, most });
            const enum status code = fields_write(&s.view, names, 2, path, facts);
            exit(!(code == BAD_MACHINE && strstr(error_text(), "File too large")));
        }
        waitpid(child, &status, 0);
        cr_assert(eq(int, status, 0), "at %lld bytes", (long long)most);
    }
    stat(path, &after);
    cr_expect(eq(i64, after.st_ino, before.st_ino));
    cr_expect(eq(int, exists(in_folder("a.hdf.part")), 0));
    cr_assert(eq(int, fields_open(&f, in_folder("a.hdf")), OK));
    fields_close(f);
    sample_free(&s);
}

Test(fields, other_files_are_refused_in_words)
{
    struct fields_file *f;
    FILE *text = fopen(in_folder("a.hdf"), "w");
    fputs("not HDF5\n", text);
    fclose(text);
    cr_expect(eq(int, fields_open(&f, in_folder("a.hdf")), BAD_INPUT));
    cr_expect(ne(ptr, (void *)strstr(error_text(), "a.hdf is not an HDF5 file"), NULL), "%s",
              error_text());
    error_clear();
    cr_expect(eq(int, fields_open(&f, in_folder("missing.hdf")), BAD_INPUT));
    cr_expect(ne(ptr, (void *)strstr(error_text(), "No such file"), NULL), "%s", error_text());
}

/* The list in the folder as one line without spaces. */
static char *list_text(const char *path)
{
    static char text[1000];
    FILE *in = fopen(path, "r");
    size_t n = 0;
    for (int c; in && (c = fgetc(in)) != EOF && n < sizeof text - 1;)
        if (c != ' ' && c != '\n') text[n++] = (char)c;
    if (in) fclose(in);
    text[n] = '\0';
    return text;
}

Test(series, a_restart_replaces_what_comes_after_it, .init = make_folder, .fini = remove_folder)
{
    char list[200];
    snprintf(list, sizeof list, "%s/x.hdf.series", folder);
    cr_assert(eq(int, fields_series(list, "out/x_000000.hdf", 0), OK));
    cr_assert(eq(int, fields_series(list, "out/x_000001.hdf", 1.5), OK));
    cr_assert(eq(int, fields_series(list, "out/x_000002.hdf", 3), OK));
    cr_assert(eq(int, fields_series(list, "out/x_000001.hdf", 1.25), OK));
    cr_expect(eq(str, list_text(list),
                 "{\"file-series-version\":\"1.0\",\"files\":["
                 "{\"name\":\"x_000000.hdf\",\"time\":0.0},"
                 "{\"name\":\"x_000001.hdf\",\"time\":1.25}]}"));
}

Test(series, a_list_that_is_none_is_refused, .init = make_folder, .fini = remove_folder)
{
    char list[200];
    snprintf(list, sizeof list, "%s/x.hdf.series", folder);
    FILE *out = fopen(list, "w");
    fputs("[1, 2", out);
    fclose(out);
    cr_expect(eq(int, fields_series(list, "x_000000.hdf", 0), BAD_INPUT));
    cr_expect(ne(ptr, (void *)strstr(error_text(), "x.hdf.series"), NULL), "%s", error_text());
}
