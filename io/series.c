/* io/series.c -- keeps the list of field files that ParaView opens as a time series. */
#include "io/fields.h"
#include "io/newfile.h"
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DIGITS = 15 }; /* of the times: 0.1 stays 0.1; the file itself has every bit */

/* Reads the list, or begins one; NULL where it is not one of ours. */
static json_t *read_list(const char *series)
{
    json_error_t error;
    if (access(series, F_OK) != 0)
        return json_pack("{s:s, s:[]}", "file-series-version", "1.0", "files");
    json_t *list = json_load_file(series, 0, &error);
    if (json_is_array(json_object_get(list, "files"))) return list;
    error_raise(BAD_INPUT, "%s is not a list of files in time (line %d: %s)", series, error.line,
                list ? "no array \"files\"" : error.text);
    json_decref(list);
    return NULL;
}

/* Writes the list under its temporary name. */
static enum status write_list(const struct newfile *f, const json_t *list)
{
    FILE *out = fopen(f->temporary, "w");
    if (!out) FAIL(BAD_MACHINE, "cannot write %s: %s", f->path, strerror(errno));
    const int failed = json_dumpf(list, out, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)) < 0 ||
                       fputc('\n', out) == EOF;
    if (fclose(out) != 0 || failed)
        FAIL(BAD_MACHINE, "cannot write %s: %s", f->path, strerror(errno));
    return OK;
}

/* Whether the last file of the list has this name or one behind it, or this time or a later one: names
 * differ in their numbers, of as many digits. */
static int is_superseded(const json_t *files, const char *name, double time)
{
    if (json_array_size(files) == 0) return 0;
    const json_t *last = json_array_get(files, json_array_size(files) - 1);
    const char *its = json_string_value(json_object_get(last, "name"));
    return json_number_value(json_object_get(last, "time")) >= time || (its && strcmp(its, name) >= 0);
}

static void cut(json_t *files, const char *name, double time)
{
    while (is_superseded(files, name, time)) json_array_remove(files, json_array_size(files) - 1);
}

static enum status replace(const char *series, json_t *list)
{
    struct newfile f;
    newfile_new(&f, series);
    const enum status s = write_list(&f, list);
    json_decref(list);
    if (s == OK) return newfile_finish(&f);
    newfile_discard(&f);
    return s;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

enum status fields_series(const char *series, const char *path, double time)
{
    json_t *list = read_list(series);
    if (!list) return BAD_INPUT;
    json_t *files = json_object_get(list, "files");
    cut(files, name_of(path), time);
    json_array_append_new(files, json_pack("{s:s, s:f}", "name", name_of(path), "time", time));
    return replace(series, list);
}

enum status fields_series_cut(const char *series, const char *path)
{
    if (access(series, F_OK) != 0) return OK;
    json_t *list = read_list(series);
    if (!list) return BAD_INPUT;
    cut(json_object_get(list, "files"), name_of(path), INFINITY);
    return replace(series, list);
}
