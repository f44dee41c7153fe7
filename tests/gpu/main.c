/* tests/gpu/main.c -- Criterion's main, for tests that need a GPU: they are skipped without one. */
#include <criterion/criterion.h>
#include <starpu.h>
#include <stdio.h>
#include "codelets/gpu.h"

/* Can StarPU drive one, and are there kernels for it? */
static int has_gpu(void)
{
#ifdef STARPU_USE_CUDA
    return gpu_count() > 0;
#else
    return 0;
#endif
}

int main(int argc, char *argv[])
{
    if (!has_gpu()) {
        puts("1..0 # SKIP no GPU that this program can use");
        return 0;
    }
    struct criterion_test_set *tests = criterion_initialize();
    int is_good = 1;
    if (criterion_handle_args(argc, argv, true)) is_good = criterion_run_all_tests(tests);
    criterion_finalize(tests);
    return is_good ? 0 : 1;
}
