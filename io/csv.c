/* io/csv.c -- opens tables anew, or where an earlier run left them. */
#include "io/csv.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the lines up to that step end; 0 where there is none, -1 where the header is another. */
static long end_of(FILE *f, const char *header, int64_t keep_to)
{
    char *line = NULL;
    size_t size = 0;
    long end = 0;

    while (getline(&line, &size, f) > 0 && strchr(line, '\n')) {
        char *rest;
        const long long step = strtoll(line, &rest, 10);
        if (end == 0 && strcmp(line, header)) {
            end = -1;
            break;
        }
        if (rest != line && step > keep_to) break;
        end = ftell(f);
    }
    free(line);
    return end;
}

static enum status refuse(const char *path)
{
    FAIL(BAD_INPUT, "%s has other columns than this run would add; another output.directory leaves "
         "it as it is", path);
}

enum status csv_check(const char *path, const char *header)
{
    FILE *f = fopen(path, "r");
    if (!f) return OK;
    const long end = end_of(f, header, -1);
    fclose(f);
    return end < 0 ? refuse(path) : OK;
}

/* Cuts an earlier run's lines behind that step; the end of the file is where we go on. */
static enum status cut(FILE *f, const char *path, const char *header, int64_t keep_to)
{
    const long end = end_of(f, header, keep_to);

    if (end < 0) return refuse(path);
    if (fflush(f) != 0 || ftruncate(fileno(f), end) != 0 || fseek(f, end, SEEK_SET) != 0)
        FAIL(BAD_MACHINE, "cannot cut %s: %s", path, strerror(errno));
    if (end == 0) fputs(header, f);
    return OK;
}

enum status csv_open(FILE **f, const char *path, const char *header, int64_t keep_to)
{
    *f = keep_to >= 0 ? fopen(path, "r+") : NULL;
    if (*f) return cut(*f, path, header, keep_to);
    *f = fopen(path, "w");
    if (!*f) FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(errno));
    fputs(header, *f);
    return OK;
}

enum status csv_flush(FILE *f, const char *name)
{
    if (fflush(f) != 0) FAIL(BAD_MACHINE, "cannot write %s: %s", name, strerror(errno));
    return OK;
}

enum status csv_close(FILE *f, const char *name)
{
    if (f && fclose(f) != 0) FAIL(BAD_MACHINE, "cannot write %s: %s", name, strerror(errno));
    return OK;
}
