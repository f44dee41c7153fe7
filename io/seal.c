/* io/seal.c -- makes and checks the seal. */
#include "io/seal.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/memory.h"

static const char TITLE[] = "updraft checkpoint ";
static const char HDF5_SIGNATURE[] = "\211HDF\r\n\032\n";

struct seal {
    uint64_t bytes, state_at, state_bytes, sum;
};

/* As it stands in the file; zeros to its end. The sum stands last and covers what is before it. */
static int print_seal(const struct seal *s, int has_sum, char text[SEAL_BYTES])
{
    memset(text, 0, SEAL_BYTES);
    int n = snprintf(text, SEAL_BYTES, "%s%d\nbytes %" PRIu64 "\nstate %" PRIu64 " %" PRIu64 "\n",
                     TITLE, SEAL_FORMAT, s->bytes, s->state_at, s->state_bytes);
    if (has_sum)
        n += snprintf(text + n, SEAL_BYTES - (size_t)n, "checksum %016" PRIx64 "\n", s->sum);
    return n;
}

/* Adds the bytes from `at` to `end` of the file; 0, or -1 with errno. */
static int add_range(XXH64_state_t *sum, int fd, uint64_t at, uint64_t end)
{
    enum { BLOCK = 1 << 16 };
    char *block = NEW(char, BLOCK);
    ssize_t n = 0;
    while (at < end) {
        n = pread(fd, block, end - at < BLOCK ? end - at : BLOCK, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = EIO;
        if (n <= 0) break;
        XXH64_update(sum, block, (size_t)n);
        at += (uint64_t)n;
    }
    free(block);
    return at < end ? -1 : 0;
}

/* The sum of the seal's own words and of all that is not the state. */
static int sum_up(int fd, const struct seal *s, uint64_t *sum)
{
    char text[SEAL_BYTES];
    XXH64_state_t *state = XXH64_createState();
    XXH64_reset(state, 0);
    XXH64_update(state, text, (size_t)print_seal(s, 0, text));
    int rc = add_range(state, fd, SEAL_BYTES, s->state_at);
    if (rc == 0) rc = add_range(state, fd, s->state_at + s->state_bytes, s->bytes);
    *sum = XXH64_digest(state);
    XXH64_freeState(state);
    return rc;
}

static int write_seal(int fd, uint64_t at, uint64_t bytes)
{
    struct stat st;
    char text[SEAL_BYTES];
    if (fstat(fd, &st) < 0) return -1;
    struct seal s = { .bytes = (uint64_t)st.st_size, .state_at = at, .state_bytes = bytes };
    if (sum_up(fd, &s, &s.sum) < 0) return -1;
    print_seal(&s, 1, text);
    errno = ENOSPC;
    return pwrite(fd, text, SEAL_BYTES, 0) == SEAL_BYTES ? 0 : -1;
}

enum status seal_write(const char *path, const char *name, uint64_t at, uint64_t bytes)
{
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    int rc = fd < 0 ? -1 : write_seal(fd, at, bytes);
    const int why = errno;
    if (fd >= 0) close(fd);
    if (rc < 0) FAIL(BAD_MACHINE, "cannot write %s: %s", name, strerror(why));
    return OK;
}

/* Reads the seal's words; what they say of places has to lie in the file. */
static enum status read_seal(const char *path, int fd, struct seal *s)
{
    char found[SEAL_BYTES + 1] = "", wanted[SEAL_BYTES];
    struct stat st;
    int format, end = 0;
    if (fstat(fd, &st) < 0) FAIL(BAD_MACHINE, "cannot read %s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode)) FAIL(BAD_INPUT, "%s is not a file", path);
    const ssize_t n = pread(fd, found, SEAL_BYTES, 0);
    if (n < 0) FAIL(BAD_MACHINE, "cannot read %s: %s", path, strerror(errno));
    if (n >= (ssize_t)sizeof HDF5_SIGNATURE - 1
        && !memcmp(found, HDF5_SIGNATURE, sizeof HDF5_SIGNATURE - 1))
        FAIL(BAD_INPUT, "%s is no checkpoint of format %d: an earlier version of Updraft wrote it, "
             "or it is something else", path, SEAL_FORMAT);
    if (strncmp(found, TITLE, sizeof TITLE - 1)
        || sscanf(found + sizeof TITLE - 1, "%9d%n", &format, &end) != 1)
        FAIL(BAD_INPUT, "%s is no checkpoint of Updraft", path);
    if (format != SEAL_FORMAT)
        FAIL(BAD_INPUT, "%s has format %d, but this version reads format %d", path, format,
             SEAL_FORMAT);
    if (sscanf(found + sizeof TITLE - 1 + end,
               " bytes %20" SCNu64 " state %20" SCNu64 " %20" SCNu64 " checksum %16" SCNx64,
               &s->bytes, &s->state_at, &s->state_bytes, &s->sum) == 4)
        print_seal(s, 1, wanted);
    else
        memset(wanted, 0, sizeof wanted);
    if (n < SEAL_BYTES || memcmp(found, wanted, SEAL_BYTES) || s->state_at < SEAL_BYTES
        || s->state_at > s->bytes || s->state_bytes > s->bytes - s->state_at)
        FAIL(BAD_INPUT, "%s is damaged: its seal, the first %d bytes, is not what was written", path,
             SEAL_BYTES);
    if ((uint64_t)st.st_size != s->bytes)
        FAIL(BAD_INPUT, "%s is damaged: it was written with %" PRIu64 " bytes and has %" PRIu64,
             path, s->bytes, (uint64_t)st.st_size);
    return OK;
}

static enum status check(const char *path, int fd, uint64_t *state_bytes)
{
    struct seal s;
    uint64_t sum;
    TRY(read_seal(path, fd, &s));
    if (sum_up(fd, &s, &sum) < 0) FAIL(BAD_MACHINE, "cannot read %s: %s", path, strerror(errno));
    if (sum != s.sum)
        FAIL(BAD_INPUT, "%s is damaged: its header does not have the checksum that it was written "
             "with", path);
    *state_bytes = s.state_bytes;
    return OK;
}

enum status seal_check(const char *path, uint64_t *state_bytes)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) FAIL(BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    const enum status s = check(path, fd, state_bytes);
    close(fd);
    return s;
}
