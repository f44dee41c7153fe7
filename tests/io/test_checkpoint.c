/* tests/io/test_checkpoint.c -- what is read is what was written; damage is found, wherever it is. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/checkpoint.h"
#include "tests/io/state.h"

static char folder[64];

static void make_folder(void)
{
    strcpy(folder, "/tmp/test_checkpoint.XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) cr_log_warn("%s stays", folder);
}

TestSuite(checkpoint, .init = make_folder, .fini = remove_folder, .timeout = 120);

static const struct provenance facts[] = { { "case", "sample" }, { "version", "7.8.9" }, { 0, 0 } };

static const char *in_folder(const char *name)
{
    static char path[2][128];
    static int n;
    n = !n;
    snprintf(path[n], sizeof path[n], "%s/%s", folder, name);
    return path[n];
}

/* Uneven in all directions, and no polynomial. */
static struct state_at waves(const double x[3])
{
    const double a = sin(3e-3 * x[0] + 1), b = cos(2e-2 * x[1]), c = sin(4e-3 * x[2] + 2);
    return (struct state_at){ .rho = 1 + 0.2 * a * b * c, .u = { 3 * a, 2 * b * c, a - c },
                              .p = 1e5 * (1 + 0.1 * b * c) };
}

static struct checkpoint describe(const struct state *s, int64_t step)
{
    return (struct checkpoint){
        .case_name = "sample", .mapping_name = "none", .degree = s->lgl.degree,
        .sizeof_real = s->view.sizeof_real, .mesh = s->mesh.spec, .gamma = 1.4,
        .gas_constant = 287.6, .gravity = 9.81, .step = step, .output_index = 3, .time = 12.5,
        .mass = 1, .energy = 2, .entropy = 3, .wall = 4.5, .min_density = 0.5, .min_pressure = 9e4,
    };
}

static void write_state(const struct state *s, int64_t step)
{
    const struct checkpoint c = describe(s, step);
    cr_assert(eq(int, checkpoint_write(folder, &c, &s->view, facts), OK), "%s", error_text());
}

/* Reads a checkpoint into s, whatever its order; OK or the status of the failure. */
static enum status read_into(struct state *s, const char *path)
{
    struct checkpoint c;
    const enum status status = checkpoint_read(path, &c);
    if (status != OK) return status;
    return checkpoint_read_state(path, &c, &s->mesh, s->lgl.degree, s->view.sizeof_real,
                                 (void *const *)s->q);
}

static char *load(const char *path, long *size)
{
    FILE *f = fopen(path, "rb");
    cr_assert_not_null(f);
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    char *bytes = memory_new((size_t)*size, 1);
    cr_assert(eq(sz, fread(bytes, 1, (size_t)*size, f), (size_t)*size));
    fclose(f);
    return bytes;
}

static void store(const char *path, const char *bytes, long size)
{
    FILE *f = fopen(path, "wb");
    cr_assert_not_null(f);
    cr_assert(eq(sz, fwrite(bytes, 1, (size_t)size, f), (size_t)size));
    cr_assert(eq(int, fclose(f), 0));
}

/* Numbers that are the same on every machine: a linear congruential generator. */
static long draw(uint64_t *seed, long below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (long)((*seed >> 33) % (uint64_t)below);
}

static void expect_refused(struct state *s, const char *path, const char *what, long at)
{
    struct checkpoint c;
    int64_t elements;
    error_clear();
    cr_expect(eq(int, read_into(s, path), BAD_INPUT), "%s %ld is not seen", what, at);
    cr_expect(ne(str, (char *)error_text(), ""), "%s %ld: no message", what, at);
    cr_expect(eq(ptr, strchr(error_text(), '\n'), NULL), "%s", error_text());
    error_clear();
    cr_expect(eq(int, checkpoint_verify(path, &c, &elements), BAD_INPUT), "%s %ld", what, at);
}

Test(checkpoint, says_what_was_written)
{
    const struct mesh_spec brick = state_brick(3);
    struct checkpoint c;
    int64_t elements;
    struct state s;
    state_new(&s, 2, &brick, waves);
    write_state(&s, 20);
    cr_assert(eq(int, checkpoint_verify(in_folder("checkpoint_latest.h5"), &c, &elements), OK), "%s",
              error_text());
    cr_expect(eq(i64, elements, 12));
    cr_expect(eq(str, c.case_name, "sample"));
    cr_expect(eq(str, c.version, "7.8.9"));
    cr_expect(eq(i64, c.step, 20));
    cr_expect(eq(dbl, c.time, 12.5));
    cr_expect(eq(dbl, c.wall, 4.5));
    cr_expect(eq(int, c.degree, 2));
    state_free(&s);
}

