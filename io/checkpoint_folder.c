/* io/checkpoint_folder.c -- the checkpoints of a folder: names, the newest, the old ones. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "io/checkpoint_parts.h"

static const char LATEST[] = "checkpoint_latest.h5";

void checkpoint_path(char *path, size_t size, const char *folder, int64_t step)
{
    snprintf(path, size, "%s/checkpoint_%06" PRId64 ".h5", folder, step);
}

int64_t checkpoint_step(const char *name)
{
    int64_t step;
    int end = 0;
    return sscanf(name, "checkpoint_%" SCNd64 ".h5%n", &step, &end) == 1 && end
                   && name[end] == '\0' ? step : -1;
}

/* The newest step of a folder that is at most `most`, or -1. */
static int64_t newest(const char *folder, int64_t most)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    int64_t found = -1;
    while (dir && (entry = readdir(dir))) {
        const int64_t step = checkpoint_step(entry->d_name);
        if (step > found && step <= most) found = step;
    }
    if (dir) closedir(dir);
    return found;
}

void checkpoint_remove_old(const char *folder, int64_t last)
{
    const int64_t previous = newest(folder, last - 1);
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        const int64_t step = checkpoint_step(entry->d_name);
        if (step >= 0 && step < previous) unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir) closedir(dir);
}

enum status checkpoint_point_to(const char *folder, int64_t step)
{
    char link[4096], target[4096];
    struct newfile file;
    checkpoint_path(target, sizeof target, folder, step);
    snprintf(link, sizeof link, "%s/%s", folder, LATEST);
    newfile_new(&file, link);
    unlink(file.temporary); /* of a run that was killed */
    if (symlink(strrchr(target, '/') + 1, file.temporary) == 0) return newfile_rename(&file);
    const int why = errno;
    newfile_discard(&file);
    FAIL(BAD_MACHINE, "cannot make the link %s: %s", link, strerror(why));
}

enum status checkpoint_point_back(const char *folder, int64_t step)
{
    char link[4096];
    const int64_t last = newest(folder, step);
    if (last >= 0) return checkpoint_point_to(folder, last);
    snprintf(link, sizeof link, "%s/%s", folder, LATEST);
    unlink(link);
    return OK;
}

/* The folder and the step that a path leads to; a name of another kind is step -1. */
static int64_t look_up(const char *path, char folder[4096])
{
    char target[4096];
    const ssize_t n = readlink(path, target, sizeof target - 1);
    if (n >= 0 && memchr(target, '/', (size_t)n)) return -1; /* not a link of ours */
    target[n < 0 ? 0 : n] = '\0';
    snprintf(folder, 4096, "%s", path);
    char *slash = strrchr(folder, '/');
    if (n < 0) snprintf(target, sizeof target, "%s", slash ? slash + 1 : path);
    if (slash) slash[slash == folder] = '\0';
    else strcpy(folder, ".");
    return checkpoint_step(target);
}

enum status checkpoint_suggest(const char *path, enum status s)
{
    char folder[4096], earlier[8192], message[2048];
    int64_t elements, step = look_up(path, folder);
    struct checkpoint c;
    snprintf(message, sizeof message, "%s", error_text());
    while (step > 0 && (step = newest(folder, step - 1)) >= 0) {
        checkpoint_path(earlier, sizeof earlier, folder, step);
        error_clear();
        if (checkpoint_verify(earlier, &c, &elements) == OK) {
            error_clear();
            return error_raise(s, "%s; the one before it, %s, is whole", message, earlier);
        }
    }
    error_clear();
    return error_raise(s, "%s", message);
}
