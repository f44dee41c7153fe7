#pragma once
/* app/bench.h -- what the parts of updraft bench share. */
#include <jansson.h>
#include "app/case_file.h"
#include "app/session.h"

enum { BENCH_MAX_REPEATS = 100 };

/** What was asked for, and what the machine has. */
struct bench {
    struct case_file file;    /* only --set                                          */
    int repeats, steps;
    double seconds;           /* least time of a measurement of whole steps, or 0    */
    const char *json, *plot, *output;
    unsigned parts;           /* bits of the table in app/bench.c                    */
    int is_usual;             /* no part was named                                   */
    int cores, gpus;          /* that a run would use                                */
    int gpu;                  /* number of the first of them, or -1                  */
    int64_t partitions;       /* that it would cut                                   */
};

/** A part of the measurements: prints a table and adds its keys to out. */
typedef enum status bench_part(const struct bench *b, const struct options *o, json_t *out);
bench_part bench_ceilings, bench_kernels, bench_elements, bench_cumulative, bench_precisions,
    bench_steps;

/** What is measured in a session that stands ready, all data on their devices. */
typedef enum status bench_body(struct session *s, const struct bench *b, json_t *out);

/** Starts StarPU with so many cores and nothing else (0: as the options say), makes the session,
 * does the measurement and stops. */
enum status bench_session(const struct bench *b, const struct options *o, int workers,
                          bench_body *body, json_t *out);

/** The same in a StarPU that runs already. */
enum status bench_in(struct session *s, const struct bench *b, const struct options *o,
                     bench_body *body, json_t *out);

/** The options for measurements of single kernels: one GPU or core, the form that has them all. */
struct options bench_alone(const struct bench *b, const struct options *o);

/** Cores that such a measurement starts, 0: as the options say. */
static inline int bench_alone_workers(const struct bench *b) { return b->gpus > 0 ? 0 : 1; }

/** A plain loop runs on one core, or on one GPU that has all of the mesh. */
static inline int bench_has_plain_loop(const struct session *s)
{
    return s->num_gpus == 0 || (s->devices.n == 1 && s->run.parts.at[0].device);
}

/** "GPU's name" or "cpu". */
const char *bench_device(const struct session *s);

/** s, monotonic. */
double bench_now(void);

struct bench_times {
    double best, median; /* s */
};

/** Sorts t[n]. */
struct bench_times bench_times_of(double *t, int n);

/** Whole time steps as tasks, or (inline) the same functions in a plain loop; at least b->steps and
 * b->seconds. */
struct bench_steps_times {
    double burst, all;   /* s a step: in the first half second, and in all of the time */
    double wall;         /* s                                                          */
};
enum status bench_time_steps(struct session *s, const struct bench *b, int is_inline,
                             struct bench_steps_times *t);

/** The kernels of a stage in all its forms. */
enum bench_kernel { KERNEL_TRACE, KERNEL_VOLUME, KERNEL_SURFACE, KERNEL_UPDATE, KERNEL_TENDENCY,
                    KERNEL_ADVANCE, NUM_KERNELS };
extern const char *const bench_kernel_names[NUM_KERNELS];

/** Seconds of a sweep over all partitions, from the calling thread; on a GPU many sweeps between
 * two waits, so that what a launch costs does not count. */
enum status bench_time_kernel(struct session *s, const struct bench *b, enum bench_kernel kernel,
                              struct bench_times *t);

/** Does anybody show anything to a neighbour partition? */
int bench_has_links(const struct session *s);

/** Counted flops and least bytes of such a sweep. */
double bench_flops(const struct session *s, enum bench_kernel kernel);
double bench_bytes(const struct session *s, enum bench_kernel kernel);

/** Seconds of what `once` does, as bench_time_kernel measures; the session is inline meanwhile. */
enum status bench_time(struct session *s, const struct bench *b,
                       enum status (*once)(struct session *s, int which), int which,
                       struct bench_times *t);

/** The picture of a part in a file of results. BAD_INPUT where the file has no such part. */
enum status bench_draw(const char *json, const char *part, const char *path);
