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
#include "app/ranks.h"
#include "app/stop.h"
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
        TRY(ON_FIRST(fields_series(series, path, l->time)));
    }
    if (o->output_pictures)
        for_each (char *, name, o->output_fields) {
            snprintf(path, sizeof path, "%s_%s_%06" PRId64 ".png", base, *name, l->output_index);
            TRY(picture_of_view(v, *name, o->output_slice, o->top_case, path));
        }
    return l->planes ? netcdf_add(l->planes, v) : OK;
}

/* Of a run that is gone on with: all of them are asked before one is cut. The first rank's. */
static enum status check_tables(const struct loop *l)
{
    const char *folder = l->s->o->output_directory;
    TRY(diagnostics_check(folder));
    TRY(follow_check_table(&l->follow, l->s));
    return l->s->o->output_budget ? budget_check(folder) : OK;
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
    int is_missing = goes_on && ranks_is_first() && access(path, F_OK) != 0;
    ranks_most(&is_missing, 1);
    if (is_missing) return OK;
    struct view v = session_look(l->s, l->time);
    const enum status status = netcdf_open(&l->planes, path, &content, &v, goes_on);
    session_look_away(l->s, &v);
    return status;
}

static enum status output(struct loop *l)
{
    if (l->s->o->output_fields.n > 0) {
        TRY(graph_wait(&l->s->run));
        const double start = limit_now();
        struct view v = session_look(l->s, l->time);
        const enum status status = write_fields(l, &v);
        session_look_away(l->s, &v);
        TRY(status);
        limit_note(&l->limit.output, limit_now() - start);
    }
    ++l->output_index;
    return OK;
}

static struct checkpoint describe(const struct loop *l)
{
    const struct session *s = l->s;
    struct checkpoint c = {
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
        .origin_step = s->plan.first_step,
        .origin_time = s->plan.first_time,
        .mass = l->initial.mass,
        .energy = l->initial.energy,
        .entropy = l->initial.entropy,
        .wall = l->wall_before + l->wall,
    };
    snprintf(c.case_name, sizeof c.case_name, "%s", s->o->top_case);
    snprintf(c.mapping_name, sizeof c.mapping_name, "%s", s->o->mesh_mapping);
    return c;
}

static enum status write_checkpoint(struct loop *l)
{
    struct checkpoint c = describe(l);
    struct diagnostics now;
    TRY(graph_wait(&l->s->run));
    const double start = limit_now();
    TRY(graph_diagnose(&l->s->run, &now));
    c.min_density = graph_extreme(&now, DIAGNOSED_DENSITY)->value;
    c.min_pressure = graph_extreme(&now, DIAGNOSED_PRESSURE)->value;
    struct view v = session_look(l->s, l->time);
    const enum status status = checkpoint_write(l->s->o->output_directory, &c, &v, l->facts);
    session_look_away(l->s, &v);
    TRY(status);
    limit_note(&l->limit.checkpoint, limit_now() - start);
    l->saved_step = l->step;
    return OK;
}

/* The state of a checkpoint in this run's order and precision. */
static enum status read_state(struct run *r, const char *path, const struct checkpoint *found,
                              const struct checkpoint *wanted)
{
    void **q = NEW(void *, r->parts.n + 1);
    data_rewrite(r, q);
    const enum status status =
        checkpoint_read_state(path, found, &r->mesh, wanted->degree, wanted->sizeof_real, q);
    data_release(r);
    free(q);
    if (status != OK || !ranks_is_first()) return status;
    if (found->degree != wanted->degree)
        fprintf(stderr, "restart: the state of order %d is %s order %d\n", found->degree,
                found->degree < wanted->degree ? "interpolated to" : "projected onto",
                wanted->degree);
    if (found->sizeof_real > wanted->sizeof_real)
        fprintf(stderr, "restart: the state is rounded to single precision\n");
    return OK;
}

