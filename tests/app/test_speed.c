/* tests/app/test_speed.c -- speeds measured before the mesh is cut, with cores in a GPU's place. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/speed.h"
#include "tests/graph/of_case.h"

static const char *const sets[] = { "mesh.level=2", "time.steps=2", "kernels.fusion=full",
                                    "mesh.partitions=16", NULL };

static void plan(struct of_case *c) { of_case_plan(c, "rising_bubble", 2, sets); }

/* The first of two cores counts as a GPU, as far as speeds go; StarPU knows better. */
static void pretend(struct of_case *c)
{
    cr_assert_eq(c->s.devices.n, 2);
    c->s.num_gpus = 1;
}

static double measured(const struct of_case *c, int first, int n)
{
    const device_list devices = { c->s.devices.at + first, n };
    double speed = NAN;
    cr_assert_eq(speed_measure(&c->s, &devices, &speed), OK, "%s", error_text());
    return speed;
}

static uint64_t finish(struct of_case *c)
{
    cr_assert_eq(session_new(&c->s), OK, "%s", error_text());
    of_case_steps(c);
    const uint64_t sum = data_checksum(&c->s.run);
    of_case_free(c);
    return sum;
}

/* Others may take a core for a while: what one try in three shows is so. */
Test(speed, equal_workers_are_equally_fast_within_a_factor_of_two)
{
    struct of_case c;
    double a = 0, b = 0;
    plan(&c);
    for (int n = 0; n < 3 && !(a < 2 * b && b < 2 * a); ++n) {
        a = measured(&c, 0, 1);
        b = measured(&c, 1, 1);
    }
    cr_expect(a > 0 && b > 0);
    cr_expect(a < 2 * b && b < 2 * a, "%g and %g node-stages/s", a, b);
    session_stop_starpu(&c.s);
    options_free(&c.o);
}

/* Twice that would be the speed of both; others may leave little of the second core. */
Test(speed, workers_at_work_together_count_one_by_one)
{
    struct of_case c;
    double one = 0, together = 0;
    plan(&c);
    for (int n = 0; n < 3 && !(0.2 * one < together && together < 1.6 * one); ++n) {
        one = measured(&c, 0, 1);
        together = measured(&c, 0, 2);
    }
    cr_expect(0.2 * one < together && together < 1.6 * one, "%g alone, %g each of two", one,
              together);
    session_stop_starpu(&c.s);
    options_free(&c.o);
}

Test(speed, a_run_after_a_measurement_has_the_same_bits)
{
    struct of_case c;
    plan(&c);
    measured(&c, 0, 1);
    measured(&c, 0, 2);
    const uint64_t with = finish(&c);
    plan(&c);
    cr_expect_eq(with, finish(&c));
}

/* Elements of each device. */
static void count(const struct of_case *c, int64_t elements[2])
{
    elements[0] = elements[1] = 0;
    for_each (const struct part, p, c->s.run.parts)
        elements[p->device - c->s.devices.at] += p->mesh->num_elements;
}

Test(speed, the_mesh_is_shared_out_by_what_was_measured)
{
    static const char *const larger[] = { "mesh.level=3", "kernels.fusion=full",
                                          "mesh.partitions=32", NULL };
    struct of_case c;
    int64_t elements[2];
    of_case_plan(&c, "rising_bubble", 2, larger);
    pretend(&c);
    cr_assert_eq(session_plan(&c.s, &c.o), OK, "%s", error_text());
    const double gpu = c.s.o->runtime_gpu_speed, core = c.s.o->runtime_core_speed;
    cr_expect(gpu > 0 && core > 0);
    cr_expect_eq(c.s.devices.at[0].speed, gpu);
    cr_expect_eq(c.s.devices.at[1].speed, core);
    cr_expect(isnan(c.o.runtime_gpu_speed), "the case file's options stay as they are");

    cr_assert_eq(session_new(&c.s), OK, "%s", error_text());
    count(&c, elements);
    cr_expect_gt(elements[1], 0);
    const double all = (double)c.s.plan.num_elements;
    cr_expect_lt(fabs((double)elements[0] - all * gpu / (gpu + core)), all / 16);
    of_case_free(&c);
}

