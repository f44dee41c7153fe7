/* app/bench.c -- updraft bench: which measurements, of what, and the file of their results. */
#include "app/bench.h"
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "app/commands.h"
#include "app/ranks.h"
#include "app/provenance.h"
#include "base/memory.h"

static const struct {
    const char *name;
    bench_part *measure;
} parts[] = {
    { "ceilings", bench_ceilings },     { "kernels", bench_kernels },
    { "elements", bench_elements },     { "cumulative", bench_cumulative },
    { "precisions", bench_precisions }, { "steps", bench_steps },
};
enum { NUM_PARTS = sizeof parts / sizeof *parts };

static const struct argp_option flags[] = {
    { "set", 's', "KEY=VALUE", 0,
      "set a key of the case (rising_bubble: order 4, level 2); may be repeated", 0 },
    { "repeats", 'n', "N", 0, "measurements of each kind; the best is quoted (5)", 0 },
    { "steps", 't', "N", 0, "time steps a measurement, at least (3)", 0 },
    { "seconds", 'S', "S", 0, "length of a measurement of whole steps, at least (0)", 0 },
    { "json", 'j', "FILE", 0, "write the results as JSON, too", 0 },
    { "plot", 'p', "FILE", 0, "measure nothing: draw a part of such results", 0 },
    { "output", 'o', "PICTURE.png", 0, "where that picture goes (FILE.png)", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

static int whole(const char *arg, int most, struct argp_state *state)
{
    char *end;
    const long n = strtol(arg, &end, 10);
    if (*end || end == arg || n < 1 || n > most)
        argp_error(state, "%s: want a number of 1 to %d", arg, most);
    return (int)n;
}

static double seconds(const char *arg, struct argp_state *state)
{
    char *end;
    const double s = strtod(arg, &end);
    if (*end || end == arg || !(s >= 0 && s <= 86400))
        argp_error(state, "--seconds %s: want a number of 0 to 86400", arg);
    return s;
}

static unsigned part(const char *arg, struct argp_state *state)
{
    for (int p = 0; p < NUM_PARTS; ++p)
        if (!strcmp(arg, parts[p].name)) return 1u << p;
    argp_error(state, "%s: want ceilings, kernels, elements, cumulative, precisions or steps", arg);
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct bench *b = state->input;
    switch (key) {
    case 's': return case_file_set(state, &b->file, arg);
    case 'n': b->repeats = whole(arg, BENCH_MAX_REPEATS, state); return 0;
    case 't': b->steps = whole(arg, 100000, state); return 0;
    case 'S': b->seconds = seconds(arg, state); return 0;
    case 'j': b->json = arg; return 0;
    case 'p': b->plot = arg; return 0;
    case 'o': b->output = arg; return 0;
    case ARGP_KEY_ARG: b->parts |= part(arg, state); return 0;
    case ARGP_KEY_END:
        b->is_usual = b->parts == 0;
        if (b->is_usual) b->parts = part("kernels", state) | part("steps", state);
        if (b->output && !b->plot)
            argp_error(state, "--output %s: only --plot draws a picture", b->output);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* What a run would use: cores, GPUs, and the partitions for them. */
static enum status probe(struct bench *b, const struct options *o, json_t *out)
{
    struct session s = { 0 };
    TRY(session_start_starpu(&s, o));
    const enum status status = session_plan(&s, o);
    if (status == OK) {
        const char *device = bench_device(&s);
        b->cores = s.num_workers;
        b->gpus = s.num_gpus;
        b->gpu = s.num_gpus > 0 ? s.devices.at[0].number : -1;
        b->partitions = s.plan.mesh.partitions;
        printf("%s, order %d, %s precision, %lld elements in %lld partition%s, %s, fusion %s, "
               "scheduler %s, on %s\n", o->top_case, o->top_order, o->top_precision,
               (long long)s.plan.num_elements, (long long)b->partitions,
               b->partitions == 1 ? "" : "s", s.plan.rk->name, session_fusion(&s), s.scheduler,
               device);
        json_object_set_new(out, "elements", json_integer(s.plan.num_elements));
        json_object_set_new(out, "nodes", json_integer(s.plan.num_nodes));
        json_object_set_new(out, "partitions", json_integer(b->partitions));
        json_object_set_new(out, "ranks", json_integer(1));
        json_object_set_new(out, "workers", json_integer(s.num_workers));
        json_object_set_new(out, "gpus", json_integer(s.num_gpus));
        json_object_set_new(out, "stages", json_integer(s.plan.rk->num_stages));
        json_object_set_new(out, "fusion", json_string(session_fusion(&s)));
        json_object_set_new(out, "scheduler", json_string(s.scheduler));
        json_object_set_new(out, "device", json_string(device));
    }
    free((void *)s.plan.mesh.first);
    session_stop_starpu(&s);
    return status;
}

/* Of a word that names a file by its whole path, the file: folders are this machine's affair. */
static char *without_folders(const char *command)
{
    char *text = memory_copy(command), *to = text;
    for (const char *word = command; *word;) {
        const size_t length = strcspn(word, " ");
        const char *from = word, *path = memchr(word, '/', length);
        if (path && (path == word || path[-1] == '=' || path[-1] == '.'))
            for (from = word + length; from[-1] != '/'; --from) {}
        const size_t kept = (size_t)(word + length - from);
        memmove(to, from, kept);
        to += kept;
        word += length;
        while (*word == ' ') *to++ = *word++;
    }
    *to = '\0';
    return text;
}

static enum status write_json(const char *path, json_t *out, const struct options *o)
{
    char date[32];
    const time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    json_object_set_new(out, "date", json_string(date));
    json_object_set_new(out, "order", json_integer(o->top_order));
    json_object_set_new(out, "precision", json_string(o->top_precision));
    for (const struct provenance *f = provenance_of(o->top_case, ""); f->key; ++f) {
        if (!*f->value) continue;
        char *value = strcmp(f->key, "command") ? memory_copy(f->value) : without_folders(f->value);
        json_object_set_new(out, f->key, json_string(value));
        free(value);
    }
    if (json_dump_file(out, path, JSON_INDENT(2)) != 0) FAIL(BAD_MACHINE, "cannot write %s", path);
    return OK;
}

/* A file that cannot be written is found before hours of measurements, not behind them. */
static enum status check_writable(const char *path)
{
    FILE *f = fopen(path, "a");
    if (!f || fclose(f) != 0) FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(errno));
    return OK;
}

/* Written after each part: one that fails, or is stopped, does not take the others with it. */
static enum status measure(struct bench *b, const struct options *o)
{
    json_t *out = json_object();
    enum status status = b->json ? check_writable(b->json) : OK;
    if (status == OK) status = probe(b, o, out);
    for (int p = 0; p < NUM_PARTS && status == OK; ++p) {
        if (!(b->parts & 1u << p)) continue;
        status = parts[p].measure(b, o, out);
        const enum status written = b->json ? write_json(b->json, out, o) : OK;
        if (status == OK) status = written;
    }
    json_decref(out);
    return status;
}

/* The first part that was asked for, or of the file. */
static enum status draw(const struct bench *b, int is_any)
{
    const char *name = NULL;
    for (int p = NUM_PARTS - 1; p >= 0; --p)
        if (!is_any && b->parts & 1u << p) name = parts[p].name;
    char *path = NEW(char, strlen(b->plot) + 5);
    const size_t length = strlen(b->plot);
    const int has_ending = length > 5 && !strcmp(b->plot + length - 5, ".json");
    sprintf(path, "%.*s.png", (int)(has_ending ? length - 5 : length), b->plot);
    const enum status status = bench_draw(b->plot, name, b->output ? b->output : path);
    if (status == OK) printf("%s\n", b->output ? b->output : path);
    free(path);
    return status;
}

enum status command_bench(int argc, char **argv)
{
    static const struct argp argp = { flags, parse,
        "[ceilings] [kernels] [elements] [cumulative] [precisions] [steps]",
        "Measures what the machine can do at most; kernels in a plain loop on one core or GPU, "
        "against that; volume and advance over meshes up to the case's; the volume kernel's "
        "optimisations one by one; both precisions over meshes up to the case's; and "
        "whole time steps as tasks against the plain loop. Without a word: kernels and steps.",
        0, 0, 0 };
    struct bench b = {
        .file = { .sets = { "case=rising_bubble", "mesh.level=2" }, .from.num_sets = 2 },
        .repeats = 5,
        .steps = 3,
    };
    struct options o;
    argp_parse(&argp, argc, argv, 0, NULL, &b);
    if (b.plot) return draw(&b, b.is_usual);

    TRY(case_file_read(&o, &b.file));
    enum status status = ranks_start(1);
    if (status == OK) status = measure(&b, &o);
    options_free(&o);
    return status;
}