Test(checkpoint, any_damage_is_refused)
{
    const struct mesh_spec brick = state_brick(3);
    const char *path = in_folder("damaged.h5");
    struct state s;
    uint64_t seed = 1;
    long size;
    state_new(&s, 1, &brick, waves); /* as many bytes of header as of state */
    write_state(&s, 20);
    char *original = load(in_folder("checkpoint_000020.h5"), &size);
    char *bytes = memory_new((size_t)size, 1);
    store(path, original, size);
    cr_assert(eq(int, read_into(&s, path), OK), "%s", error_text());
    for (int n = 0; n < 500; ++n) {
        const long kept = draw(&seed, size);
        store(path, original, kept);
        expect_refused(&s, path, "truncation to", kept);
    }
    for (int n = 0; n < 500; ++n) {
        const long at = n < 100 ? draw(&seed, 600) : draw(&seed, size);
        memcpy(bytes, original, (size_t)size);
        bytes[at] ^= (char)(1 << draw(&seed, 8));
        store(path, bytes, size);
        expect_refused(&s, path, "a flip of a bit in byte", at);
    }
    free(bytes);
    free(original);
    state_free(&s);
}

Test(checkpoint, damage_names_the_variables)
{
    const struct mesh_spec brick = state_brick(2);
    struct state s;
    char *bytes;
    long size;
    state_new(&s, 1, &brick, waves);
    write_state(&s, 20);
    bytes = load(in_folder("checkpoint_000020.h5"), &size);
    char *value = bytes;
    while (value < bytes + size - 8 && memcmp(value, &s.q[0][RHO_V * 8], 8) != 0) ++value;
    cr_assert(lt(ptr, value, bytes + size - 8));
    value[7] = '\x7f', value[6] = '\xf8'; /* not a number */
    store(in_folder("bad.h5"), bytes, size);
    cr_expect(eq(int, read_into(&s, in_folder("bad.h5")), BAD_INPUT));
    cr_expect_not_null(strstr(error_text(), "its rho_v does not have the checksum"), "%s",
                       error_text());
    free(bytes);
    state_free(&s);
}

Test(checkpoint, a_whole_one_before_a_damaged_one_is_named)
{
    const struct mesh_spec brick = state_brick(2);
    struct state s;
    state_new(&s, 1, &brick, waves);
    write_state(&s, 10);
    write_state(&s, 20);
    cr_assert(eq(int, truncate(in_folder("checkpoint_000020.h5"), 3000), 0));
    const char *latest = in_folder("checkpoint_latest.h5");
    cr_expect(eq(int, checkpoint_suggest(latest, read_into(&s, latest)), BAD_INPUT));
    cr_expect_not_null(strstr(error_text(), "it was written with"), "%s", error_text());
    cr_expect_not_null(strstr(error_text(), "checkpoint_000010.h5, is whole"), "%s", error_text());
    error_clear();
    cr_assert(eq(int, truncate(in_folder("checkpoint_000010.h5"), 3000), 0));
    cr_expect(eq(int, checkpoint_suggest(latest, read_into(&s, latest)), BAD_INPUT));
    cr_expect_null(strstr(error_text(), "is whole"), "%s", error_text());
    state_free(&s);
}

Test(checkpoint, the_last_two_stay_and_the_link_leads_to_the_newest)
{
    const struct mesh_spec brick = state_brick(2);
    char target[64] = "";
    struct state s;
    state_new(&s, 1, &brick, waves);
    for (int step = 10; step <= 40; step += 10) write_state(&s, step);
    cr_expect(eq(int, access(in_folder("checkpoint_000020.h5"), F_OK), -1));
    cr_expect(eq(int, access(in_folder("checkpoint_000030.h5"), F_OK), 0));
    cr_assert(gt(i64, readlink(in_folder("checkpoint_latest.h5"), target, sizeof target - 1), 0));
    cr_expect(eq(str, target, "checkpoint_000040.h5"));
    cr_expect(eq(int, checkpoint_point_back(folder, 40), OK));
    cr_assert(gt(i64, readlink(in_folder("checkpoint_latest.h5"), target, sizeof target - 1), 0));
    cr_expect(eq(str, target, "checkpoint_000040.h5"));
    cr_expect(eq(int, checkpoint_point_back(folder, 39), OK));
    memset(target, 0, sizeof target);
    cr_assert(gt(i64, readlink(in_folder("checkpoint_latest.h5"), target, sizeof target - 1), 0));
    cr_expect(eq(str, target, "checkpoint_000030.h5"));
    cr_expect(eq(int, checkpoint_point_back(folder, -1), OK));
    cr_expect(eq(int, access(in_folder("checkpoint_latest.h5"), F_OK), -1));
    state_free(&s);
}