/* Else each of its hexahedra would become many: the file is not even looked at. */
Test(speed, is_measured_on_a_small_box_where_the_mesh_is_a_file)
{
    char path[] = "/tmp/updraft_speed_XXXXXX.inp", command[4096], file[4096];
    const char *srcdir = getenv("srcdir");
    const char *const of_file[] = { file, "mesh.level=0", "order=2", "time.end=none",
                                    "time.steps=1", "output.slice=y=500", NULL };
    struct of_case c;
    close(mkstemps(path, 4));
    snprintf(command, sizeof command, "cp %s/tests/data/cube.inp %s", srcdir ? srcdir : ".", path);
    cr_assert_eq(system(command), 0);
    snprintf(file, sizeof file, "mesh.file=%s", path);
    of_case_plan(&c, "resting_atmosphere", 2, of_file);
    unlink(path);
    cr_expect_gt(measured(&c, 0, 1), 0);
    session_stop_starpu(&c.s);
    options_free(&c.o);
}

/* Reads the text as a case file; the caller frees the options. */
static void read_text(const char *text, struct options *o)
{
    char path[] = "/tmp/updraft_speed_XXXXXX";
    const struct option_source from = { .file = path };
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    cr_assert_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    cr_assert_eq(options_read(o, &from, case_list()), OK, "%s", error_text());
    unlink(path);
}

Test(speed, effective_options_hold_the_speeds_and_measure_no_more)
{
    struct of_case c;
    struct options again;
    plan(&c);
    pretend(&c);
    cr_expect(speed_is_wanted(&c.s));
    cr_assert_eq(session_plan(&c.s, &c.o), OK, "%s", error_text());
    char *text = options_text(c.s.o);
    read_text(text, &again);
    free(text);
    cr_expect_eq(again.runtime_gpu_speed, c.s.o->runtime_gpu_speed);
    cr_expect_eq(again.runtime_core_speed, c.s.o->runtime_core_speed);
    c.s.o = &again;
    cr_expect_not(speed_is_wanted(&c.s));
    options_free(&again);
    session_stop_starpu(&c.s);
    options_free(&c.o);
}

/* Time of a stage: the core's part of it, and its wait, end with the GPU's. */
Test(speed, a_core_is_left_the_time_to_wait_for_gpus)
{
    const double core = 8e6, gpu = 1e9, nodes = 4e6;
    const double left = speed_beside_gpus(core, 6, gpu, 2, nodes);
    cr_expect(0.6 * core < left && left < core, "%g", left);
    const double stage = nodes / (6 * left + 2 * gpu), own = stage * left / core;
    cr_expect_lt(fabs(own + 0.7e-3 - stage), 0.02 * stage);
    cr_expect_eq(speed_beside_gpus(core, 6, gpu, 2, 1e6), 1, "no time for it at all");
}

Test(speed, a_speed_that_is_given_stays)
{
    struct of_case c;
    plan(&c);
    pretend(&c);
    c.o.runtime_gpu_speed = 123456;
    cr_assert_eq(session_plan(&c.s, &c.o), OK, "%s", error_text());
    cr_expect_eq(c.s.devices.at[0].speed, 123456);
    cr_expect_eq(c.s.devices.at[1].speed, c.s.o->runtime_core_speed);
    session_stop_starpu(&c.s);
    options_free(&c.o);
}

Test(speed, nothing_is_measured_where_nothing_is_to_be_shared_out)
{
    struct of_case c;
    plan(&c);
    cr_expect_not(speed_is_wanted(&c.s), "cores alone");
    c.s.num_gpus = 2;
    cr_expect_not(speed_is_wanted(&c.s), "GPUs alone");
    c.s.num_gpus = 1;
    cr_expect(speed_is_wanted(&c.s));
    c.o.runtime_gpu_speed = 1e10;
    cr_expect(speed_is_wanted(&c.s), "one of the two is open");
    c.o.runtime_core_speed = 1e7;
    cr_expect_not(speed_is_wanted(&c.s), "both are given");
    c.o.runtime_core_speed = NAN;
    c.s.runs_nothing = 1;
    cr_assert_eq(session_plan(&c.s, &c.o), OK, "%s", error_text());
    cr_expect(isnan(c.s.o->runtime_core_speed), "updraft check measures nothing");
    session_stop_starpu(&c.s);
    options_free(&c.o);
}
