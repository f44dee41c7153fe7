#!/bin/sh
# tests/app/budget.sh -- the entropy budget of a run: files, table, restarts, wrong input.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set order=3 --set time.steps=12 \
        --set time.dt=1 --set 'output.fields=[]' --set output.diagnostics=4 \
        --set mesh.partitions=3 "$@"
}
is() { [ "$1" = "$2" ] || { echo "$1"; echo "is not"; echo "$2"; return 1; }; }
steps() { cut -d, -f1 "$1/budget.csv" | tr '\n' ' '; }

bubble plain
bubble kept --set output.budget=true --set checkpoint.interval=7
expect 'a run with a budget' code 0 kept
expect 'changes no bit of the result' same checksum plain kept
expect 'without one there is no file' test ! -e plain/budget.csv -a ! -e plain/budget.png
expect 'and nothing on standard output' test ! -s plain.out
columns=step,time_s,volume,interior_surfaces,halo_surfaces,walls,coriolis,absorbing_layer
expect 'budget.csv has a header' is "$(head -n 1 kept/budget.csv)" \
    "$columns,integrator,measured,residual,terms"
expect 'a line for the start, each line of diagnostics and each checkpoint' \
    is "$(steps kept)" 'step 0 4 7 8 12 '
expect 'the parts of each come to what is measured' awk -F, 'NR > 2 {
    for (i = 3; i <= 9; ++i) sum += $i
    moduli = 0
    for (i = 3; i <= 9; ++i) moduli += $i < 0 ? -$i : $i
    off = (sum - $10) / moduli; sum = 0
    exit_code += off > 1e-12 || off < -1e-12 || $11 > 1e-12 || $11 < -1e-12 }
    END { exit exit_code || NR != 6 }' kept/budget.csv
expect 'the table says so' grep -q '^residual  *[-+][0-9.]*e-[12][0-9]$' kept.out
expect 'and has all parts' is "$(grep -c '^[vihwCat].* [-+][0-9.]*e[-+]' kept.out)" 7
for key in volume interior_surfaces halo_surfaces walls coriolis absorbing_layer integrator \
    measured residual terms from_s to_s; do
    expect "summary.json has $key" grep -q "^    \"$key\": [-0-9]" kept/summary.json
done
expect 'surfaces lose entropy' holds interior_surfaces kept 'x < 0'
expect 'between partitions, too' holds halo_surfaces kept 'x < 0'
expect 'it closes' holds residual kept 'x < 1e-12 && x > -1e-12'
expect 'a picture' test -s kept/budget.png

# What goes on from a checkpoint has the lines, and the sums, of the whole run.
cp kept/budget.csv whole.csv
whole=$(value interior_surfaces kept)
bubble kept --set output.budget=true --set checkpoint.interval=7 --restart kept/checkpoint_000007.h5
expect 'a run that goes on' code 0 kept
expect 'has the same lines' is "$(cat kept/budget.csv)" "$(cat whole.csv)"
expect 'and the same sums' is "$(value interior_surfaces kept)" "$whole"
bubble other --set output.budget=true --restart kept/checkpoint_000007.h5
expect 'in another folder' code 0 other
expect 'its budget starts there' is "$(steps other)" 'step 7 8 12 '
bubble kept --overwrite
expect 'a run without a budget leaves none of an earlier one' \
    test ! -e kept/budget.csv -a ! -e kept/budget.png

for form in split surface; do
    bubble refused --set output.budget=true --set kernels.fusion=$form
    expect "$form: code 2" code 2 refused
    expect "$form: one line says what is wanted" is "$(cat refused.err)" \
        "updraft: output.budget: wants kernels.fusion: full, not $form"
done
expect 'before the run: nothing is left' test ! -e refused
finish
