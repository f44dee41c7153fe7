/* tests/fuzz/promises.c -- a folder for inputs, and what counts as a crash. */
#define _GNU_SOURCE
#include "tests/fuzz/fuzz.h"
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/memory.h"

enum { NUM_PATHS = 4 };

static char folder[200];
static char *names[16]; /* of the files there */
static int num_names;

static void remove_folder(void)
{
    char path[400];
    for (int i = 0; i < num_names; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
        free(names[i]);
    }
    rmdir(folder);
}

static void make_folder(void)
{
    const char *where = getenv("TMPDIR");
    if (folder[0]) return;
    snprintf(folder, sizeof folder, "%.150s/updraft-fuzz-XXXXXX", where && *where ? where : "/tmp");
    if (!mkdtemp(folder)) fuzz_fail("cannot make the folder %s", folder);
    atexit(remove_folder);
}

static void note_name(const char *name)
{
    for (int i = 0; i < num_names; ++i)
        if (!strcmp(names[i], name)) return;
    if (num_names < (int)(sizeof names / sizeof *names)) names[num_names++] = memory_copy(name);
}

const char *fuzz_file(const char *name, const void *data, size_t size)
{
    static char paths[NUM_PATHS][400];
    static int n;
    char *path = paths[n++ % NUM_PATHS];

    make_folder();
    note_name(name);
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || (size && fwrite(data, 1, size, f) != size) || fclose(f) != 0)
        fuzz_fail("cannot write %s", path);
    return path;
}

void fuzz_fail(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

int fuzz_judge(enum status s)
{
    const char *text = error_text();

    if (s == OK) {
        if (*text) fuzz_fail("OK, but a message is left: %s", text);
        return 1;
    }
    if (s != BAD_INPUT) fuzz_fail("status %d instead of %d: %s", s, BAD_INPUT, text);
    if (!*text) fuzz_fail("refused without a message");
    for (const char *c = text; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 127)
            fuzz_fail("character %d in the message: %s", *c, text);
    error_clear();
    return 0;
}

/* LeakSanitizer's; not there in other builds. */
__attribute__((weak)) void __lsan_disable(void);
__attribute__((weak)) void __lsan_enable(void);

void fuzz_start_mpi(void)
{
    setenv("OMPI_MCA_ess_singleton_isolated", "1", 0); /* Open MPI would start a daemon */
    setenv("OMPI_MCA_opal_signal", "", 0); /* it would take crashes before libFuzzer does */
    if (__lsan_disable) __lsan_disable(); /* what MPI keeps is not ours */
    MPI_Init(NULL, NULL);
    if (__lsan_enable) __lsan_enable();
}

/* A fault of the program and a lack of memory end it with these codes, from any depth. libFuzzer
 * and the replay only notice a signal. */
void _Exit(int code)
{
    if (code == BUG || code == BAD_MACHINE) abort();
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
}
