/* app/session_start.c -- starts StarPU: which workers, which policy. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/folder.h"
#include "app/machine.h"
#include "app/ranks.h"
#include "app/session.h"
#include "base/memory.h"
#include "codelets/gpu.h"
#include "tasks/exchange.h"

/* Streams of a GPU, each with a thread that drives it. */
enum { STREAMS = 4 };

static enum status check_scheduler(const char *name, const char *from)
{
    char known[1024] = "";
    struct starpu_sched_policy **all = starpu_sched_get_predefined_policies();
    for (; *all; ++all) {
        if (!strcmp((*all)->policy_name, name)) return OK;
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, " %s", (*all)->policy_name);
    }
    FAIL(BAD_INPUT, "%s: StarPU has no scheduler %s; it has%s", from, name, known);
}

/* StarPU aborts where it cannot keep its performance models. */
static enum status check_models_folder(void)
{
    static const char *const variables[] = { "STARPU_HOME", "XDG_CACHE_HOME", "HOME" };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i) {
        const char *folder = getenv(variables[i]);
        char models[4096];
        if (!folder) continue;
        snprintf(models, sizeof models, "%s/%s", folder, i == 1 ? "starpu" : ".starpu");
        return folder_check_writable("StarPU's models (STARPU_HOME names their folder)", models);
    }
    return OK;
}

static void set_number(const char *variable, int value, int wins)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    setenv(variable, text, wins);
}

/* GPUs that both StarPU and we can use. */
static int usable_gpus(void)
{
#ifdef STARPU_USE_CUDA
    const int n = machine_gpus();
    return n < STARPU_MAXCUDADEVS ? n : STARPU_MAXCUDADEVS;
#else
    return 0;
#endif
}

/* GPUs that StarPU is going to drive: those that the case asks for, or all; StarPU's own variable
 * wins. */
static int expect_gpus(const struct session *s, const struct options *o)
{
    const char *variable = getenv("STARPU_NCUDA");
    const int here = usable_gpus();
    int64_t wanted = o->runtime_gpus == COUNT_UNSET ? here : o->runtime_gpus;
    if (variable && atoi(variable) >= 0) wanted = atoi(variable);
    if (s->wanted_workers > 0) return 0; /* cores are counted, and nothing else */
    return wanted < here ? (int)wanted : here;
}

/* What StarPU reads from the environment alone; a user's own setting stays. */
static void prepare_gpus(int gpus)
{
    set_number("STARPU_NWORKER_PER_CUDA", STREAMS, 0);
    cpu_set_t mine; /* a job may have a part of the node */
    const int cores = sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
    if (getenv("STARPU_CUDA_THREAD_PER_DEV")) return; /* StarPU aborts on both */
    if (cores > STREAMS * gpus) /* one thread for all: 10 us more a task */
        setenv("STARPU_CUDA_THREAD_PER_WORKER", "1", 0);
}

/* StarPU aborts where a GPU fails behind a launch: say which kernel that was. Other aborts are faults
 * of the program. */
static void on_abort(int signal)
{
    (void)signal;
    _exit(gpu_report() ? BAD_MACHINE : BUG);
}

/* Workers on cores that StarPU starts; -1: as many as there are. */
static int choose_cores(const struct session *s, const struct options *o, int gpus)
{
    if (s->wanted_workers > 0) return s->wanted_workers;
    if (gpus == 0 && getenv("STARPU_NCPU")) return -1; /* it wins over conf, too */
    if (o->runtime_cores != COUNT_UNSET) return (int)o->runtime_cores;
    return gpus > 0 ? 0 : machine_cores();
}

static double speed(double wanted) { return isnan(wanted) ? 0 : wanted; }

