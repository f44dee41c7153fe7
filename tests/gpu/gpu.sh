# shellcheck shell=sh
# tests/gpu/gpu.sh -- what the scripts of tests/gpu share: cases on a GPU or on cores; they are
# skipped without one.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
unset STARPU_NCUDA # decides over what the cases ask for
"$UPDRAFT" info 2>/dev/null | grep -q '^  GPU [0-9]' || { echo '1..0 # SKIP no GPU here'; exit 0; }
on_gpu() { run "$@" --set runtime.gpus=1 --set runtime.cores=0; }
on_cores() { run "$@" --set runtime.gpus=0; }
on_both() { # half of the partitions each
    run "$@" --set runtime.gpus=1 --set runtime.cores=1 --set runtime.gpu_speed=1e8 \
        --set runtime.core_speed=1e8
}
