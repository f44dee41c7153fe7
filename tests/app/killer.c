/* tests/app/killer.c -- loaded before a program (LD_PRELOAD): kills it after so many bytes written.
 *
 * Every pwrite() counts its bytes; every fsync(), rename(), symlink(), unlink() and ftruncate() counts
 * as many as a page, so that places between them are met as well. KILL_AFTER=N: the program dies
 * by SIGKILL in the middle of the call that passes N. KILL_COUNT=FILE: the sum, at the end. All are calls
 * of the C library that io/ makes; those of HDF5 go through io/disk.c.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAGE = 4096 };
static atomic_long passed;
static long limit = -1;

__attribute__((constructor)) static void start(void)
{
    const char *text = getenv("KILL_AFTER");
    if (text) limit = atol(text);
    unsetenv("LD_PRELOAD"); /* processes that it starts live on */
}

__attribute__((destructor)) static void finish(void)
{
    const char *path = getenv("KILL_COUNT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f) return;
    fprintf(f, "%ld\n", (long)passed);
    fclose(f);
}

/* How many of these bytes are still to be done; the caller does them and dies, if fewer than all. */
static long allowed(long bytes)
{
    const long before = atomic_fetch_add(&passed, bytes);
    if (limit < 0 || before + bytes <= limit) return bytes;
    return before < limit ? limit - before : 0;
}

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static ssize_t write_some(int fd, const void *from, size_t bytes, off_t at)
{
    const long n = allowed((long)bytes);
    const ssize_t done = NEXT(pwrite)(fd, from, (size_t)n, at);
    if (n < (long)bytes) kill(getpid(), SIGKILL);
    return done;
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t at)
{
    return write_some(fd, from, bytes, at);
}

ssize_t pwrite64(int fd, const void *from, size_t bytes, off_t at)
{
    return write_some(fd, from, bytes, at);
}

static void count_call(void)
{
    if (allowed(PAGE) < PAGE) kill(getpid(), SIGKILL);
}

int fsync(int fd)
{
    count_call();
    return NEXT(fsync)(fd);
}

int rename(const char *from, const char *to)
{
    count_call();
    return NEXT(rename)(from, to);
}

int symlink(const char *target, const char *path)
{
    count_call();
    return NEXT(symlink)(target, path);
}

int unlink(const char *path)
{
    count_call();
    return NEXT(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags)
{
    count_call();
    return NEXT(unlinkat)(folder, path, flags);
}

int ftruncate(int fd, off_t size)
{
    count_call();
    return NEXT(ftruncate)(fd, size);
}
