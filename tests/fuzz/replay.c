/* tests/fuzz/replay.c -- the inputs that are kept, or those named, through the target: TAP.
 *
 * libFuzzer has a main() of its own, and this one is weak: beside it this file does nothing. */
#define _GNU_SOURCE
#include <glob.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "tests/fuzz/fuzz.h"

enum { SECONDS = 20, ROUNDS = 40 }; /* for one input; how often it is read at most */

static char now[300]; /* the line of TAP for an input that ends the program */

static void end(int signal)
{
    static const char why[] = "# a crash, or no end in 20 s\n";
    ssize_t n = write(STDOUT_FILENO, now, strlen(now));
    n += write(STDOUT_FILENO, why, sizeof why - 1);
    (void)n;
    _exit(128 + signal);
}

static char *load(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    REQUIRE(f, "cannot read %s", path);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *bytes = memory_new(*size, 1);
    REQUIRE(fread(bytes, 1, *size, f) == *size, "cannot read %s", path);
    fclose(f);
    return bytes;
}

static size_t in_use(void)
{
    const struct mallinfo2 m = mallinfo2(); /* zeros under AddressSanitizer, which looks itself */
    return m.uordblks + m.hblkhd;
}

/* As libFuzzer does it: a copy of just these bytes, so that tools see what is beyond. */
static void read_once(const char *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    REQUIRE(copy, "no memory for an input");
    if (size) memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

/* Reads until memory grows no more: what libraries and malloc itself keep comes to an end, what is
 * lost does not. The bytes that the last reading took. */
static size_t read_often(const char *bytes, size_t size)
{
    size_t more = 1;
    for (int round = 0; round < ROUNDS && more; ++round) {
        const size_t before = in_use();
        read_once(bytes, size);
        const size_t after = in_use();
        more = after > before ? after - before : 0;
    }
    return more;
}

static void replay(int n, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t size;
    char *bytes = load(path, &size);

    snprintf(now, sizeof now, "not ok %d - %s: %.200s\n", n, fuzz_target, name);
    alarm(SECONDS);
    const size_t lost = read_often(bytes, size);
    alarm(0);
    free(bytes);
    if (lost) printf("%s# %zu bytes are lost each time\n", now, lost);
    else printf("%s", now + strlen("not "));
    fflush(stdout);
}

static void find_kept(glob_t *found)
{
    const char *source = getenv("srcdir");
    int flags = 0;
    for (const char *const *p = fuzz_inputs; *p; ++p, flags = GLOB_APPEND) {
        char pattern[4096];
        snprintf(pattern, sizeof pattern, "%s/%s", source && *source ? source : ".", *p);
        REQUIRE(glob(pattern, flags, NULL, found) == 0, "there is no %s", pattern);
    }
}

__attribute__((weak)) int main(int argc, char **argv)
{
    glob_t kept = { 0 };

    if (argc == 1) find_kept(&kept);
    LLVMFuzzerInitialize(&argc, &argv);
    signal(SIGALRM, end);
    signal(SIGSEGV, end);
    signal(SIGBUS, end);
    signal(SIGFPE, end);
    signal(SIGABRT, end);
    const int n = argc > 1 ? argc - 1 : (int)kept.gl_pathc;
    char **paths = argc > 1 ? argv + 1 : kept.gl_pathv;
    printf("1..%d\n", n);
    fflush(stdout);
    for (int i = 0; i < n; ++i) replay(i + 1, paths[i]);
    globfree(&kept);
    return 0;
}
