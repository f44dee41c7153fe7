/* codelets/ceilings_cpu.c -- the ceilings of one core: loops that do nothing else. */
#include "codelets/ceilings.h"
#include <stdlib.h>
#include <time.h>
#include "base/memory.h"
#include "base/real.h"
#include "codelets/isa.h"

/* As many chains as two units with a latency of four cycles want; the widest vectors there are. */
#if defined(ISA_IS_AVX512)
enum { VECTOR = 64 };
#elif defined(ISA_IS_AVX2)
enum { VECTOR = 32 };
#else
enum { VECTOR = 16 };
#endif
enum { CHAINS = 8, WIDTH = VECTOR / sizeof(real), TURNS = 1 << 21, REPEATS = 5 };
typedef real chain __attribute__((vector_size(VECTOR)));

/* Elsewhere products and sums fuse where mul_add is written; here wherever the set can. */
#ifdef __clang__
#define FUSED
#define FUSE _Pragma("clang fp contract(fast)")
#else
#define FUSED __attribute__((optimize("fp-contract=fast")))
#define FUSE
#endif

FUSED
static void multiply_add(real a, real b, real *out)
{
    FUSE
    chain x0 = { 0 }, x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3;
    chain x4 = x0 + 4, x5 = x0 + 5, x6 = x0 + 6, x7 = x0 + 7;
    for (int n = 0; n < TURNS; ++n) {
        x0 = x0 * a + b, x1 = x1 * a + b, x2 = x2 * a + b, x3 = x3 * a + b;
        x4 = x4 * a + b, x5 = x5 * a + b, x6 = x6 * a + b, x7 = x7 * a + b;
    }
    const chain sum = ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + (x6 + x7));
    for (size_t i = 0; i < WIDTH; ++i) out[i] = sum[i];
}

static void copy(size_t n, real *RESTRICT to, const real *RESTRICT from)
{
    for (size_t i = 0; i < n; ++i) to[i] = from[i];
}

static void add(size_t n, real *RESTRICT to, const real *RESTRICT from, real factor)
{
    for (size_t i = 0; i < n; ++i) to[i] += factor * from[i];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_best(double *best, double rate)
{
    if (rate > *best) *best = rate;
}

void KERNEL(ceilings_cpu)(struct ceilings *c)
{
    const size_t n = (size_t)200e6 / sizeof(real); /* beyond all caches */
    real *to = NEW(real, n), *from = NEW(real, n), out[WIDTH];
    volatile real a = (real)0.5, b = 1; /* the compiler may not know the results */
    *c = (struct ceilings){ 0 };
    for (int i = 0; i < REPEATS + 1; ++i) { /* the first one touches the memory */
        const double start = now();
        multiply_add(a, b, out);
        const double summed = now();
        copy(n, to, from);
        const double copied = now();
        add(n, to, from, out[0]);
        const double added = now();
        if (i == 0) continue;
        keep_best(&c->flops, 2.0 * TURNS * CHAINS * WIDTH / (summed - start));
        keep_best(&c->copy, 2.0 * (double)(n * sizeof(real)) / (copied - summed));
        keep_best(&c->update, 3.0 * (double)(n * sizeof(real)) / (added - copied));
    }
    free(to);
    free(from);
}
