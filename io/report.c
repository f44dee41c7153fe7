/* io/report.c -- writes summary.json and diagnostics.csv. */
#include "io/report.h"
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/csv.h"
#include "io/newfile.h"

static void put(json_t *o, const char *key, double x)
{
    json_object_set_new(o, key, isfinite(x) ? json_real(x) : json_null());
}

/* The value, and beside it KEY_at. */
static void put_spot(json_t *o, const char *key, const struct spot *spot)
{
    char at[64];
    put(o, key, spot->value);
    snprintf(at, sizeof at, "%s_at", key);
    json_object_set_new(o, at, json_pack("[f, f, f]", spot->at[0], spot->at[1], spot->at[2]));
}

/* JSON holds UTF-8 only, a command line any bytes: what is not ASCII becomes ? where it is neither. */
static json_t *utf8(const char *text)
{
    json_t *string = json_string(text);
    if (string) return string;
    char *copy = memory_copy(text);
    for (char *c = copy; *c; ++c)
        if ((unsigned char)*c >= 128) *c = '?';
    string = json_string(copy);
    free(copy);
    return string;
}

static json_t *budget_object(const struct budget_table *t)
{
    const struct budget_line all = budget_sum(t);
    json_t *o = json_object();
    put(o, "from_s", t->lines.at[0].time);
    put(o, "to_s", all.time);
    for (int part = 0; part < NBUDGET; ++part) put(o, budget_key(part), all.part[part]);
    put(o, "measured", all.measured);
    put(o, "residual", all.residual);
    put(o, "terms", all.scale);
    return o;
}

enum status summary_write(const char *folder, const struct summary *s,
                          const struct provenance *facts)
{
    char path[4096], checksum[17];
    struct newfile file;
    json_t *o = json_object();

    snprintf(path, sizeof path, "%s/summary.json", folder);
    snprintf(checksum, sizeof checksum, "%016" PRIx64, s->checksum);
    json_object_set_new(o, "case", json_string(s->case_name));
    json_object_set_new(o, "order", json_integer(s->order));
    json_object_set_new(o, "precision", json_string(s->precision));
    json_object_set_new(o, "elements", json_integer(s->elements));
    json_object_set_new(o, "nodes", json_integer(s->nodes));
    json_object_set_new(o, "partitions", json_integer(s->partitions));
    json_object_set_new(o, "ranks", json_integer(s->ranks));
    json_object_set_new(o, "workers", json_integer(s->workers));
    json_object_set_new(o, "gpus", json_integer(s->gpus));
    if (s->cuts > 0) json_object_set_new(o, "cuts", json_integer(s->cuts));
    json_object_set_new(o, "scheduler", json_string(s->scheduler));
    json_object_set_new(o, "fusion", json_string(s->fusion));
    json_object_set_new(o, "steps", json_integer(s->steps));
    json_object_set_new(o, "stages", json_integer(s->stages));
    put(o, "simulated_s", s->simulated_s);
    put(o, "dt_s", s->dt_s);
    put(o, "wall_s", s->wall_s);
    put(o, "node_stages_per_s", s->node_stages_per_s);
    put(o, "mass_relative_change", s->mass_relative_change);
    put(o, "energy_relative_change", s->energy_relative_change);
    put(o, "entropy_relative_change", s->entropy_relative_change);
    put(o, "acoustic_courant", s->acoustic_courant);
    put_spot(o, "max_speed", &s->max_speed);
    put_spot(o, "max_mach", &s->max_mach);
    put_spot(o, "min_density", &s->min_density);
    put_spot(o, "min_pressure", &s->min_pressure);
    put_spot(o, "min_temperature", &s->min_temperature);
    put_spot(o, "max_temperature", &s->max_temperature);
    if (s->gpus > 0) {
        put(o, "bytes_moved_a_step", s->bytes_moved_a_step);
        put(o, "bytes_through_host_a_step", s->bytes_through_host_a_step);
        put(o, "bytes_halo_a_step", s->bytes_halo_a_step);
    }
    if (s->budget && s->budget->lines.n > 0)
        json_object_set_new(o, "entropy_budget", budget_object(s->budget));
    json_object_set_new(o, "checksum", json_string(checksum));
    json_object_set_new(o, "exit", json_integer(s->exit));
    for (; facts->key; ++facts) /* the case's name stands above already */
        if (!json_object_get(o, facts->key) && strcmp(facts->key, "case_file"))
            json_object_set_new(o, facts->key, utf8(facts->value));

    newfile_new(&file, path);
    errno = 0;
    const int rc = json_dump_file(o, file.temporary, JSON_INDENT(2));
    json_decref(o);
    if (rc != 0) {
        const int reason = errno;
        newfile_discard(&file);
        FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(reason ? reason : EIO));
    }
    return newfile_finish(&file);
}

static const char header[] =
    "step,time_s,mass_kg,energy_J,entropy,mass_relative_change,energy_relative_change,"
    "entropy_relative_change,max_speed_m_s,max_mach,acoustic_courant,min_density_kg_m3,"
    "min_pressure_Pa,min_temperature_K,max_temperature_K\n";

enum status diagnostics_check(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/diagnostics.csv", folder);
    return csv_check(path, header);
}

enum status diagnostics_open(FILE **f, const char *folder, int64_t keep_to)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/diagnostics.csv", folder);
    return csv_open(f, path, header, keep_to);
}

enum status diagnostics_write(FILE *f, const struct diagnosis *d)
{
    fprintf(f, "%" PRId64 ",%.9g,%.17g,%.17g,%.17g,%.6e,%.6e,%.6e,%.6e,%.6g,%.6g,%.9g,%.9g,%.9g,"
            "%.9g\n", d->step, d->time, d->mass, d->energy, d->entropy, d->mass_relative_change,
            d->energy_relative_change, d->entropy_relative_change, d->max_speed, d->max_mach,
            d->acoustic_courant, d->min_density, d->min_pressure, d->min_temperature,
            d->max_temperature);
    return csv_flush(f, "diagnostics.csv");
}

enum status diagnostics_close(FILE *f) { return csv_close(f, "diagnostics.csv"); }
