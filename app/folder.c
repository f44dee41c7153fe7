/* app/folder.c -- makes the folder of a run. */
#include "app/folder.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/newfile.h"

enum { LONGEST = 2048 }; /* names of files follow */

static enum status check_writable(const char *folder)
{
    if (access(folder, W_OK | X_OK) != 0)
        FAIL(BAD_MACHINE, "output.directory: cannot write to %s: %s", folder, strerror(errno));
    return OK;
}

enum status folder_check(const char *folder, int may_replace)
{
    char path[LONGEST];
    struct stat st;
    if (!*folder || strlen(folder) > LONGEST - 64)
        FAIL(BAD_INPUT, "output.directory: want a path of 1 to %d characters", LONGEST - 64);
    if (stat(folder, &st) == 0) {
        if (!S_ISDIR(st.st_mode))
            FAIL(BAD_INPUT, "output.directory: %s is not a folder", folder);
        snprintf(path, sizeof path, "%s/summary.json", folder);
        if (!may_replace && access(path, F_OK) == 0)
            FAIL(BAD_INPUT, "output.directory: %s holds the results of an earlier run "
                 "(summary.json); --overwrite replaces them, --output DIR puts new ones elsewhere",
                 folder);
        return check_writable(folder);
    }
    /* The nearest folder above that exists is where it will be made. */
    snprintf(path, sizeof path, "%s", folder);
    for (;;) {
        char *slash = strrchr(path, '/');
        if (!slash) return check_writable(".");
        if (slash == path) return check_writable("/");
        *slash = '\0';
        if (stat(path, &st) == 0) break;
        if (errno != ENOENT)
            FAIL(BAD_INPUT, "output.directory: %s: %s", folder, strerror(errno));
    }
    if (!S_ISDIR(st.st_mode))
        FAIL(BAD_INPUT, "output.directory: %s is not a folder", path);
    return check_writable(path);
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

enum status folder_make(const struct options *o)
{
    char path[LONGEST];
    struct newfile file;
    TRY(make_path(o->output_directory));
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
