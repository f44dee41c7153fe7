/* io/options_check.c -- whether the options of a run fit together, and which of them have no effect. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/options_reader.h"
#include "io/slice.h"

void options_warn(struct reader *r, const char *fmt, ...)
{
    option_words *list = &r->o->warnings;
    char text[512];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    list->at = realloc(list->at, sizeof *list->at * (size_t)(list->n + 1));
    REQUIRE(list->at, "no memory for a warning");
    list->at[list->n++] = memory_copy(text);
}

static const char *place_of(const struct reader *r, enum option_number n)
{
    return r->settings[n].place;
}

/* A mesh file replaces a box that the case, or a weaker layer, brings. */
static enum status settle_mesh(struct reader *r, const struct option_source *from)
{
    const struct setting *file = &r->settings[ROW_mesh_file];

    if (!r->o->mesh_file) return OK;
    for (const struct option_row *row = option_rows; row < option_rows + NUM_ROWS; ++row)
        if (option_is_of_box(row) && option_setting(r, row)->layer >= file->layer)
            FAIL(BAD_INPUT, "%s: keys %s and mesh.file exclude each other, and mesh.file is set at "
                 "%s; leave one out", option_setting(r, row)->place, row->full, file->place);
    return option_take_mesh(r->o, file->layer == FROM_FILE ? from->file : NULL);
}

static enum status check_box(const struct reader *r)
{
    const struct options *o = r->o;
    const int by_upper = r->settings[ROW_mesh_upper].layer >= r->settings[ROW_mesh_lower].layer;

    for (int d = 0; d < 3; ++d) {
        const double lower = o->mesh_lower.at[d], upper = o->mesh_upper.at[d];
        if (!(upper > lower))
            FAIL(BAD_INPUT, "%s: mesh.upper must be above mesh.lower in %c: %.15g is not above "
                 "%.15g", place_of(r, by_upper ? ROW_mesh_upper : ROW_mesh_lower), "xyz"[d], upper,
                 lower);
        if (!isfinite(upper - lower))
            FAIL(BAD_INPUT, "%s: the box from mesh.lower to mesh.upper is too long in %c",
                 place_of(r, by_upper ? ROW_mesh_upper : ROW_mesh_lower), "xyz"[d]);
    }
    if (o->mesh_periodic.at[2] && o->mesh_mapping[0] == 'm')
        FAIL(BAD_INPUT, "%s: a box over a mountain cannot be periodic in z, where its top is flat: "
             "mesh.periodic must end in false", place_of(r, ROW_mesh_periodic));
    if (o->mesh_periodic.at[2] && o->top_gravity > 0)
        FAIL(BAD_INPUT, "%s: a box with gravity (%.15g m/s^2) cannot be periodic in z: "
             "mesh.periodic must end in false", place_of(r, ROW_mesh_periodic), o->top_gravity);
    return OK;
}

static enum status check_elements(const struct reader *r)
{
    const struct options *o = r->o;
    int64_t elements = INT64_C(1) << (3 * o->mesh_level);

    for (int d = 0; d < 3; ++d)
        if (__builtin_mul_overflow(elements, o->mesh_base.at[d], &elements))
            FAIL(BAD_INPUT, "%s: mesh.base and mesh.level give more elements than can be counted",
                 place_of(r, ROW_mesh_level));
    if (o->mesh_partitions != COUNT_UNSET && o->mesh_partitions > elements)
        FAIL(BAD_INPUT, "%s: mesh.partitions is %" PRId64 ", but the mesh has only %" PRId64
             " element%s; a partition needs at least one", place_of(r, ROW_mesh_partitions),
             o->mesh_partitions, elements, elements == 1 ? "" : "s");
    return OK;
}

/* A plane that meets the box, where one is used. */
static enum status check_slice(const struct reader *r)
{
    const struct options *o = r->o;
    const char *text = o->output_slice, *place = place_of(r, ROW_output_slice);
    const int is_used = (o->output_pictures || o->output_netcdf) && o->output_fields.n > 0;
    char shown[64];
    struct plane plane;
    struct slice slice;

    if (plane_parse(text, &plane) != OK) {
        error_clear();
        FAIL(BAD_INPUT, "%s: key output.slice must be x=, y= or z= and a number, as in y=0, not %s",
             place, yaml_shown(text, strlen(text), shown));
    }
    if (is_used && slice_new(&slice, plane, o->mesh_lower.at, o->mesh_upper.at) != OK) {
        error_clear();
        FAIL(BAD_INPUT, "%s: output.slice %s is outside the box, which reaches from %.15g to %.15g "
             "m in %c", place, yaml_shown(text, strlen(text), shown), o->mesh_lower.at[plane.axis],
             o->mesh_upper.at[plane.axis], "xyz"[plane.axis]);
    }
    return OK;
}

