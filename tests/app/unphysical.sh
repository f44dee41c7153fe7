#!/bin/sh
# tests/app/unphysical.sh -- a state that became unphysical ends the run, with one report.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

form='unphysical in step [0-9]+, stage [0-9]+: element [0-9]+ \(tree [0-9]+\), node [0-9]+ at x = \('
form="$form"'[-0-9., e+]+\) m has rho = [-0-9.e+]+, rho u = \([-0-9., e+]+\), rho e = [-0-9.e+]+,'
form="$form"' p = [-0-9.e+]+;'

# What the report says up to the node.
place() { sed -n 's/.*\(in step .*\), node \([0-9]*\) at.*/\1, node \2/p' "$1.err"; }
step() { sed -n 's/.*in step \([0-9]*\), stage.*/\1/p' "$1.err"; }
reports() { grep -Eq "$form" "$1.err" || { cat "$1.err"; return 1; }; }
once() { [ "$(grep -c unphysical "$1.err")" -eq 1 ]; }
is() { # two texts, not empty
    if [ -n "$1" ] && [ "$1" = "$2" ]; then return 0; fi
    echo "$1 is not $2"
    return 1
}

fails() { # FOLDER workers partitions [argument...]
    into=$1 workers=$2 partitions=$3
    shift 3
    STARPU_NCPU=$workers run "$into" rising_bubble --set mesh.level=1 --set 'output.fields=[]' \
        --set time.steps=50 --set mesh.partitions="$partitions" "$@"
}

# Too long steps; too little air in the bubble; none at all, which is seen before the first step.
fails steps 1 1 --set time.courant=6
expect 'too long steps end with code 4' code 4 steps
expect 'the report names step, stage, element, tree, node, position and values' reports steps
expect 'it comes once' once steps
expect 'summary.json says so, too' is "$(value exit steps)" 4
expect 'its steps are those that were done' is "$(value steps steps)" $(($(step steps) - 1))
# unphysical.csv FOLDER: a row a node of the element of the report, some without positive density
# and pressure.
element() { sed -n 's/.*: \(element [0-9]* (tree [0-9]*)\), node.*/\1/p' "$1.err"; }
shows_element() {
    grep -q "^# $(element "$1") of partition" "$1/unphysical.csv" || return 1
    awk -F, -v nodes="$2" '/^[0-9]/ { ++n; bad += !($5 + 0 > 0 && $10 + 0 > 0) }
        END { print n " nodes, " bad " of them bad"; exit !(n == nodes && bad > 0) }' "$1/unphysical.csv"
}
# The row of the report's node is where the report says.
shows_place() {
    said=$(sed -n 's/.*, node \([0-9]*\) at x = (\([^)]*\)) m.*/\1, \2/p' "$1.err")
    row=$(awk -F, -v node="${said%%,*}" '$1 == node { printf "%d, %.6g, %.6g, %.6g", $1, $2, $3, $4 }' \
        "$1/unphysical.csv")
    is "$row" "$said"
}
expect 'unphysical.csv has the nodes of the element' shows_element steps 125
expect 'where the report says' shows_place steps
expect 'diagnostics.csv has none of the failed step' \
    test "$(tail -n 1 steps/diagnostics.csv | cut -d, -f1)" -lt "$(step steps)"

for how in 1:5:free 2:1:pinned 2:5:pinned 2:5:free 1:1:free:full 2:5:free:full; do
    IFS=: read -r workers partitions placement form <<END
$how
END
    fails "again$how" "$workers" "$partitions" --set time.courant=6 \
        --set runtime.placement="$placement" --set kernels.fusion="${form:-split}"
    what="$workers workers, $partitions partitions, $placement, ${form:-split}"
    expect "$what: code 4" code 4 "again$how"
    expect "$what: the same report" is "$(place "again$how")" "$(place steps)"
    expect "$what: the same number of steps" is "$(value steps "again$how")" "$(value steps steps)"
done

fails late 2 5 --set initial.profile=sharp --set initial.amplitude=600 \
    --set initial.exner=background
expect 'a state that breaks later ends with code 4' code 4 late
expect 'in the step that broke it' is "$(value steps late)" $(($(step late) - 1))
fails late1 1 1 --set initial.profile=sharp --set initial.amplitude=600 \
    --set initial.exner=background
expect 'whoever runs it' is "$(place late1)" "$(place late)"
expect 'unphysical.csv has that element' shows_element late 125
expect '... where the report says' shows_place late
expect '... whoever runs it' shows_place late1

fails nan 2 5 --set initial.profile=sharp --set initial.amplitude=-400
expect 'an initial state without a temperature is wrong input: code 2' code 2 nan
expect 'and nothing is left of it' test ! -e nan

fails single 2 5 --set time.courant=6 --set precision=single
expect 'single precision: code 4' code 4 single
run single rising_bubble --overwrite --set mesh.level=1 --set time.steps=2 --set 'output.fields=[]'
expect 'a good run in its place leaves no unphysical.csv' test ! -e single/unphysical.csv
finish