Test(checkpoint, an_unphysical_state_is_not_whole)
{
    const struct mesh_spec brick = state_brick(2);
    struct checkpoint c;
    int64_t elements;
    struct state s;
    state_new(&s, 1, &brick, waves);
    s.q[1][RHO_W * 8 + 3] = NAN;
    write_state(&s, 20);
    cr_expect(eq(int, checkpoint_verify(in_folder("checkpoint_000020.h5"), &c, &elements),
                 BAD_INPUT));
    cr_expect_not_null(strstr(error_text(), "unphysical"), "%s", error_text());
    state_free(&s);
}

/* The integral of a variable, sum w J q. */
static double integral(const struct state *s, int variable)
{
    const int nq = s->lgl.degree + 1, np = nq * nq * nq;
    const double *w = s->lgl.w;
    double sum = 0, X[MAX_NP][3];
    struct metrics metrics;
    for (int n = 0; n < s->mesh.partitions.n; ++n)
        for (int e = 0; e < s->mesh.partitions.at[n].num_elements; ++e) {
            mesh_nodes(&s->mesh, &s->mesh.partitions.at[n].elements[e], &s->lgl, X);
            metrics_new(&s->lgl, X, &metrics);
            for (int i = 0; i < np; ++i)
                sum += w[i % nq] * w[i / nq % nq] * w[i / (nq * nq)] * metrics.J[i]
                     * s->q[n][(e * NFIELDS + variable) * np + i];
        }
    return sum;
}

/* The largest difference of a variable, over its largest value. */
static double difference(const struct state *a, const struct state *b, int variable)
{
    const int np = (a->lgl.degree + 1) * (a->lgl.degree + 1) * (a->lgl.degree + 1);
    double most = 0, largest = 0;
    for (int n = 0; n < a->mesh.partitions.n; ++n)
        for (int e = 0; e < a->mesh.partitions.at[n].num_elements; ++e)
            for (int i = 0; i < np; ++i) {
                const int at = (e * NFIELDS + variable) * np + i;
                most = fmax(most, fabs(a->q[n][at] - b->q[n][at]));
                largest = fmax(largest, fabs(a->q[n][at]));
            }
    return most / largest;
}

static void write_and_read(const struct state *from, struct state *to, int64_t step)
{
    char name[32];
    write_state(from, step);
    snprintf(name, sizeof name, "checkpoint_%06d.h5", (int)step);
    cr_assert(eq(int, read_into(to, in_folder(name)), OK), "%s", error_text());
}

static struct mesh_spec bent_brick(void)
{
    struct mesh_spec s = state_brick(3);
    s.mapping = (struct mapping){ .at = mapping_warp, .amplitude = 0.1 };
    memcpy(s.mapping.lower, s.lower, sizeof s.lower);
    memcpy(s.mapping.upper, s.upper, sizeof s.upper);
    return s;
}

static void up_and_down(const struct mesh_spec *spec, int low, int high)
{
    struct state a, b, c;
    state_new(&a, low, spec, waves);
    state_new(&b, high, spec, waves);
    state_new(&c, low, spec, waves);
    write_and_read(&a, &b, 1);
    write_and_read(&b, &c, 2);
    for (int k = 0; k < NFIELDS; ++k) {
        const double scale = integral(&a, RHO) * (k == RHO_E ? 1e5 : 1);
        cr_expect(le(dbl, difference(&a, &c, k), 1e-13), "%d -> %d -> %d: variable %d", low, high,
                  low, k);
        cr_expect(le(dbl, fabs(integral(&b, k) - integral(&a, k)), 1e-14 * scale), "%d -> %d: "
                  "integral of variable %d, %g", low, high, k, integral(&b, k) - integral(&a, k));
        cr_expect(le(dbl, fabs(integral(&c, k) - integral(&a, k)), 1e-14 * scale), "%d -> %d -> %d:"
                  " integral of variable %d", low, high, low, k);
    }
    state_free(&a), state_free(&b), state_free(&c);
}

