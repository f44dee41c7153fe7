/* tests/graph/test_mesh_files.c -- runs on hexahedra of files: rest stays rest, nothing is lost,
 * and partitions change no bit where curved and affine ones stand side by side. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/fluxes.h"
#include "tests/graph/of_case.h"

/* What is looked at: the largest speed and change of pressure, and the integrals. */
struct sums {
    const struct of_case *c;
    double speed, pressure;
    long double mass, energy;
};

static void look(void *data, const struct element *e, const double x[3], const double q[NFIELDS],
                 double weight)
{
    struct sums *s = data;
    const struct primitive w = s->c->s.c->state(&s->c->o, x, 0);
    double squares = 0;
    (void)e;
    for (int m = 0; m < 3; ++m) squares += q[RHO_U + m] * q[RHO_U + m] / (q[RHO] * q[RHO]);
    const double p = (s->c->o.gas_gamma - 1) * (q[RHO_E] - 0.5 * q[RHO] * squares
                                                - q[RHO] * s->c->o.top_gravity * x[2]);
    s->speed = fmax(s->speed, sqrt(squares));
    s->pressure = fmax(s->pressure, fabs(p / w.p - 1));
    s->mass += (long double)weight * q[RHO];
    s->energy += (long double)weight * q[RHO_E];
}

enum { MOST_SETS = 16 };

/* Starts a case on a mesh file; sets ends with NULL. */
static void start(struct of_case *c, const char *name, const char *mesh, const char *const *sets)
{
    const char *srcdir = getenv("srcdir"), *all[MOST_SETS + 1] = { NULL };
    char file[4096];
    int n = 0;
    snprintf(file, sizeof file, "mesh.file=%s/tests/data/%s.inp", srcdir ? srcdir : ".", mesh);
    all[n++] = file;
    for (int i = 0; sets[i]; ++i) {
        cr_assert(n < MOST_SETS);
        all[n++] = sets[i];
    }
    of_case_new(c, name, 2, all);
}

static struct sums look_at(const struct of_case *c)
{
    struct sums s = { .c = c };
    of_case_visit(c, look, &s);
    return s;
}

static const char *const MESHES[] = { "turned", "ogrid", "mixed", "parallelepipeds", "cube" };
enum { MESHES_N = sizeof MESHES / sizeof *MESHES };

Test(mesh_files, leave_a_uniform_fluid_at_rest)
{
    for (int i = 0; i < MESHES_N; ++i) {
        const char *sets[] = { "initial.amplitude=0", "initial.velocity=[0, 0, 0]", "mesh.level=0",
                               "order=2", "time.end=none", "time.steps=200", NULL };
        struct of_case c;
        start(&c, "density_wave", MESHES[i], sets);
        of_case_steps(&c);
        const struct sums s = look_at(&c);
        cr_log_info("%s: %.2e m/s, pressure %.2e", MESHES[i], s.speed, s.pressure);
        cr_expect_leq(s.speed, 5e-12, "%s: %.2e m/s", MESHES[i], s.speed);
        cr_expect_leq(s.pressure, 1e-11, "%s: %.2e", MESHES[i], s.pressure);
        of_case_free(&c);
    }
}

Test(mesh_files, leave_an_atmosphere_at_rest)
{
    for (int i = 0; i < MESHES_N; ++i) {
        const char *sets[] = { "mesh.level=0", "order=4", "time.end=none", "time.steps=200",
                               "output.slice=y=500", NULL };
        struct of_case c;
        start(&c, "resting_atmosphere", MESHES[i], sets);
        of_case_steps(&c);
        const struct sums s = look_at(&c);
        cr_log_info("%s: %.2e m/s", MESHES[i], s.speed);
        cr_expect_leq(s.speed, 5e-9, "%s: %.2e m/s", MESHES[i], s.speed);
        of_case_free(&c);
    }
}

Test(mesh_files, lose_no_mass_and_no_energy)
{
    for (int i = 0; i < MESHES_N; ++i) {
        const char *sets[] = { "mesh.level=0", "order=3", "time.end=none", "time.steps=60",
                               "initial.center=[500, 500, 400]", "output.slice=y=500",
                               "initial.amplitude=10", "mesh.partitions=3", NULL };
        struct of_case c;
        start(&c, "rising_bubble", MESHES[i], sets);
        const struct sums before = look_at(&c);
        of_case_steps(&c);
        const struct sums after = look_at(&c);
        const double mass = (double)(after.mass / before.mass - 1);
        const double energy = (double)(after.energy / before.energy - 1);
        cr_log_info("%s: %.2e m/s, mass %.2e, energy %.2e", MESHES[i], after.speed, mass, energy);
        cr_expect_gt(after.speed, 1e-2);
        cr_expect_leq(fabs(mass), 1e-13, "%s: mass %.2e", MESHES[i], mass);
        cr_expect_leq(fabs(energy), 1e-13, "%s: energy %.2e", MESHES[i], energy);
        of_case_free(&c);
    }
}

static uint64_t checksum_of(const char *partitions, const char *fusion, const char *precision)
{
    const char *sets[] = { partitions, fusion, precision, "mesh.level=1", "order=3",
                           "time.end=none", "time.steps=5", "coriolis.f=1e-4",
                           "initial.center=[500, 500, 400]", "output.slice=y=500", NULL };
    struct of_case c;
    int curved = 0;
    start(&c, "rising_bubble", "mixed", sets);
    for_each (const struct part, p, c.s.run.parts) curved += p->mesh->is_curved;
    cr_expect(c.s.run.parts.n == 1 ? curved == 1 : curved > 0 && curved < c.s.run.parts.n);
    of_case_steps(&c);
    const uint64_t sum = data_checksum(&c.s.run);
    of_case_free(&c);
    return sum;
}

Test(mesh_files, give_the_same_bits_in_curved_and_affine_partitions)
{
    static const char *const fusions[] = { "kernels.fusion=split", "kernels.fusion=full" };
    static const char *const precisions[] = { "precision=double", "precision=single" };
    for (int p = 0; p < 2; ++p) {
        const uint64_t alone = checksum_of("mesh.partitions=1", "kernels.fusion=auto",
                                           precisions[p]);
        for (int f = 0; f < 2; ++f)
            cr_expect_eq(checksum_of("mesh.partitions=5", fusions[f], precisions[p]), alone,
                         "%s, %s", fusions[f], precisions[p]);
    }
}