static enum status restart_from(struct loop *l, const char *path)
{
    const struct checkpoint wanted = describe(l);
    struct checkpoint found;
    const enum status is_whole = ranks_agree(checkpoint_read(path, &found));
    if (is_whole != OK) return ON_FIRST(checkpoint_suggest(path, is_whole));
    TRY(ranks_agree(checkpoint_compare(path, &found, &wanted)));
    const enum status is_read = read_state(&l->s->run, path, &found, &wanted);
    if (is_read != OK) return ON_FIRST(checkpoint_suggest(path, is_read));

    l->step = l->first_step = found.step;
    l->time = found.time;
    l->output_index = found.output_index;
    l->wall_before = found.wall;
    l->s->plan.first_step = found.origin_step;
    l->s->plan.first_time = found.origin_time;
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

/* The next step, and what is to be done after it. */
struct due {
    double time, dt;
    int is_last, output, checkpoint, line;
};

static struct due next(const struct loop *l)
{
    const struct plan *p = &l->s->plan;
    const struct options *o = l->s->o;
    const double before = l->time, after = plan_time(p, l->step + 1);
    const int is_last = l->step + 1 == p->num_steps;
    return (struct due){
        .time = after,
        .dt = plan_dt(p, l->step + 1),
        .is_last = is_last,
        .output = is_last || output_is_due(o, before, after),
        .checkpoint = passes_interval(o->checkpoint_interval, before, after)
                   || (is_last && o->checkpoint_at_end),
        .line = is_last || (l->step + 1) % o->output_diagnostics == 0,
    };
}

/* Adds up what stepping took and moved since `start`. */
static void count(struct loop *l, double start)
{
    double through_host;
    l->wall += limit_now() - start;
    l->moved += traffic_take(&through_host);
    l->through_host += through_host;
}

static void count_nothing(void)
{
    double through_host;
    traffic_take(&through_host);
}

static enum status step(struct loop *l)
{
    struct session *s = l->s;
    const struct due due = next(l);
    const double start = limit_now();
    TRY(graph_step(&s->run, s->plan.rk, l->step + 1, due.dt, s->o->runtime_window));
    if (due.output || due.checkpoint || due.line) TRY(graph_wait(&s->run));
    count(l, start);

