/* codelets/isa.c -- which instruction set's kernels run. */
#include "codelets/isa.h"
#include <stdlib.h>
#include <string.h>
#include <config.h>

static const char *const names[] = { "portable", "avx2", "avx512" };

static enum isa find(void)
{
#ifdef WITH_ISA
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return ISA_PORTABLE;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
                   && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
               ? ISA_AVX512 : ISA_AVX2;
#else
    return ISA_PORTABLE;
#endif
}

enum isa isa_here(void)
{
    static int known = -1; /* all threads find the same */
    if (known < 0) {
        const char *wanted = getenv("UPDRAFT_ISA");
        enum isa best = find();
        for (int i = 0; wanted && i <= (int)best; ++i)
            if (!strcmp(wanted, names[i])) best = i;
        known = best;
    }
    return known;
}

const char *isa_name(enum isa isa) { return names[isa]; }
