/* app/folder.c -- makes the folder of a run. */
#include "app/folder.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/checkpoint.h"
#include "io/fields.h"
#include "io/newfile.h"
#include "io/quantities.h"

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

/* By which a folder is known to hold a run, whole or killed. */
static const char *const results[] = { "summary.json", "checkpoint_latest.h5", "diagnostics.csv",
                                       "effective.yaml" };

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
    for (size_t i = 0; !may_replace && i < sizeof results / sizeof *results; ++i)
        if (has(folder, results[i]))
            FAIL(BAD_INPUT, "output.directory: %s holds the results of an earlier run (%s); "
                 "--overwrite replaces them, --output DIR puts new ones elsewhere%s", folder,
                 results[i], has(folder, results[1]) ? ", --restart goes on from its checkpoint" : "");
    return folder_check_writable("output.directory", folder);
}

/* The number of an output, CASE_000012.hdf or CASE_FIELD_000012.png, or -1. */
static int64_t output_number(const char *name, const char *case_name)
{
    char field[64];
    const size_t length = strlen(case_name);
    const char *end = strrchr(name, '.'), *digits = end;
    if (!end || strncmp(name, case_name, length) != 0 || name[length] != '_') return -1;
    while (digits > name + length + 1 && isdigit((unsigned char)digits[-1])) --digits;
    const char *first = name + length + 1;
    if (end - digits < 6 || digits[-1] != '_') return -1;
    if (!strcmp(end, ".hdf") && digits == first) return strtoll(digits, NULL, 10);
    if (strcmp(end, ".png") != 0 || digits == first) return -1;
    snprintf(field, sizeof field, "%.*s", (int)(digits - 1 - first), first);
    return quantity_find(field) ? strtoll(digits, NULL, 10) : -1;
}

static int is_stale(const char *file, const char *case_name, const struct kept *kept)
{
    char name[256], pattern[256];
    const size_t length = strlen(file);
    const int is_part = length > 5 && !strcmp(file + length - 5, ".part"); /* of a run that was killed */
    snprintf(name, sizeof name, "%.*s", (int)(length - (is_part ? 5 : 0)), file);
    const int64_t step = checkpoint_step(name), number = output_number(name, case_name);
    if (step >= 0) return is_part || step > kept->step;
    if (number >= 0) return is_part || number >= kept->outputs;
    if (!strcmp(name, "summary.json") || !strcmp(name, "unphysical.csv")) return 1;
    if (kept->step >= 0) return 0;
    if (!strcmp(name, "points.csv")) return 1; /* not every run has one */
    if (!strcmp(name, "budget.csv") || !strcmp(name, "budget.png")) return 1;
    snprintf(pattern, sizeof pattern, "%s_slice.nc", case_name);
    if (!strcmp(name, pattern)) return 1;
    snprintf(pattern, sizeof pattern, "%s.hdf.series", case_name);
    return !strcmp(name, pattern);
}

/* Of files that stay; those of outputs that go leave it before they do. */
static enum status cut_series(const struct options *o, const struct kept *kept)
{
    char series[LONGEST + 300], first[LONGEST + 300];
    if (kept->step < 0) return OK;
    snprintf(series, sizeof series, "%s/%s.hdf.series", o->output_directory, o->top_case);
    snprintf(first, sizeof first, "%s/%s_%06" PRId64 ".hdf", o->output_directory, o->top_case,
             kept->outputs);
    return fields_series_cut(series, first);
}

/* The link to the newest checkpoint leads somewhere at any time. */
static enum status remove_stale(const struct options *o, const struct kept *kept)
{
    TRY(checkpoint_point_back(o->output_directory, kept->step));
    TRY(cut_series(o, kept));
    DIR *dir = opendir(o->output_directory);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (is_stale(entry->d_name, o->top_case, kept))
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

enum status folder_make(const struct options *o, const struct kept *kept)
{
    char path[LONGEST];
    struct newfile file;
    TRY(make_path(o->output_directory));
    TRY(remove_stale(o, kept));
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
