/* app/converge.c -- updraft converge: errors at several orders and meshes, and how they fall. */
#include "app/converge.h"
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/case_file.h"
#include "app/commands.h"
#include "app/ranks.h"
#include "base/memory.h"

enum { MOST_MESHES = 16, MOST_LEVEL = 18, MOST_BASE = 1000000 };

struct arguments {
    struct case_file file;
    const char *field, *plot, *json, *levels_said;
    int num_orders, orders[MAX_DEGREE];
    int num_levels, levels[MOST_MESHES];
    int num_bases, bases[MOST_MESHES][3]; /* in place of levels */
};

static const struct argp_option flags[] = {
    { "orders", 'n', "LIST", 0, "polynomial degrees (2,3,4)", 0 },
    { "levels", 'l', "LIST", 0,
      "levels of the mesh (0,1,2): each doubles the elements in x, y and z", 0 },
    { "bases", 'b', "LIST", 0,
      "instead: elements in x, y and z, at level 0, as '[8, 8, 1], [16, 16, 1]'", 0 },
    { "set", 's', "KEY=VALUE", 0,
      "set a key of the case file; may be repeated, later ones win", 0 },
    { "field", 'f', "NAME", 0, "the field that is compared (rho)", 0 },
    { "json", 'j', "FILE", 0, "write the results as JSON, too", 0 },
    { "plot", 'p', "PICTURE.png", 0, "draw the errors, too", 0 },
    { 0, 0, 0, 0, 0, 0 },
};

/* Ascending numbers of least to most, separated by commas; returns how many. */
static int read_list(const char *flag, const char *arg, int least, int most, int room, int *list,
                     struct argp_state *state)
{
    const char *at = arg;
    int n = 0;
    for (;; ++at) {
        char *end;
        const long value = strtol(at, &end, 10);
        const int is_next = end != at && value >= (n > 0 ? list[n - 1] + 1 : least);
        if (!is_next || value > most || n == room || (*end && *end != ','))
            argp_error(state, "--%s %s: want at most %d ascending numbers of %d to %d, as 2,3,4",
                       flag, arg, room, least, most);
        list[n++] = (int)value;
        if (!*end) return n;
        at = end;
    }
}

static int is_base(const int base[3])
{
    for (int d = 0; d < 3; ++d)
        if (base[d] < 1 || base[d] > MOST_BASE) return 0;
    return 1;
}