static enum status find_devices(struct session *s, const struct options *o, int gpus, int cores)
{
    s->devices = place_devices(cores < 0 ? STARPU_NMAXWORKERS : cores, speed(o->runtime_gpu_speed),
                               speed(o->runtime_core_speed));
    s->num_gpus = place_gpus(&s->devices);
    s->num_workers = (int)starpu_worker_get_count();
    if (s->num_gpus < gpus)
        FAIL(BAD_MACHINE, "StarPU drives %d of the %d GPUs that it should: STARPU_WORKERS_CUDAID "
             "or a lack of cores for their threads leaves out the others", s->num_gpus, gpus);
    if (s->devices.n == 0)
        FAIL(BAD_MACHINE, "StarPU has no worker for partitions: STARPU_NCPU and runtime.cores have "
             "to be 1 or more where no GPU is used");
    return OK;
}

/* A variable of the environment as it was. */
static char *keep(const char *variable)
{
    const char *value = getenv(variable);
    return value ? memory_copy(value) : NULL;
}

static void restore(const char *variable, char *value)
{
    if (value) setenv(variable, value, 1);
    else unsetenv(variable);
    free(value);
}

/* GPUs that are not to be driven stay untouched, whatever the environment says of them; a number of
 * workers that the program wants wins as well. */
static int start(struct starpu_conf *conf, int gpus, int workers)
{
    char *ncuda = keep("STARPU_NCUDA"), *ncpu = keep("STARPU_NCPU");
    conf->ncuda = gpus;
    set_number("STARPU_NCUDA", gpus, 1);
    if (workers > 0) set_number("STARPU_NCPU", workers, 1);
    const int rc = exchange_start(conf);
    restore("STARPU_NCUDA", ncuda);
    restore("STARPU_NCPU", ncpu);
    return rc;
}

static enum status start_here(struct session *s, const struct options *o)
{
    struct starpu_conf conf;
    const char *asked = getenv("STARPU_SCHED"), *wanted = o->runtime_scheduler;
    const int gpus = expect_gpus(s, o), cores = choose_cores(s, o, gpus);
    const int is_forced = getenv("STARPU_NCUDA") && atoi(getenv("STARPU_NCUDA")) >= 0;

    setenv("STARPU_SILENT", "1", 0); /* the user's own setting stays */
    if (!is_forced && o->runtime_gpus != COUNT_UNSET && o->runtime_gpus > usable_gpus())
        FAIL(BAD_MACHINE, "runtime.gpus: %lld, but this program can use %d here; `updraft info` "
             "lists them", (long long)o->runtime_gpus, usable_gpus());

    starpu_conf_init(&conf);
    conf.catch_signals = 0; /* StarPU would keep SIGINT for itself */
    if (gpus > 0) prepare_gpus(gpus);
    if (cores >= 0) conf.ncpus = cores;
    if (asked) {
        TRY(check_scheduler(asked, "STARPU_SCHED"));
    } else if (wanted && strcmp(wanted, "auto")) {
        TRY(check_scheduler(wanted, "runtime.scheduler"));
        conf.sched_policy_name = wanted;
    } else {
        conf.sched_policy_name = gpus > 0 ? "prio" : "lws";
    }
    TRY(check_models_folder());
    const int rc = start(&conf, gpus, s->wanted_workers);
    if (rc == -ENODEV)
        FAIL(BAD_MACHINE, "StarPU finds no worker: STARPU_NCPU and STARPU_NCUDA, runtime.cores and "
             "runtime.gpus must leave one");
    if (rc != 0) FAIL(BAD_MACHINE, "StarPU does not start: %s", strerror(-rc));
    const enum status status = find_devices(s, o, gpus, cores);
    if (status != OK) return status;
    if (gpus > 0) signal(SIGABRT, on_abort);
    s->scheduler = starpu_sched_get_sched_policy()->policy_name;
    return OK;
}

enum status session_start_starpu(struct session *s, const struct options *o)
{
    TRY(machine_share());
    const enum status status = ranks_agree(start_here(s, o));
    if (status == OK) machine_show(s->num_workers, s->num_gpus);
    else if (starpu_is_initialized()) session_stop_starpu(s);
    return status;
}

void session_stop_starpu(struct session *s)
{
    place_free(&s->devices);
    exchange_stop();
}
