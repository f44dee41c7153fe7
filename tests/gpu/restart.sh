#!/bin/sh
# tests/gpu/restart.sh -- a run goes on on a GPU from where cores left it, and the other way round.
# shellcheck source=tests/gpu/gpu.sh
. "${srcdir:-.}/tests/gpu/gpu.sh"

bubble() { # on_gpu|on_cores|on_both FOLDER [argument...]
    on=$1 into=$2
    shift 2
    "$on" "$into" rising_bubble --set mesh.level=1 --set time.steps=20 --set output.diagnostics=1 \
        --set 'output.fields=[]' --set mesh.partitions=4 "$@"
}
# near KEY FOLDER FOLDER: both summaries have that value but for 1e-9 of it.
near() {
    one=$(value "$1" "$2") other=$(value "$1" "$3")
    awk "BEGIN { a = $one + 0; b = $other + 0; d = a - b; if (d < 0) d = -d
                 exit !(a > 0 && d <= 1e-9 * a) }" && return 0
    echo "$1: $2 has $one, $3 has $other"
    return 1
}
alike() { near max_speed "$1" "$2" && near min_density "$1" "$2" && near min_pressure "$1" "$2"; }

# A checkpoint after 6 s is step 8.
bubble on_cores cores --set checkpoint.interval=6
expect 'a run on cores' code 0 cores
for form in split surface full; do
    bubble on_gpu "gpu_$form" --set checkpoint.interval=6 --set kernels.fusion=$form
    expect "$form: a run on the GPU" code 0 "gpu_$form"
    expect "$form: says so" test "$(value gpus "gpu_$form")" = 1
    expect "$form: ends as on cores but for rounding" alike "gpu_$form" cores
    expect "$form: keeps its mass" holds mass_relative_change "gpu_$form" 'x < 1e-13 && x > -1e-13'

    bubble on_gpu "again_$form" --restart "gpu_$form/checkpoint_000008.h5" \
        --set kernels.fusion=$form
    expect "$form: going on on the GPU" code 0 "again_$form"
    expect "$form: ends in the same state" same checksum "gpu_$form" "again_$form"

    bubble on_gpu "from_$form" --restart cores/checkpoint_000008.h5 --set kernels.fusion=$form
    expect "$form: going on on the GPU from cores" code 0 "from_$form"
    expect "$form: ends as on cores" alike "from_$form" cores
    bubble on_cores "back_$form" --restart "gpu_$form/checkpoint_000008.h5" \
        --set kernels.fusion=$form
    expect "$form: going on on cores from the GPU" code 0 "back_$form"
    expect "$form: ends as on the GPU" alike "back_$form" "gpu_$form"
done
bubble on_both both --restart gpu_full/checkpoint_000008.h5
expect 'going on on both' code 0 both
expect 'ends as on cores' alike both cores
finish