/* Orders are taken from the widths in x, so these have to shrink. */
static void read_bases(const char *arg, struct arguments *a, struct argp_state *state)
{
    const char *at = arg;
    a->num_bases = 0;
    for (;;) {
        int *base = a->bases[a->num_bases], length = 0;
        if (a->num_bases == MOST_MESHES
            || sscanf(at, " [%8d ,%8d ,%8d ] %n", &base[0], &base[1], &base[2], &length) != 3
            || length == 0 || !is_base(base) || (at[length] && at[length] != ',')
            || (a->num_bases > 0 && base[0] <= a->bases[a->num_bases - 1][0]))
            argp_error(state, "--bases %s: want at most %d meshes of 1 to %d elements in x, y and "
                       "z, with ever more in x, as '[8, 8, 1], [16, 16, 1]'", arg, MOST_MESHES,
                       MOST_BASE);
        ++a->num_bases;
        at += length;
        if (!*at++) return;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;
    switch (key) {
    case 's': return case_file_set(state, &a->file, arg);
    case 'n':
        a->num_orders = read_list("orders", arg, MIN_DEGREE, MAX_DEGREE, MAX_DEGREE, a->orders,
                                  state);
        return 0;
    case 'l':
        a->levels_said = arg;
        a->num_levels = read_list("levels", arg, 0, MOST_LEVEL, MOST_MESHES, a->levels, state);
        return 0;
    case 'b': read_bases(arg, a, state); return 0;
    case 'f': a->field = arg; return 0;
    case 'j': a->json = arg; return 0;
    case 'p': a->plot = arg; return 0;
    case ARGP_KEY_ARG:
        if (a->file.from.file) argp_error(state, "one case file at a time, not also %s", arg);
        a->file.from.file = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which case file? see cases/ or updraft init");
        return 0;
    case ARGP_KEY_END:
        if (a->num_bases > 0 && a->levels_said)
            argp_error(state, "--levels %s: --bases gives the meshes already", a->levels_said);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static enum status check_field(const struct quantity *field, const char *name)
{
    if (!field)
        FAIL(BAD_INPUT, "--field %s: no field is called that; there are %s", name,
             quantity_names());
    if (field->has_curl)
        FAIL(BAD_INPUT, "--field %s: takes derivatives, which no exact solution gives; rho and u "
             "do without", name);
    return OK;
}

/* Of a linear solution as far as the amplitude is small. */
static int has_solution(const char *name)
{
    const struct case_def *c = case_find(name);
    return c->is_exact || c->is_linear;
}

/* The solutions of all cases but those whose own check says so. */
static enum status check_sources(const struct options *o)
{
    if (case_find(o->top_case)->is_linear) return OK; /* with the Coriolis force; it has looked */
    FAIL(BAD_INPUT, "case: the solution of %s holds without coriolis and absorb", o->top_case);
}

static enum status check_case(const struct options *o)
{
    char exact[512] = "";
    if (o->time_steps != COUNT_UNSET)
        FAIL(BAD_INPUT, "time.steps: %lld, but errors are compared at the same time: set time.end",
             (long long)o->time_steps);
    if (o->mesh_file)
        FAIL(BAD_INPUT, "mesh.file: %s, but converge counts the elements of a box", o->mesh_file);
    if (o->coriolis_f != 0 || o->coriolis_beta != 0 || o->absorb_top > 0 || o->absorb_sides > 0)
        TRY(check_sources(o));
    if (has_solution(o->top_case)) {
        const struct case_def *c = case_find(o->top_case);
        return c->check_exact ? c->check_exact(o) : OK;
    }
    for (const struct option_case *c = case_list(); c->name; ++c) {
        const size_t used = strlen(exact);
        if (has_solution(c->name))
            snprintf(exact + used, sizeof exact - used, "%s%s", used ? ", " : "", c->name);
    }
    FAIL(BAD_INPUT, "case: %s has no exact solution to converge to; these have: %s", o->top_case,
         exact);
}

/* The case's options on the m-th mesh. */
static struct options options_on(const struct options *o, const struct arguments *a, int order,
                                 int m)
{
    struct options at = *o;
    at.top_order = order;
    at.mesh_level = a->num_bases > 0 ? 0 : a->levels[m];
    for (int d = 0; d < 3 && a->num_bases > 0; ++d) at.mesh_base.at[d] = a->bases[m][d];
    return at;
}

static struct converge_run run_of(const struct options *o)
{
    struct converge_run run = { .order = o->top_order, .l2_order = NAN, .largest_order = NAN };
    for (int d = 0; d < 3; ++d) run.elements[d] = o->mesh_base.at[d] << o->mesh_level;
    run.width = (o->mesh_upper.at[0] - o->mesh_lower.at[0]) / (double)run.elements[0];
    return run;
}

static enum status take_steps(struct session *s)
{
    const struct plan *p = &s->plan;
    for (int64_t n = 1; n <= p->num_steps; ++n) {
        TRY(graph_step(&s->run, p->rk, n, plan_dt(p, n), s->o->runtime_window));
    }
    return graph_wait(&s->run);
}

static enum status run_on(struct session *s, const struct options *o,
                          const struct quantity *field, struct converge_run *run)
{
    s->run = (struct run){ 0 };
    TRY(session_plan(s, o));
    TRY(session_new(s));
    double fastest;
    enum status status = session_check_initial(s, &fastest);
    if (status == OK) session_warn(s, fastest);
    if (status == OK) status = take_steps(s);
    if (status == OK) converge_measure(s, field, s->plan.end, run);
    session_free(s);
    run->nodes = s->plan.num_nodes;
    run->steps = s->plan.num_steps;
    run->dt = s->plan.dt;
    run->end = s->plan.end;
    return status;
}

/* A message has to say which of the runs it is about. */
static enum status name_run(enum status status, const struct converge_run *run)
{
    char elements[CONVERGE_ELEMENTS];
    char *why = memory_copy(error_text());
    converge_elements(run, elements);
    error_clear();
    error_raise(status, "order %d, %s elements: %s", run->order, elements, why);
    free(why);
    return status;
}

/* NAN where errors vanish. */
static double order_of(double before, double now, double ratio)
{
    return before > 0 && now > 0 ? log(before / now) / log(ratio) : NAN;
}

static void find_orders(const struct converge_run *before, struct converge_run *run)
{
    const double ratio = before->width / run->width;
    run->l2_order = order_of(before->l2, run->l2, ratio);
    run->largest_order = order_of(before->largest, run->largest, ratio);
}

/* What is known goes into the files after each run: one that fails does not take the others with
 * it, and files that cannot be written are found before the long runs. */
static enum status keep(const struct arguments *a, const struct converge_results *r)
{
    if (a->json) TRY(converge_write(a->json, r));
    if (a->plot && r->num_runs > 0) TRY(converge_draw(a->plot, r));
    return OK;
}

static enum status run_all(struct session *s, const struct options *o, const struct arguments *a,
                           struct converge_results *r)
{
    TRY(keep(a, r));
    converge_print_head(r);
    for (int n = 0; n < a->num_orders; ++n)
        for (int m = 0; m < r->num_meshes; ++m) {
            const struct options at = options_on(o, a, a->orders[n], m);
            struct converge_run *run = &r->runs[r->num_runs];
            *run = run_of(&at);
            const enum status status = run_on(s, &at, r->field, run);
            if (status != OK) return name_run(status, run);
            if (m > 0) find_orders(run - 1, run);
            ++r->num_runs;
            converge_print(run);
            TRY(keep(a, r));
        }
    return OK;
}

static enum status converge(const struct options *o, const struct arguments *a)
{
    struct session s = { .o = o };
    struct converge_results r = {
        .o = o,
        .field = quantity_find(a->field),
        .num_meshes = a->num_bases > 0 ? a->num_bases : a->num_levels,
    };
    TRY(check_field(r.field, a->field));
    TRY(check_case(o));
    TRY(ranks_start(1));
    TRY(session_start_starpu(&s, o));
    r.runs = NEW(struct converge_run, (size_t)(a->num_orders * r.num_meshes));
    const enum status status = run_all(&s, o, a, &r);
    free(r.runs);
    session_stop_starpu(&s);
    return status;
}

enum status command_converge(int argc, char **argv)
{
    static const struct argp argp = {
        flags, parse, "CASE.yaml",
        "Runs a case whose exact solution is known at several orders and on several meshes, and "
        "says how large the errors are at time.end and with which order they fall. The case's own order "
        "and mesh.level do not count.", 0, 0, 0
    };
    struct arguments a = {
        .field = "rho",
        .num_orders = 3, .orders = { 2, 3, 4 },
        .num_levels = 3, .levels = { 0, 1, 2 },
    };
    struct options o;
    argp_parse(&argp, argc, argv, 0, NULL, &a);

    TRY(case_file_read(&o, &a.file));
    const enum status status = converge(&o, &a);
    options_free(&o);
    return status;
}
