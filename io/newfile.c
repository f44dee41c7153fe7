/* io/newfile.c -- writes under a temporary name, then syncs and renames. */
#include "io/newfile.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void newfile_new(struct newfile *f, const char *path)
{
    static const char suffix[] = ".part";
    f->path      = memory_copy(path);
    f->temporary = NEW(char, strlen(path) + sizeof suffix);
    sprintf(f->temporary, "%s%s", path, suffix);
}

/* What was written to a file or folder is on disk; 0, or -1 with errno. */
static int sync_to_disk(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    const int rc = fsync(fd), why = errno;
    close(fd);
    errno = why;
    return rc;
}

static void forget(struct newfile *f)
{
    free(f->path);
    free(f->temporary);
    *f = (struct newfile){ 0 };
}

/* Keeps errno in the message. */
static enum status refuse(struct newfile *f)
{
    const enum status s = error_raise(BAD_MACHINE, "cannot write %s: %s", f->path, strerror(errno));
    newfile_discard(f);
    return s;
}

enum status newfile_rename(struct newfile *f)
{
    enum status s = OK;
    if (rename(f->temporary, f->path) < 0) return refuse(f);
    /* The name is to be on disk, too; some file systems do not sync folders, with no harm. */
    if (sync_to_disk(dirname(f->temporary)) < 0 && (errno == EIO || errno == ENOSPC))
        s = error_raise(BAD_MACHINE, "cannot write %s: %s", f->path, strerror(errno));
    forget(f);
    return s;
}

enum status newfile_finish(struct newfile *f)
{
    return sync_to_disk(f->temporary) < 0 ? refuse(f) : newfile_rename(f);
}

void newfile_discard(struct newfile *f)
{
    unlink(f->temporary);
    forget(f);
}
