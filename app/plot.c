/* app/plot.c -- updraft plot: draws a picture of a field file. */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/commands.h"
#include "base/memory.h"
#include "io/picture.h"

struct arguments {
    const char *file, *field, *plane, *output;
    struct picture picture; /* range and size */
};

static const struct argp_option flags[] = {
    { "field", 'f', "NAME", 0, "the field to draw (the first one of the file)", 0 },
    { "slice", 's', "PLANE", 0, "the plane, as y=0, in metres (y=0)", 0 },
    { "output", 'o', "PICTURE.png", 0, "where the picture goes (FILE_NAME.png, without .hdf)", 0 },
    { "range", 'r', "MIN:MAX", 0, "values of the ends of the colour bar (those of the slice)", 0 },
    { "size", 'S', "WxH", 0, "the picture is at most this large, in pixels (900x800)", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static void read_range(const char *arg, struct picture *p, struct argp_state *state)
{
    char *middle, *end = NULL;
    p->low = strtod(arg, &middle);
    if (middle != arg && *middle == ':') p->high = strtod(middle + 1, &end);
    if (!end || end == middle + 1 || *end || !isfinite(p->low) || !isfinite(p->high) ||
        !(p->low < p->high))
        argp_error(state, "--range %s: want two numbers MIN:MAX, the first less than the second, "
                   "as -0.5:0.5", arg);
}

static void read_size(const char *arg, struct picture *p, struct argp_state *state)
{
    int length = 0;
    if (sscanf(arg, "%5dx%5d%n", &p->width, &p->height, &length) != 2 || arg[length] ||
        p->width < PICTURE_LEAST || p->width > PICTURE_MOST || p->height < PICTURE_LEAST ||
        p->height > PICTURE_MOST)
        argp_error(state, "--size %s: want WIDTHxHEIGHT, each %d to %d pixels, as 900x800", arg,
                   PICTURE_LEAST, PICTURE_MOST);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 'f': a->field = arg; return 0;
    case 's': a->plane = arg; return 0;
    case 'o': a->output = arg; return 0;
    case 'r': read_range(arg, &a->picture, state); return 0;
    case 'S': read_size(arg, &a->picture, state); return 0;
    case ARGP_KEY_ARG:
        if (a->file) argp_error(state, "one file at a time, not also %s", arg);
        a->file = arg;
        return 0;
    case ARGP_KEY_NO_ARGS: argp_error(state, "which file? one that a run wrote, NAME_000000.hdf");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* FILE_NAME.png, without the .hdf; freed by the caller. */
static char *default_output(const char *file, const char *field)
{
    static const char ending[] = ".hdf";
    const size_t all = strlen(file), its = sizeof ending - 1;
    const size_t kept = all > its && !strcmp(file + all - its, ending) ? all - its : all;
    const size_t bytes = kept + strlen(field) + sizeof "_.png";
    char *path = NEW(char, bytes);
    snprintf(path, bytes, "%.*s_%s.png", (int)kept, file, field);
    return path;
}

static enum status draw(const struct arguments *a, struct fields_file *f)
{
    const struct stored_field *field;
    TRY(fields_find(f, a->field, &field));
    char *path = a->output ? memory_copy(a->output) : default_output(a->file, field->name);
    const enum status s = picture_of_file(f, field->name, a->plane, &a->picture, path);
    if (s == OK) printf("%s\n", path);
    free(path);
    return s;
}

enum status command_plot(int argc, char **argv)
{
    static const struct argp argp = {
        flags, parse, "FILE.hdf",
        "Draws a field of a file that a run wrote, on a plane, as a PNG picture, and prints the "
        "picture's name.", NULL, NULL, NULL
    };
    struct arguments a = { .plane = "y=0",
                           .picture = { .low = NAN, .high = NAN,
                                        .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT } };
    struct fields_file *f;

    argp_parse(&argp, argc, argv, 0, NULL, &a);
    TRY(fields_open(&f, a.file));
    const enum status s = draw(&a, f);
    fields_close(f);
    return s;
}
