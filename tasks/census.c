/* tasks/census.c -- counts tasks by StarPU's callbacks: when a worker takes one, and when it is done. */
#include "tasks/census.h"
#include "base/error.h"

/* Each worker writes its own, and a cache line of it. */
static struct desk {
    _Alignas(64) struct census_worker now;
    double longest; /* s, of its tasks */
} desks[STARPU_NMAXWORKERS];

/* Those of a device: cores have their own, the workers of a GPU share their memory. */
static struct crew {
    _Alignas(64) int lock;
    int taken;
    double since, busy; /* s */
} crews[STARPU_NMAXWORKERS], *crew_of[STARPU_NMAXWORKERS];

static struct census_kind kinds[CENSUS_KINDS];
static int num_kinds, is_on, at_stage;
static int64_t at_step;

#define GET(x)    __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define SET(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define ADD(x, n) __atomic_fetch_add(&(x), (n), __ATOMIC_RELAXED)

static double get(const double *x)
{
    double value;
    __atomic_load(x, &value, __ATOMIC_RELAXED);
    return value;
}

static void set(double *x, double value) { __atomic_store(x, &value, __ATOMIC_RELAXED); }

static double now(void) { return starpu_timing_now() * 1e-6; }

void census_start(void)
{
    const int workers = (int)starpu_worker_get_count();
    if (is_on) return;
    for (int w = workers - 1; w >= 0; --w) {
        crew_of[w] = &crews[w];
        for (int other = 0; other < w && starpu_worker_get_type(w) == STARPU_CUDA_WORKER; ++other)
            if (starpu_worker_get_memory_node((unsigned)other)
                == starpu_worker_get_memory_node((unsigned)w)) {
                crew_of[w] = &crews[other];
                break;
            }
    }
    is_on = 1;
}

/* NULL for a thread that is no worker. */
static struct desk *my_desk(void)
{
    const int worker = starpu_worker_get_id();
    return worker >= 0 && worker < STARPU_NMAXWORKERS ? &desks[worker] : NULL;
}

/* A device is busy from its first task to the end of the last of those that overlap. */
static void count_crew(int more)
{
    struct crew *c = crew_of[starpu_worker_get_id()];
    const double time = now();
    while (__atomic_exchange_n(&c->lock, 1, __ATOMIC_ACQUIRE)) continue;
    if (c->taken == 0) c->since = time;
    c->taken += more;
    if (c->taken == 0) c->busy += time - c->since;
    __atomic_store_n(&c->lock, 0, __ATOMIC_RELEASE);
}

double census_busy(const struct device *d)
{
    struct crew *c = crew_of[d->worker];
    while (__atomic_exchange_n(&c->lock, 1, __ATOMIC_ACQUIRE)) continue;
    const double busy = c->busy + (c->taken > 0 ? now() - c->since : 0);
    __atomic_store_n(&c->lock, 0, __ATOMIC_RELEASE);
    return busy;
}

static void on_take(void *kind)
{
    struct desk *d = my_desk();
    if (!d) return;
    count_crew(1);
    if (d->now.taken == 0) set(&d->now.since, now());
    SET(d->now.codelet, ((struct census_kind *)kind)->codelet);
    ADD(d->now.taken, 1);
}

/* Of several tasks that a GPU has taken, the next one counts from here. */
static void on_done(void *kind)
{
    struct desk *d = my_desk();
    if (d && d->now.taken > 0) {
        count_crew(-1);
        const double time = now(), took = time - d->now.since;
        if (took > d->longest) set(&d->longest, took);
        set(&d->now.since, time);
        ADD(d->now.taken, -1);
    }
    ADD(((struct census_kind *)kind)->done, 1);
}

static struct census_kind *kind_of(const struct starpu_codelet *codelet)
{
    for (int i = 0; i < num_kinds; ++i)
        if (kinds[i].codelet == codelet) return &kinds[i];
    REQUIRE(num_kinds < CENSUS_KINDS, "more than %d kinds of tasks", CENSUS_KINDS);
    kinds[num_kinds].codelet = codelet;
    __atomic_store_n(&num_kinds, num_kinds + 1, __ATOMIC_RELEASE);
    return &kinds[num_kinds - 1];
}

void census_add(struct starpu_task *task)
{
    if (!is_on) return;
    struct census_kind *kind = kind_of(task->cl);
    task->prologue_callback_pop_func = on_take;
    task->prologue_callback_pop_arg = kind;
    task->callback_func = on_done;
    task->callback_arg = kind;
    ADD(kind->submitted, 1);
}

int census_kinds(const struct census_kind **list)
{
    *list = kinds;
    return __atomic_load_n(&num_kinds, __ATOMIC_ACQUIRE);
}

struct census_worker census_worker(int worker)
{
    const struct desk *d = &desks[worker];
    struct census_worker w = { .taken = GET(d->now.taken), .since = get(&d->now.since) };
    if (w.taken > 0) w.codelet = GET(d->now.codelet);
    return w;
}

int64_t census_done(void)
{
    const int n = __atomic_load_n(&num_kinds, __ATOMIC_ACQUIRE);
    int64_t done = 0;
    for (int i = 0; i < n; ++i)
        done += GET(kinds[i].done);
    return done;
}

int64_t census_pending(void)
{
    const int n = __atomic_load_n(&num_kinds, __ATOMIC_ACQUIRE);
    int64_t pending = 0;
    for (int i = 0; i < n; ++i)
        pending += GET(kinds[i].submitted) - GET(kinds[i].done);
    return pending;
}

double census_longest(void)
{
    double longest = 0;
    for (int i = 0; i < STARPU_NMAXWORKERS; ++i) {
        const double one = get(&desks[i].longest);
        if (one > longest) longest = one;
    }
    return longest;
}

void census_at(int64_t step, int stage)
{
    SET(at_step, step);
    SET(at_stage, stage);
}

void census_where(int64_t *step, int *stage)
{
    *step = GET(at_step);
    *stage = GET(at_stage);
}