    ++l->step;
    l->time = due.time;
    if (due.line) TRY(loop_diagnose(l, due.is_last));
    /* A run that goes on from a checkpoint finds a line there. */
    if (due.line || due.checkpoint) TRY(ledger_write(&l->budget, s, l->step, l->time));
    limit_note(&l->limit.step, limit_now() - start);
    if (due.output) TRY(output(l));
    if (due.checkpoint) TRY(write_checkpoint(l));
    if (due.output || due.checkpoint || due.line) count_nothing();
    return OK;
}

/* Between steps: what signals and the wall-time limit want. A checkpoint that the step has written
 * already is the one. */
static enum status obey(struct loop *l)
{
    const int is_over = l->step == l->s->plan.num_steps;
    const struct order order = loop_order(l, is_over, !is_over && next(l).output);
    l->stopped_by = order.stopped_by;
    if (!order.saves && !l->stopped_by) return OK;
    if (l->saved_step != l->step) {
        const double start = limit_now();
        TRY(graph_wait(&l->s->run));
        count(l, start);
        TRY(ledger_write(&l->budget, l->s, l->step, l->time));
        TRY(write_checkpoint(l));
        count_nothing();
    }
    if (order.saves && ranks_is_first()) loop_show_checkpoint(l);
    return l->stopped_by ? STOPPED : OK;
}

/* Shares the mesh out anew where a device holds up the others. A budget begins anew with the data, so
 * it is written down before. */
static enum status keep_balance(struct loop *l)
{
    struct session *s = l->s;
    int is_new;
    if (!balance_is_due(&l->balance, s, l->step)) return OK;
    const double start = limit_now();
    TRY(graph_wait(&s->run));
    TRY(ledger_write(&l->budget, s, l->step, l->time));
    TRY(balance_look(&l->balance, s, l->step, &is_new));
    if (is_new) {
        TRY(follow_find(&l->follow, s));
        TRY(ledger_start(&l->budget, s));
        traffic_send(&s->run);
    }
    count(l, start);
    return OK;
}

/* Comparisons are false for NaN. */
static enum status check_initial(const struct loop *l)
{
    const struct diagnostics *d = &l->initial;
    const double density = graph_extreme(d, DIAGNOSED_DENSITY)->value;
    const double pressure = graph_extreme(d, DIAGNOSED_PRESSURE)->value;
    if (!(density > 0 && pressure > 0) || !isfinite(d->mass + d->energy + d->entropy)) {
        double fastest;
        TRY(session_check_initial(l->s, &fastest)); /* knows where */
        FAIL(BAD_INPUT, "initial: the state of %s is unphysical, with smallest density %g kg/m^3 "
             "and pressure %g Pa", l->s->o->top_case, density, pressure);
    }
    return OK;
}

static enum status all_steps(struct loop *l, const char *restart, int stands_there)
{
    const struct session *s = l->s;
    TRY(graph_diagnose(&s->run, &l->initial));
    TRY(check_initial(l));
    if (ranks_is_first()) session_warn(s, graph_extreme(&l->initial, DIAGNOSED_WAVE)->value);
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
    TRY(loop_check_limit(l, !restart));
    balance_start(&l->balance, s, l->step, limit_now() - l->limit.start);
    const struct kept kept = { stands_there ? l->step : -1, stands_there ? l->output_index : 0 };
    if (stands_there) TRY(ON_FIRST(check_tables(l)));
    if (stands_there) TRY(open_planes(l, 1)); /* may refuse, before anything is replaced */
    stop_gently(s->o->output_directory);
    TRY(ON_FIRST(folder_make(s->o, &kept)));
    TRY(ON_FIRST(diagnostics_open(&l->csv, s->o->output_directory, kept.step)));
    if (!l->planes) TRY(open_planes(l, 0));
    TRY(follow_open(&l->follow, s, kept.step));
    if (!restart) {
        TRY(loop_diagnose(l, s->plan.num_steps == 0));
        TRY(output(l));
    } else {
        TRY(graph_diagnose(&s->run, &l->now));
    }
    TRY(ledger_open(&l->budget, l->s, l->step, l->time, stands_there));
    traffic_send(&s->run);
    count_nothing();
    TRY(obey(l));
    while (l->step < s->plan.num_steps) {
        TRY(step(l));
        TRY(obey(l));
        TRY(keep_balance(l));
    }
    /* Without a step: to bring a checkpoint to another order or precision. */
    if (l->step == l->first_step && l->saved_step != l->step && s->o->checkpoint_at_end)
        TRY(write_checkpoint(l));
    return OK;
}

enum status simulate(struct session *s, const char *restart, int stands_there,
                     const struct limit *limit)
{
    char *text = options_text(s->o);
    struct loop l = { .s = s, .facts = provenance_of(s->o->top_case, text), .limit = *limit,
                      .saved_step = -1 };
    l.limit.written = (double)s->plan.num_nodes * NFIELDS * (double)session_sizeof_real(s->o);
    enum status status = all_steps(&l, restart, stands_there);
    progress_end(&l.progress);
    const int is_stopped = status == STOPPED;
    if (status == OK || status == UNPHYSICAL || is_stopped) {
        const enum status written = loop_summarize(&l, status);
        const enum status shown = ledger_show(&l.budget, s);
        if (is_stopped) status = OK; /* as long as all of it is on disk */
        if (status == OK) status = written;
        if (status == OK) status = shown;
    }
    const enum status closed = diagnostics_close(l.csv);
    const enum status shut = netcdf_close(l.planes);
    const enum status balanced = ledger_close(&l.budget);
    const enum status followed = follow_close(&l.follow);
    balance_end(&l.balance);
    free(text);
    if (status == OK) status = closed;
    if (status == OK) status = shut;
    if (status == OK) status = balanced;
    if (status == OK) status = followed;
    status = ranks_agree(status);
    return status == OK && is_stopped ? loop_stop(&l) : status;
}
