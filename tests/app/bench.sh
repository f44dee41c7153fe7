#!/bin/sh
# tests/app/bench.sh -- updraft bench measures, keeps what it measured, and draws it. TAP.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

# exits WANTED command...: with that code
exits() {
    wanted=$1
    shift
    "$@"
    code=$?
    [ $code -eq "$wanted" ] || { echo "exit code $code, not $wanted"; return 1; }
}
# has FILE KEY...: the file of results has all keys
has() {
    file=$1
    shift
    for key in "$@"; do
        grep -q "\"$key\":" "$file" || { echo "$file: no $key"; return 1; }
    done
}
# steps FILE: the volume kernel's steps are there and agree; on a core the last is the fastest by
# far (so few elements leave a GPU idle)
steps() {
    awk -F'[:,]' '/"gpus":/ { gpus = $2 }
        /"volume_steps":/ { inside = 1 } inside && /^  \]/ { inside = 0 }
        inside && /"step":/ { n = $2 }
        inside && /"gain":/ { gain = $2 }
        inside && /"difference":/ && !($2 <= 1e-12) { print "step " n " differs by" $2; wrong = 1 }
        END { print n + 0 " steps, " gain + 0 " times as fast"
              exit wrong || n < 7 || (gpus == 0 && !(gain > 2)) }' "$1"
}
lacks() { if grep -F -- "$2" "$1"; then return 1; fi; }

expect 'all parts run' exits 0 "$UPDRAFT" bench kernels elements cumulative precisions steps \
    --set mesh.level=1 --set mesh.partitions=2 --repeats 1 --steps 1 --json "$here/all.json"
expect 'results say what was measured, where and when' has all.json case order precision elements \
    nodes partitions ranks workers gpus scheduler fusion stages device date version commit build \
    starpu host command
expect 'results of all parts are there' has all.json kernels kernel_ceilings share_of_split_stage \
    launches volume_steps precisions whole_steps
expect 'a kernel has times, counts and shares' has all.json kernel seconds seconds_median \
    nodes_per_s flops_per_node bytes_per_node share_of_flops share_of_bandwidth share_of_roofline
expect 'the volume kernel is measured step by step' exits 0 "$UPDRAFT" bench cumulative \
    --set mesh.level=1 --json cumulative.json
expect 'each step of the volume kernel agrees with the program' steps cumulative.json
expect 'steps of another order are wrong input' exits 2 "$UPDRAFT" bench cumulative --set order=3
expect 'the command names no folder of the machine' lacks all.json "$here"
expect 'steps can go on for a time' exits 0 "$UPDRAFT" bench steps --set mesh.level=1 --repeats 1 \
    --seconds 0.2 --json steps.json
expect 'the first half second stands apart' has steps.json node_stages_per_s_burst \
    plain_loop_node_stages_per_s overhead
for part in kernels elements cumulative precisions; do
    expect "$part have a picture" exits 0 "$UPDRAFT" bench $part --plot all.json -o $part.png
    expect "the picture of $part is there" test -s $part.png
done
expect 'a file without the part is wrong input' exits 2 "$UPDRAFT" bench kernels --plot steps.json
expect 'an unknown part is wrong input' exits 2 "$UPDRAFT" bench kernel
expect 'results that cannot be written end it at once' exits 3 "$UPDRAFT" bench steps \
    --set mesh.level=1 --json missing/results.json
finish
