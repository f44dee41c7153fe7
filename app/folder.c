/* app/folder.c -- makes the folder of a run. */
#include "app/folder.h"
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/checkpoint.h"
#include "io/newfile.h"

enum { LONGEST = 2048 }; /* names of files follow */

int folder_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

enum status folder_check_writable(const char *what, const char *folder)
{
    char path[LONGEST];
    struct stat st;
    snprintf(path, sizeof path, "%s", folder);
    while (stat(path, &st) != 0) { /* the nearest folder above that exists is where it is made */
        char *slash = strrchr(path, '/');
        if (errno != ENOENT && errno != ENOTDIR)
            FAIL(BAD_INPUT, "%s: %s: %s", what, folder, strerror(errno));
        if (!slash) strcpy(path, ".");
        else slash[slash == path] = '\0';
    }
    if (!S_ISDIR(st.st_mode)) FAIL(BAD_INPUT, "%s: %s is not a folder", what, path);
    if (access(path, W_OK | X_OK) != 0)
        FAIL(BAD_MACHINE, "%s: cannot write to %s: %s", what, path, strerror(errno));
    return OK;
}

static int has(const char *folder, const char *name)
{
    char path[LONGEST];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

enum status folder_check(const char *folder, int may_replace)
{
    if (!*folder || strlen(folder) > LONGEST - 64)
        FAIL(BAD_INPUT, "output.directory: want a path of 1 to %d characters", LONGEST - 64);
    if (!may_replace && has(folder, "summary.json"))
        FAIL(BAD_INPUT, "output.directory: %s holds the results of an earlier run (summary.json); "
             "--overwrite replaces them, --output DIR puts new ones elsewhere", folder);
    if (!may_replace && has(folder, "checkpoint_latest.h5"))
        FAIL(BAD_INPUT, "output.directory: %s holds checkpoints of a run that did not come to its end; "
             "--restart %s/checkpoint_latest.h5 goes on with it, --overwrite removes them", folder,
             folder);
    return folder_check_writable("output.directory", folder);
}

static int is_stale(const char *name, const char *case_name, int64_t first_step)
{
    char pattern[256];
    const int64_t step = checkpoint_step(name);
    if (step >= 0) return step > first_step;
    if (fnmatch("checkpoint_*.h5.part", name, 0) == 0) return 1; /* of a run that was killed */
    if (!strcmp(name, "summary.json") || !strcmp(name, "unphysical.csv")) return 1;
    if (first_step >= 0) return 0;
    if (!strcmp(name, "points.csv")) return 1; /* not every run has one */
    if (!strcmp(name, "budget.csv") || !strcmp(name, "budget.png")) return 1;
    snprintf(pattern, sizeof pattern, "%s*_[0-9][0-9][0-9][0-9][0-9][0-9].*", case_name);
    if (fnmatch(pattern, name, 0) == 0) return 1;
    snprintf(pattern, sizeof pattern, "%s_slice.nc", case_name);
    if (!strcmp(name, pattern)) return 1;
    snprintf(pattern, sizeof pattern, "%s.hdf.series", case_name);
    return !strcmp(name, pattern);
}

/* The link to the newest checkpoint leads somewhere at any time. */
static enum status remove_stale(const struct options *o, int64_t first_step)
{
    TRY(checkpoint_point_back(o->output_directory, first_step));
    DIR *dir = opendir(o->output_directory);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (is_stale(entry->d_name, o->top_case, first_step))
            unlinkat(dirfd(dir), entry->d_name, 0);
    if (dir) closedir(dir);
    return OK;
}

static enum status make_path(const char *folder)
{
    char path[LONGEST];
    snprintf(path, sizeof path, "%s", folder);
    for (char *c = path + 1;; ++c) {
        if (*c != '/' && *c != '\0') continue;
        const char end = *c;
        *c = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            FAIL(BAD_MACHINE, "output.directory: cannot make the folder %s: %s", path,
                 strerror(errno));
        *c = end;
        if (end == '\0') return OK;
    }
}

enum status folder_make(const struct options *o, int64_t first_step)
{
    char path[LONGEST];
    struct newfile file;
    TRY(make_path(o->output_directory));
    TRY(remove_stale(o, first_step));
    snprintf(path, sizeof path, "%s/effective.yaml", o->output_directory);
    newfile_new(&file, path);

    char *text = options_text(o);
    FILE *f = fopen(file.temporary, "w");
    const int has_failed = !f || fputs(text, f) < 0 || fclose(f) != 0;
    const int reason = errno;
    free(text);
    if (has_failed) {
        newfile_discard(&file);
        FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(reason));
    }
    return newfile_finish(&file);
}
