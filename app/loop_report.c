/* app/loop_report.c -- what a run says of its state: progress, diagnostics, summary. */
#include <math.h>
#include "app/element.h"
#include "app/loop.h"
#include "app/ranks.h"
#include "codelets/diagnosed.h"
#include "tasks/traffic.h"

static double relative_change(double now, double initial)
{
    return initial == 0 ? now : (now - initial) / fabs(initial);
}

static double extreme(const struct loop *l, int diagnosed)
{
    return graph_extreme(&l->now, diagnosed)->value;
}

/* Of p/rho, which is what codelets diagnose. */
static double temperature(const struct loop *l, int diagnosed)
{
    return extreme(l, diagnosed) / l->s->o->gas_gas_constant;
}

/* By the wind and the speed of sound of the state, not by the speed that dt was worked out from. */
static double acoustic_courant(const struct loop *l)
{
    return l->s->plan.dt * extreme(l, DIAGNOSED_WAVE) / l->s->plan.node_distance;
}

enum status loop_diagnose(struct loop *l, int is_last)
{
    const struct session *s = l->s;
    TRY(graph_diagnose(&s->run, &l->now));
    const struct diagnosis d = {
        .step = l->step,
        .time = l->time,
        .mass = l->now.mass,
        .energy = l->now.energy,
        .entropy = l->now.entropy,
        .mass_relative_change = relative_change(l->now.mass, l->initial.mass),
        .energy_relative_change = relative_change(l->now.energy, l->initial.energy),
        .entropy_relative_change = relative_change(l->now.entropy, l->initial.entropy),
        .max_speed = extreme(l, DIAGNOSED_SPEED),
        .max_mach = extreme(l, DIAGNOSED_MACH),
        .acoustic_courant = acoustic_courant(l),
        .min_density = extreme(l, DIAGNOSED_DENSITY),
        .min_pressure = extreme(l, DIAGNOSED_PRESSURE),
        .min_temperature = temperature(l, DIAGNOSED_COLD),
        .max_temperature = temperature(l, DIAGNOSED_HOT),
    };
    const struct progress_line line = {
        .step = l->step,
        .time = l->time,
        .wall = l->wall,
        .mass_relative_change = d.mass_relative_change,
        .energy_relative_change = d.energy_relative_change,
    };
    if (ranks_is_first()) progress_show(&l->progress, &line, is_last);
    TRY(ON_FIRST(diagnostics_write(l->csv, &d)));
    return follow_write(&l->follow, l->s, l->step, l->time);
}

/* An extreme over `by`, with its position. */
static struct spot spot(const struct loop *l, int diagnosed, double by)
{
    const struct place *p = graph_extreme(&l->now, diagnosed);
    return (struct spot){ p->value / by, { p->x[0], p->x[1], p->x[2] } };
}

static void say_moved(const struct summary *s)
{
    if (s->bytes_moved_a_step > 0)
        fprintf(stderr, "%.4g MiB a step moved between memories, %.4g MiB of it from or to the "
                "host's\n", s->bytes_moved_a_step / (1 << 20),
                s->bytes_through_host_a_step / (1 << 20));
    if (s->bytes_halo_a_step > 0) /* unknown where StarPU places tasks */
        fprintf(stderr, "%.4g MiB a step is what the halo comes to\n",
                s->bytes_halo_a_step / (1 << 20));
}

enum status loop_summarize(struct loop *l, enum status status)
{
    struct session *s = l->s;
    if (status == UNPHYSICAL) {
        const struct unphysical first = graph_unphysical(&s->run);
        l->step = first.step - 1;
        l->time = plan_time(&s->plan, l->step);
        TRY(element_write(s, &first));
    }
    if (status != OK) TRY(graph_diagnose(&s->run, &l->now));
    const double done = (double)(l->step - l->first_step);
    /* Of all ranks. */
    double all[] = { s->num_workers, s->num_gpus, l->moved, l->through_host, traffic_halo(&s->run) };
    ranks_add(all, 5);
    const struct summary summary = {
        .case_name = s->o->top_case,
        .order = s->o->top_order,
        .precision = s->o->top_precision,
        .elements = s->plan.num_elements,
        .nodes = s->plan.num_nodes,
        .partitions = s->run.mesh.num_partitions,
        .ranks = ranks_count(),
        .workers = (int)all[0],
        .gpus = (int)all[1],
        .cuts = l->balance.cuts,
        .scheduler = s->scheduler,
        .fusion = session_fusion(s),
        .steps = l->step,
        .stages = s->plan.rk->num_stages,
        .simulated_s = l->time,
        .dt_s = s->plan.dt,
        .wall_s = l->wall,
        .node_stages_per_s = l->wall > 0 ? done * l->progress.nodes_a_step / l->wall : 0,
        .mass_relative_change = relative_change(l->now.mass, l->initial.mass),
        .energy_relative_change = relative_change(l->now.energy, l->initial.energy),
        .entropy_relative_change = relative_change(l->now.entropy, l->initial.entropy),
        .acoustic_courant = acoustic_courant(l),
        .max_speed = spot(l, DIAGNOSED_SPEED, 1),
        .max_mach = spot(l, DIAGNOSED_MACH, 1),
        .min_density = spot(l, DIAGNOSED_DENSITY, 1),
        .min_pressure = spot(l, DIAGNOSED_PRESSURE, 1),
        .min_temperature = spot(l, DIAGNOSED_COLD, s->o->gas_gas_constant),
        .max_temperature = spot(l, DIAGNOSED_HOT, s->o->gas_gas_constant),
        .checksum = data_checksum(&s->run),
        .bytes_moved_a_step = done > 0 ? all[2] / done : 0,
        .bytes_through_host_a_step = done > 0 ? all[3] / done : 0,
        .budget = s->o->output_budget ? &l->budget.table : NULL,
        .bytes_halo_a_step = all[4] * s->plan.rk->num_stages,
        .exit = status,
    };
    if (ranks_is_first()) say_moved(&summary);
    return ON_FIRST(summary_write(s->o->output_directory, &summary, l->facts));
}
