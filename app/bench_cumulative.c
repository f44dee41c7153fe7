/* app/bench_cumulative.c -- updraft bench cumulative: what each optimisation of the volume kernel
 * brought, on a GPU or on a core. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include "app/bench.h"
#include "codelets/steps.h"
#include "tasks/submit.h"

/* Differences are looked for in so many elements. */
enum { MOST_COMPARED = 4096 };

static int is_single(const struct session *s)
{
    return s->run.codelets->sizeof_real == sizeof(float);
}

/* The mesh is one partition. */
static const void *array(const struct session *s, starpu_data_handle_t handle)
{
    const struct part *p = &s->run.parts.at[0];
    const unsigned memory = p->device ? p->device->memory : STARPU_MAIN_RAM;
    return (const void *)STARPU_VECTOR_GET_PTR(starpu_data_get_interface_on_node(handle, memory));
}

static struct volume_args args_of(const struct session *s, double A)
{
    return (struct volume_args){ &s->run.d, s->run.parts.at[0].mesh->num_elements, A };
}

static enum status launch(struct session *s, int step)
{
    const struct part *p = &s->run.parts.at[0];
    const struct volume_args a = args_of(s, -0.7);
    void *k = (void *)array(s, p->k);
    const void *q = array(s, p->states[s->run.now].q), *geometry = array(s, p->geometry);
#ifdef WITH_CUDA
    if (s->num_gpus > 0)
        return (is_single(s) ? steps_launch_f32 : steps_launch_f64)(step, &a, k, q, geometry,
                                                                    s->run.stream);
#endif
    (is_single(s) ? steps_cpu_f32 : steps_cpu_f64)(step, &a, k, q, geometry);
    return OK;
}

static enum status differ(struct session *s, int step, double *difference)
{
    const struct part *p = &s->run.parts.at[0];
    const void *q = array(s, p->states[s->run.now].q), *geometry = array(s, p->geometry);
    struct volume_args a = args_of(s, 0);
    if (a.num_elements > MOST_COMPARED) a.num_elements = MOST_COMPARED;
#ifdef WITH_CUDA
    if (s->num_gpus > 0)
        return (is_single(s) ? steps_difference_f32 : steps_difference_f64)(
            step, &a, q, geometry, s->run.stream, difference);
#endif
    *difference = (is_single(s) ? steps_difference_cpu_f32 : steps_difference_cpu_f64)(
        step, &a, q, geometry);
    return OK;
}

static enum status compare(struct session *s, int step, double *difference)
{
    tasks_inline(&s->run, 1);
    const enum status status = differ(s, step, difference);
    tasks_inline(&s->run, 0);
    return status;
}

/* All steps are shown before one that is wrong ends the measurement. */
static enum status measure(struct session *s, const struct bench *b, json_t *list)
{
    const char *const *names = s->num_gpus > 0 ? step_names : core_step_names;
    const int num_steps = s->num_gpus > 0 ? NUM_STEPS : NUM_CORE_STEPS;
    const double nodes = (double)s->plan.num_nodes, tolerance = is_single(s) ? 1e-5 : 1e-12;
    double first = 0;
    int wrong = 0;
    printf("%-36s %10s %10s %8s %12s\n", "volume kernel, step by step", "ms", "nodes/s", "gain",
           "difference");
    for (int step = 1; step <= num_steps; ++step) {
        struct bench_times t;
        double difference;
        TRY(compare(s, step, &difference));
        TRY(bench_time(s, b, launch, step, &t));
        if (step == 1) first = t.best;
        if (!wrong && !(difference <= tolerance)) wrong = step;
        difference = fmin(difference, DBL_MAX); /* JSON has no infinity */
        printf("%d %-34s %10.4g %10.4g %8.2f %12.2e\n", step, names[step], 1e3 * t.best,
               nodes / t.best, first / t.best, difference);
        fflush(stdout);
        json_array_append_new(list, json_pack("{s:i, s:s, s:f, s:f, s:f, s:f}", "step", step,
                                              "name", names[step], "seconds", t.best,
                                              "nodes_per_s", nodes / t.best, "gain",
                                              first / t.best, "difference", difference));
    }
    if (wrong)
        FAIL(BUG, "step %d of the volume kernel, %s, differs from the program's kernel by more "
             "than %g", wrong, names[wrong], tolerance);
    return OK;
}

enum status bench_cumulative(const struct bench *b, const struct options *o, json_t *out)
{
    struct options alone = bench_alone(b, o);
    json_t *list = json_array();
    json_object_set_new(out, "volume_steps", list);
    alone.mesh_partitions = 1;
    if (o->top_order != STEPS_DEGREE || o->coriolis_f != 0 || o->coriolis_beta != 0)
        FAIL(BAD_INPUT, "cumulative: the volume kernel's steps are of order %d without Coriolis "
             "force, not of order %d%s", STEPS_DEGREE, o->top_order,
             o->coriolis_f != 0 || o->coriolis_beta != 0 ? " with" : "");
    if (o->mesh_file || o->mesh_mapping[0] != 'n')
        FAIL(BAD_INPUT, "cumulative: the volume kernel's steps are of affine elements: without "
             "mesh.file and mesh.mapping");
    return bench_session(b, &alone, bench_alone_workers(b), measure, list);
}