/* Partitions follow the speeds of devices only where both are Updraft's to choose. */
static enum status check_balance(const struct reader *r)
{
    const struct options *o = r->o;
    const int is_free = o->runtime_placement[0] != 'p';

    if (o->balance_interval != COUNT_UNSET && (is_free || o->mesh_partitions != COUNT_UNSET))
        FAIL(BAD_INPUT, "%s: key balance.interval must be none where %s is %s (%s): it wants "
             "runtime.placement: pinned and mesh.partitions: auto", place_of(r, ROW_balance_interval),
             is_free ? "runtime.placement" : "mesh.partitions", is_free ? "free" : "a number",
             place_of(r, is_free ? ROW_runtime_placement : ROW_mesh_partitions));
    return OK;
}

static enum status check_fields(const struct reader *r)
{
    for_each (char *, name, r->o->output_fields)
        if (!strcmp(*name, "theta_perturbation")
            && !option_list_has(r->chosen->initial_keys, "theta"))
            FAIL(BAD_INPUT, "%s: output.fields: theta_perturbation is theta less initial.theta, which "
                 "case %s does not have; theta is there", place_of(r, ROW_output_fields),
                 r->chosen->name);
    return OK;
}

/* The whole state has to be said: no half of it comes from a default. */
static enum status check_state(const struct reader *r, const struct option_source *from)
{
    static const enum option_number wanted[][2] = {
        { ROW_state_pressure, ROW_state_pressure },
        { ROW_state_temperature, ROW_state_density },
    };

    if (!r->chosen->has_state) return OK;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        int is_said = 0;
        for (int side = 0; side < 2; ++side)
            is_said |= option_is_set(r, &option_rows[wanted[i][side]]) &&
                       (!from->file || r->settings[wanted[i][side]].layer > FROM_CASE);
        if (!is_said)
            FAIL(BAD_INPUT, "%s: key %s is missing: case %s wants the pressure, and the temperature "
                 "or the density", from->file ? from->file : "--set",
                 option_rows[wanted[i][0]].full, r->chosen->name);
    }
    return OK;
}

static void warn_of_times(struct reader *r)
{
    const struct options *o = r->o;
    const option_reals *times = &o->output_times;

    if (times->n > 0 && o->time_end < times->at[times->n - 1])
        options_warn(r, "%s: output.times reach beyond time.end (%.15g s); later ones are not written",
             place_of(r, ROW_output_times), o->time_end);
}

/* Files that have all keys give defaults, too. */
static int is_preset(const struct option_row *row, const struct options *o)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    REQUIRE(out, "no memory for the value of %s", row->full);
    option_print_value(out, row, o);
    fclose(out);
    const int is_same = !strcmp(text, row->preset);
    free(text);
    return is_same;
}

/* Was a key of the mapping given that the mapping in force does not read? */
static void warn_of_mapping(struct reader *r)
{
    const char kind = r->o->mesh_mapping[0];
    for (int n = 0; n < NUM_ROWS; ++n) {
        const char *key = option_rows[n].full;
        const int is_warp = !strcmp(key, "mesh.warp");
        const int is_mountain = !strncmp(key, "mesh.mountain_", 14);
        const int is_idle = (is_warp && kind != 'w') || (is_mountain && kind != 'm');
        if (is_idle && r->settings[n].layer > FROM_CASE && !is_preset(&option_rows[n], r->o))
            options_warn(r, "%s: %s is given, but mesh.mapping is %s: it has no effect",
                         place_of(r, (enum option_number)n), key, r->o->mesh_mapping);
    }
}

static void warn_of_points(struct reader *r)
{
    const struct options *o = r->o;

    if (o->output_points.n > 0 && o->output_fields.n == 0)
        options_warn(r, "%s: output.points are given, but no output.fields: no points.csv is written",
             place_of(r, ROW_output_points));
}

enum status options_check(struct reader *r, const struct option_source *from)
{
    const struct options *o = r->o;

    if (!r->chosen)
        FAIL(BAD_INPUT, "%s: key case is missing, as in `case: %s`; `updraft explain case` lists "
             "the cases", from->file ? from->file : "--set", r->cases->name ? r->cases->name : "?");
    if (isnan(o->time_end) && o->time_steps == COUNT_UNSET)
        FAIL(BAD_INPUT, "%s: one of the keys time.end and time.steps is needed",
             from->file ? from->file : "--set");
    TRY(settle_mesh(r, from));
    TRY(check_box(r));
    TRY(check_elements(r));
    TRY(check_slice(r));
    TRY(check_balance(r));
    TRY(check_fields(r));
    TRY(check_state(r, from));
    warn_of_times(r);
    warn_of_points(r);
    warn_of_mapping(r);
    return OK;
}
