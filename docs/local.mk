# docs/ -- what is read; every file goes into the release and under $(docdir).
dist_doc_DATA += \
    CHANGELOG.md \
    CITATION.cff \
    README.md \
    docs/benchmarks.md \
    docs/building.md \
    docs/case-file.md \
    docs/cluster.md \
    docs/conventions.md \
    docs/convergence.md \
    docs/entropy-budget.md \
    docs/format.md \
    docs/fuzzing.md \
    docs/generated-files.md \
    docs/gpus.md \
    docs/inertia-gravity-wave.md \
    docs/long-runs.md \
    docs/mountain-wave.md

decisionsdir = $(docdir)/decisions
dist_decisions_DATA = \
    docs/decisions/2026-11-30-absorbing-layer.md \
    docs/decisions/2026-11-30-balance.md \
    docs/decisions/2026-11-30-checkpoints.md \
    docs/decisions/2026-11-30-cpu-kernels.md \
    docs/decisions/2026-11-30-curved-elements.md \
    docs/decisions/2026-11-30-dissipation-in-jumps.md \
    docs/decisions/2026-11-30-geometry-is-linear.md \
    docs/decisions/2026-11-30-gpu-kernels.md \
    docs/decisions/2026-11-30-inline-tasks.md \
    docs/decisions/2026-11-30-logarithmic-mean.md \
    docs/decisions/2026-11-30-means-without-logarithms.md \
    docs/decisions/2026-11-30-netcdf.md \
    docs/decisions/2026-11-30-placement.md \
    docs/decisions/2026-11-30-ranks.md \
    docs/decisions/2026-11-30-runtime-overhead.md \
    docs/decisions/2026-11-30-surface-flux.md \
    docs/decisions/2026-11-30-taylor-green.md \
    docs/decisions/2026-11-30-traces.md \
    docs/decisions/2026-11-30-two-states.md \
    docs/decisions/2026-11-30-unphysical-states.md \
    docs/decisions/2026-11-30-watchdog.md

slurmdir = $(docdir)/slurm
dist_slurm_DATA = \
    docs/slurm/ahead.sh \
    docs/slurm/chain.sh \
    docs/slurm/gpu.sh \
    docs/slurm/node_gpus.sh \
    docs/slurm/numa.sh

picturesdir = $(docdir)/pictures
dist_pictures_DATA = \
    docs/pictures/baroclinic_T_day_10.png \
    docs/pictures/baroclinic_T_day_12.png \
    docs/pictures/baroclinic_T_day_8.png \
    docs/pictures/baroclinic_p_day_10.png \
    docs/pictures/baroclinic_p_day_12.png \
    docs/pictures/baroclinic_p_day_8.png \
    docs/pictures/convergence.png \
    docs/pictures/entropy_budget.png \
    docs/pictures/h200_cumulative.png \
    docs/pictures/h200_kernels.png \
    docs/pictures/h200_scaling.svg \
    docs/pictures/inertia_gravity_wave.png \
    docs/pictures/rising_bubble.png

dist_man_MANS = docs/man/updraft.1

EXTRA_DIST += docs/make-case-file.sh
