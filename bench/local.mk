# bench/ -- measurements; a program here is built by `make bench/NAME` and not installed:
#     EXTRA_PROGRAMS += bench/NAME
#     bench_NAME_SOURCES = bench/NAME.c
#     bench_NAME_LDADD   = $(libraries)

EXTRA_DIST += \
    bench/devices.sh \
    bench/hidden.py \
    bench/scaling \
    bench/scaling_energy.py \
    bench/scaling_picture.py \
    bench/scaling_report.py \
    bench/results/2026-11-30-cpu-cumulative-f32.json \
    bench/results/2026-11-30-cpu-cumulative-f64.json \
    bench/results/2026-11-30-cpu-n4-f32.json \
    bench/results/2026-11-30-cpu-n4-f64.json \
    bench/results/2026-11-30-cpu-partitions.json \
    bench/results/2026-11-30-cpu-runs.json \
    bench/results/2026-11-30-h200-affine.json \
    bench/results/2026-11-30-h200-baroclinic-runs.json \
    bench/results/2026-11-30-h200-baroclinic-zonal.json \
    bench/results/2026-11-30-h200-curved.json \
    bench/results/2026-11-30-h200-devices.json \
    bench/results/2026-11-30-h200-elements-f64.json \
    bench/results/2026-11-30-h200-kernels-f32.json \
    bench/results/2026-11-30-h200-kernels-f64.json \
    bench/results/2026-11-30-h200-overhead.json \
    bench/results/2026-11-30-h200-ranks.json \
    bench/results/2026-11-30-h200-runs.json \
    bench/results/2026-11-30-h200-scaling.json
