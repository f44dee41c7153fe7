/* app/simulate.c -- the time loop and what it leaves on disk. */
#include "app/simulate.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/folder.h"
#include "app/loop.h"
#include "app/provenance.h"
#include "base/memory.h"
#include "io/checkpoint.h"
#include "io/fields.h"
#include "io/picture.h"
#include "tasks/traffic.h"

/* The fields as a file and as pictures. */
static enum status write_fields(const struct loop *l, const struct view *v)
{
    const struct options *o = l->s->o;
    char base[3072], path[4096];
    snprintf(base, sizeof base, "%s/%s", o->output_directory, o->top_case);
    if (o->output_files) {
        char series[4096];
        snprintf(path, sizeof path, "%s_%06" PRId64 ".hdf", base, l->output_index);
        snprintf(series, sizeof series, "%s.hdf.series", base);
        TRY(fields_write(v, (const char *const *)o->output_fields.at, o->output_fields.n, path,
                         l->facts));
        TRY(fields_series(series, path, l->time));
    }
    if (o->output_pictures)
        for_each (char *, name, o->output_fields) {
            snprintf(path, sizeof path, "%s_%s_%06" PRId64 ".png", base, *name, l->output_index);
            TRY(picture_of_view(v, *name, o->output_slice, o->top_case, path));
        }
    return l->planes ? netcdf_add(l->planes, v) : OK;
}

/* The NetCDF file of the run that is gone on with, where there is one, or a new file. */
static enum status open_planes(struct loop *l, int goes_on)
{
    const struct options *o = l->s->o;
    char path[4096];
    if (!o->output_netcdf || o->output_fields.n == 0) return OK;
    const struct netcdf_content content = {
        .title = l->s->c->option.summary,
        .plane = o->output_slice,
        .fields = (const char *const *)o->output_fields.at,
        .num_fields = o->output_fields.n,
        .facts = l->facts,
    };
    snprintf(path, sizeof path, "%s/%s_slice.nc", o->output_directory, o->top_case);
    if (goes_on && access(path, F_OK) != 0) return OK;
    struct view v = session_look(l->s, l->time);
    const enum status status = netcdf_open(&l->planes, path, &content, &v, goes_on);
    session_look_away(l->s, &v);
    return status;
}

static enum status output(struct loop *l)
{
    if (l->s->o->output_fields.n > 0) {
        TRY(graph_wait(&l->s->run));
        struct view v = session_look(l->s, l->time);
        const enum status status = write_fields(l, &v);
        session_look_away(l->s, &v);
        TRY(status);
    }
    ++l->output_index;
    return OK;
}

static struct checkpoint describe(const struct loop *l)
{
    const struct session *s = l->s;
    return (struct checkpoint){
        .case_name = s->o->top_case,
        .mapping_name = s->o->mesh_mapping,
        .degree = s->lgl.degree,
        .sizeof_real = s->run.codelets->sizeof_real,
        .mesh = s->plan.mesh,
        .gamma = s->o->gas_gamma,
        .gas_constant = s->o->gas_gas_constant,
        .gravity = s->o->top_gravity,
        .coriolis_f = s->o->coriolis_f,
        .coriolis_beta = s->o->coriolis_beta,
        .step = l->step,
        .output_index = l->output_index,
        .time = l->time,
        .mass = l->initial.mass,
        .energy = l->initial.energy,
        .entropy = l->initial.entropy,
    };
}

static enum status write_checkpoint(struct loop *l)
{
    struct checkpoint c = describe(l);
    TRY(graph_wait(&l->s->run));
    c.checksum = data_checksum(&l->s->run);
    struct view v = session_look(l->s, l->time);
    const enum status status = checkpoint_write(l->s->o->output_directory, &c, &v, l->facts);
    session_look_away(l->s, &v);
    return status;
}

static enum status restart_from(struct loop *l, const char *path)
{
    struct run *r = &l->s->run;
    const struct checkpoint wanted = describe(l);
    struct checkpoint found;
    TRY(checkpoint_read(path, &found));
    TRY(checkpoint_compare(path, &found, &wanted));

    void **q = NEW(void *, r->parts.n + 1);
    data_rewrite(r, q);
    const enum status status = checkpoint_read_state(path, &found, &r->mesh, q);
    data_release(r);
    free(q);
    TRY(status);
    if (data_checksum(r) != found.checksum)
        FAIL(BAD_INPUT, "%s: its state does not have the checksum that it was written with", path);

    l->step = l->first_step = found.step;
    l->time = found.time;
    l->output_index = found.output_index;
    TRY(plan_from(&l->s->plan, l->s->o, l->step, l->time));
    l->initial.mass = found.mass;
    l->initial.energy = found.energy;
    l->initial.entropy = found.entropy;
    return OK;
}

/* Has an output been passed on the way from time t0 to t1? Equality within rounding counts. */
static int passes_interval(double interval, double t0, double t1)
{
    const double slack = 1e-9;
    return !isnan(interval) && floor(t1 / interval + slack) > floor(t0 / interval + slack);
}