Test(checkpoint, a_higher_order_and_back_is_the_state)
{
    const struct mesh_spec brick = state_brick(3);
    const struct mesh_spec bent = bent_brick();
    up_and_down(&brick, 3, 5);
    up_and_down(&brick, 1, 8);
    up_and_down(&bent, 3, 5);
    up_and_down(&bent, 2, 3);
    up_and_down(&bent, 4, 8);
}

Test(checkpoint, a_lower_order_keeps_integrals)
{
    const struct mesh_spec bent = bent_brick();
    struct state a, b;
    state_new(&a, 5, &bent, waves);
    state_new(&b, 3, &bent, waves);
    write_and_read(&a, &b, 1);
    for (int k = 0; k < NFIELDS; ++k)
        cr_expect(le(dbl, fabs(integral(&b, k) - integral(&a, k)),
                     1e-14 * integral(&a, RHO) * (k == RHO_E ? 1e5 : 1)));
    state_free(&a), state_free(&b);
}

/* What is lost is orthogonal to all that the lower order has. */
Test(checkpoint, a_lower_order_is_the_l2_projection)
{
    const struct mesh_spec brick = state_brick(1);
    struct state high, low, up;
    double l[MAX_NQ][MAX_NQ];
    state_new(&high, 5, &brick, waves);
    state_new(&low, 3, &brick, waves);
    state_new(&up, 5, &brick, waves);
    write_and_read(&high, &low, 1);
    write_and_read(&low, &up, 2);
    for (int i = 0; i < 6; ++i) lgl_interpolate(&low.lgl, high.lgl.x[i], l[i]);
    for (int e = 0; e < 12; ++e)
        for (int b = 0; b < 64; ++b) { /* a basis function of order 3 */
            double sum = 0;
            for (int i = 0; i < 216; ++i) {
                const int at[] = { i % 6, i / 6 % 6, i / 36 };
                double weight = 1;
                for (int d = 0; d < 3; ++d)
                    weight *= high.lgl.w[at[d]]
                            * l[at[d]][d == 0 ? b % 4 : d == 1 ? b / 4 % 4 : b / 16];
                const size_t n = (size_t)(e * NFIELDS + RHO) * 216 + (size_t)i;
                sum += weight * (high.q[0][n] - up.q[0][n]);
            }
            cr_assert(le(dbl, fabs(sum), 1e-14), "element %d, basis function %d: %g", e, b, sum);
        }
    cr_expect(gt(dbl, difference(&high, &up, RHO), 1e-6), "something is lost");
    state_free(&high), state_free(&low), state_free(&up);
}

Test(checkpoint, other_precisions_round_once)
{
    const struct mesh_spec brick = state_brick(2);
    struct state a;
    float *q[2];
    struct checkpoint c;
    state_new(&a, 2, &brick, waves);
    write_state(&a, 1);
    cr_assert(eq(int, checkpoint_read(in_folder("checkpoint_000001.h5"), &c), OK));
    for (int n = 0; n < 2; ++n)
        q[n] = NEW(float, (size_t)a.mesh.partitions.at[n].num_elements * NFIELDS * 27);
    cr_assert(eq(int, checkpoint_read_state(in_folder("checkpoint_000001.h5"), &c, &a.mesh, 2,
                                            sizeof(float), (void *const *)q), OK));
    for (int n = 0; n < 2; ++n)
        for (int i = 0; i < a.mesh.partitions.at[n].num_elements * NFIELDS * 27; ++i)
            cr_assert(eq(flt, q[n][i], (float)a.q[n][i]));

    /* single to double is exact */
    c = describe(&a, 2);
    c.sizeof_real = sizeof(float);
    struct view v = a.view;
    v.sizeof_real = sizeof(float);
    v.q = (const void *const *)q;
    cr_assert(eq(int, checkpoint_write(folder, &c, &v, facts), OK), "%s", error_text());
    cr_assert(eq(int, read_into(&a, in_folder("checkpoint_000002.h5")), OK), "%s", error_text());
    for (int n = 0; n < 2; ++n)
        for (int i = 0; i < a.mesh.partitions.at[n].num_elements * NFIELDS * 27; ++i)
            cr_assert(eq(dbl, a.q[n][i], (double)q[n][i]));
    free(q[0]), free(q[1]);
    state_free(&a);
}
