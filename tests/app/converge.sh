#!/bin/sh
# tests/app/converge.sh -- updraft converge: errors and orders are right, mistakes are told. TAP.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
# shellcheck source=tests/app/table.sh
. "$(dirname "$cases")/tests/app/table.sh"
wave=$cases/density_wave.yaml

# says CODE WORDS argument...: converge ends with that code and says WORDS
says() {
    wanted=$1 words=$2
    shift 2
    "$UPDRAFT" converge "$@" >said 2>&1
    code=$?
    cat said
    [ $code -eq "$wanted" ] && grep -qF -- "$words" said
}
has() {
    file=$1
    shift
    for key in "$@"; do grep -q "\"$key\":" "$file" || { echo "$file: no $key"; return 1; }; done
}
# errors FILE: all that depends on the solution
errors() { grep -E '"(l2|largest)_(error|order)"' "$1"; }
same_errors() { errors "$1" >one; errors "$2" >other; [ -s one ] && diff one other; }

expect 'a density wave at two orders on three meshes' converge wave "$wave" --orders 2,3 \
    --bases '[4, 4, 1], [8, 8, 1], [16,16,1]' --json wave.json --plot wave.png
expect 'order 2 falls with order 3' falls wave 2 16 2.65
expect 'order 3 falls with order 4' falls wave 3 16 3.65
expect 'order 2, 4 elements: error of the reference solver' error wave 2 4 1.370e-2
expect 'order 2, 8 elements: error of the reference solver' error wave 2 8 2.712e-3
expect 'order 3, 4 elements: error of the reference solver' error wave 3 4 1.528e-3
expect 'order 3, 8 elements: error of the reference solver' error wave 3 8 1.399e-4
expect 'order 3, 16 elements: error of the reference solver' error wave 3 16 7.88e-6
expect 'the coarsest mesh has no order' row wave 2 4 'order == "-"'
expect 'the largest error is that of all nodes' row wave 3 16 \
    'largest > 5.85e-5 && largest < 5.95e-5'
expect 'the file has all of it' has wave.json case precision field unit runs order elements \
    width_m nodes steps dt_s time_s l2_error l2_order largest_error largest_order version command
expect 'the picture is there' test -s wave.png

for n in 1 3; do
    expect "a mesh cut into $n" converge cut "$wave" --orders 3 --bases '[4,4,1]' \
        --set mesh.partitions=$n --json cut$n.json
done
expect 'errors are the same bits however the mesh is cut' same_errors cut1.json cut3.json
expect 'levels double the elements in all directions' converge levels "$wave" --orders 2 \
    --levels 0,2 --set 'mesh.base=[2,2,1]'
expect 'the error does not depend on how a mesh is described' error levels 2 8 2.712e-3
expect 'the order is that of the widths: two levels are a factor of four' falls levels 2 8 1.5
expect 'and not of the number of meshes' row levels 2 8 'order < 3.35'
expect 'another field is compared' says 0 'error of p (Pa)' "$wave" --field p --orders 2 \
    --bases '[4,4,1]'
expect 'the initial state is exact' converge start "$wave" --orders 2 --levels 0 \
    --set 'mesh.base=[2,2,1]' --set time.end=0
expect 'to the last bit' row start 2 2 'l2 == 0 && largest == 0'

expect 'no exact solution is wrong input' says 2 \
    'taylor_green has no exact solution to converge to; these have: ' "$cases/taylor_green.yaml"
expect 'a number of steps is wrong input' says 2 'time.steps: 5' "$wave" --set time.steps=5
expect 'an unknown field is wrong input' says 2 '--field density: no field' "$wave" -f density
expect 'a field with derivatives is wrong input' says 2 '--field vorticity: takes derivatives' \
    "$wave" --field vorticity
expect 'a mesh file is wrong input' says 2 '/turned.inp, but converge' "$wave" \
    --set mesh.file="$(cd "${srcdir:-.}" && pwd)/tests/data/turned.inp"
expect 'an initial state without pressure is wrong input' says 2 'order 1, 4 x 4 x 1 elements: ' \
    "$wave" --orders 1 --bases '[4,4,1]' --set initial.amplitude=2
expect 'an order without kernels is wrong input' says 2 '--orders 2,9: want' "$wave" --orders 2,9
expect 'levels that do not ascend are wrong input' says 2 '--levels 1,1: want' "$wave" --levels 1,1
expect 'a list that breaks off is wrong input' says 2 '--levels 0,: want' "$wave" --levels 0,
expect 'meshes that do not grow in x are wrong input' says 2 '--bases [4,4,1],[4,8,1]: want' \
    "$wave" --bases '[4,4,1],[4,8,1]'
expect 'half a mesh is wrong input' says 2 '--bases [4,4: want' "$wave" --bases '[4,4'
expect 'levels and bases exclude each other' says 2 '--levels 0,1: --bases gives' "$wave" \
    --bases '[4,4,1]' --levels 0,1
expect 'no case file is wrong input' says 2 'which case file?'
expect 'results that cannot be written are a lack of the machine' says 3 'missing/a.json' "$wave" \
    --json missing/a.json
expect 'pictures, too, after the first run' says 3 'missing/a.png' "$wave" --orders 1 \
    --bases '[2,2,1],[400,400,1]' --plot missing/a.png
expect 'a run that fails is named' says 4 'order 3, 8 x 8 x 1 elements: ' "$wave" --orders 2,3 \
    --bases '[8,8,1]' --set time.dt=0.12 --set time.end=24 --json half.json
expect 'and leaves what was there before it' has half.json l2_error
finish
