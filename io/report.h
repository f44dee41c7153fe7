#pragma once
/* io/report.h -- what a run says of itself in numbers: summary.json and diagnostics.csv. */
#include <stdint.h>
#include <stdio.h>
#include "base/error.h"
#include "io/budget.h"
#include "io/provenance.h"

/** An extreme and the position of its node, m. */
struct spot {
    double value, at[3];
};

/** The values of summary.json besides the provenance, in its order. */
struct summary {
    const char *case_name;
    int order;
    const char *precision;
    int64_t elements, nodes, partitions;
    int ranks, workers, gpus, cuts; /* cuts: how often balance.interval has cut the mesh anew */
    const char *scheduler, *fusion;
    int64_t steps;
    int stages;
    double simulated_s, dt_s, wall_s, node_stages_per_s;
    double mass_relative_change, energy_relative_change, entropy_relative_change;
    double acoustic_courant; /* dt max(|u| + c)/node distance */
    struct spot max_speed, max_mach, min_density, min_pressure, min_temperature, max_temperature;
    uint64_t checksum;
    double bytes_moved_a_step, bytes_through_host_a_step; /* between memories; only with GPUs */
    double bytes_halo_a_step;
    const struct budget_table *budget; /* sums of its lines; only where there are some */
    int exit;
};

/** Writes folder/summary.json; numbers that are not finite become null. BAD_MACHINE where the disk
 * refuses; then no half file is left. */
enum status summary_write(const char *folder, const struct summary *s,
                          const struct provenance *facts);

/** One line of diagnostics.csv. */
struct diagnosis {
    int64_t step;
    double time, mass, energy, entropy; /* s, kg, J, eta integral                */
    double mass_relative_change, energy_relative_change, entropy_relative_change;
    double max_speed, max_mach;         /* m/s, 1                                */
    double acoustic_courant;            /* dt max(|u| + c)/node distance         */
    double min_density, min_pressure, min_temperature, max_temperature; /* kg/m^3, Pa, K */
};

/** BAD_INPUT where the folder has a diagnostics.csv with other columns; changes nothing. */
enum status diagnostics_check(const char *folder);

/** Opens folder/diagnostics.csv: a new one, or, with keep_to >= 0, the one of an earlier run, cut
 * behind step keep_to, as csv_open. */
enum status diagnostics_open(FILE **f, const char *folder, int64_t keep_to);
enum status diagnostics_write(FILE *f, const struct diagnosis *d);
enum status diagnostics_close(FILE *f);