static int output_is_due(const struct options *o, double t0, double t1)
{
    const double slack = 1e-9 * (t1 - t0);
    for_each (const double, t, o->output_times)
        if (t0 < *t - slack && *t - slack <= t1) return 1;
    return passes_interval(o->output_interval, t0, t1);
}

static enum status step(struct loop *l)
{
    struct session *s = l->s;
    const struct plan *p = &s->plan;
    const struct options *o = s->o;
    const double before = l->time, after = plan_time(p, l->step + 1);
    const int is_last = l->step + 1 == p->num_steps;
    /* A full last step is like the others, to the last bit: a longer run goes the same way. */
    const int is_short = is_last && after - before < (1 - 1e-9) * p->dt;
    const double dt = is_short ? after - before : p->dt;
    const int wants_output = is_last || output_is_due(o, before, after);
    const int wants_checkpoint = passes_interval(o->checkpoint_interval, before, after)
                              || (is_last && o->checkpoint_at_end);
    const int wants_line = is_last || (l->step + 1) % o->output_diagnostics == 0;

    double through_host;
    const double start = starpu_timing_now();
    TRY(graph_step(&s->run, p->rk, l->step + 1, dt, o->runtime_window));
    if (wants_output || wants_checkpoint || wants_line) TRY(graph_wait(&s->run));
    l->wall += (starpu_timing_now() - start) * 1e-6;
    l->moved += traffic_take(&through_host);
    l->through_host += through_host;

    ++l->step;
    l->time = after;
    if (wants_line) TRY(loop_diagnose(l, is_last));
    /* A run that goes on from a checkpoint finds a line there. */
    if (wants_line || wants_checkpoint) TRY(ledger_write(&l->budget, s, l->step, l->time));
    if (wants_output) TRY(output(l));
    if (wants_checkpoint) TRY(write_checkpoint(l));
    if (wants_output || wants_checkpoint || wants_line) traffic_take(&through_host); /* for it */
    return OK;
}

/* Comparisons are false for NaN. */
static enum status check_initial(const struct loop *l)
{
    const struct diagnostics *d = &l->initial;
    const double density = graph_extreme(d, DIAGNOSED_DENSITY)->value;
    const double pressure = graph_extreme(d, DIAGNOSED_PRESSURE)->value;
    if (!(density > 0 && pressure > 0) || !isfinite(d->mass + d->energy + d->entropy)) {
        TRY(session_check_initial(l->s)); /* knows where */
        FAIL(BAD_INPUT, "initial: the state of %s is unphysical, with smallest density %g kg/m^3 "
             "and pressure %g Pa", l->s->o->top_case, density, pressure);
    }
    return OK;
}

static enum status all_steps(struct loop *l, const char *restart)
{
    double start_up;
    const struct session *s = l->s;
    TRY(graph_diagnose(&s->run, &l->initial));
    TRY(check_initial(l));
    TRY(follow_find(&l->follow, s));
    if (restart) TRY(restart_from(l, restart));
    if (restart && l->step > s->plan.num_steps)
        FAIL(BAD_INPUT, "%s: stands at step %" PRId64 ", but the run ends at step %" PRId64, restart,
             l->step, s->plan.num_steps);
    l->progress = (struct progress){
        .first_step = l->step,
        .last_step = s->plan.num_steps,
        .nodes_a_step = (double)s->plan.num_nodes * s->plan.rk->num_stages,
    };
    if (restart) TRY(open_planes(l, 1)); /* may refuse, before anything is replaced */
    TRY(folder_make(s->o, l->step));
    TRY(diagnostics_open(&l->csv, s->o->output_directory, restart ? l->step : -1));
    if (!l->planes) TRY(open_planes(l, 0));
    TRY(follow_open(&l->follow, s, restart ? l->step : -1));
    if (!restart) {
        TRY(loop_diagnose(l, s->plan.num_steps == 0));
        TRY(output(l));
    } else {
        TRY(graph_diagnose(&s->run, &l->now));
    }
    TRY(ledger_open(&l->budget, l->s, l->step, l->time, restart != NULL));
    traffic_send(&s->run);
    traffic_take(&start_up);
    while (l->step < s->plan.num_steps) TRY(step(l));
    return OK;
}

enum status simulate(struct session *s, const char *restart)
{
    char *text = options_text(s->o);
    struct loop l = { .s = s, .facts = provenance_of(s->o->top_case, text) };
    enum status status = all_steps(&l, restart);
    progress_end(&l.progress);
    if (status == OK || status == UNPHYSICAL) {
        const enum status written = loop_summarize(&l, status);
        const enum status shown = ledger_show(&l.budget, s);
        if (status == OK) status = written;
        if (status == OK) status = shown;
    }
    const enum status closed = diagnostics_close(l.csv);
    const enum status shut = netcdf_close(l.planes);
    const enum status balanced = budget_close(&l.budget);
    const enum status followed = follow_close(&l.follow);
    free(text);
    if (status == OK) status = closed;
    if (status == OK) status = shut;
    if (status == OK) status = balanced;
    return status == OK ? followed : status;
}
