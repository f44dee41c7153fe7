#!/bin/sh
# tests/app/absorb.sh -- runs with an absorbing layer: restarts, other partitions, wrong input.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set time.steps=12 --set 'output.fields=[]' \
        --set absorb.top=1500 --set absorb.sides=400 --set absorb.rate=0.1 "$@"
}

bubble whole --set mesh.partitions=3 --set checkpoint.interval=6
expect 'a run with a layer' code 0 whole
bubble none --set absorb.top=0 --set absorb.sides=0
expect 'a layer changes the result' test "$(value checksum whole)" != "$(value checksum none)"
expect 'without a layer mass is kept' holds mass_relative_change none 'x < 1e-13 && x > -1e-13'
bubble rest --set mesh.partitions=5 --restart whole/checkpoint_000008.h5
expect 'going on from step 8, with other partitions' code 0 rest
expect 'ends in the same state' same checksum whole rest
expect 'with the same change of mass' same mass_relative_change whole rest
bubble split --set kernels.fusion=split --restart whole/checkpoint_000008.h5
expect 'and in another form, too' same checksum whole split
bubble single --set precision=single --set checkpoint.interval=6
bubble single2 --set precision=single --restart single/checkpoint_000008.h5
expect 'in single precision, too' same checksum single single2

for wrong in top=2000 sides=1000 top=-1 rate=-0.1; do
    rm -rf refused
    bubble refused --set "absorb.$wrong"
    expect "absorb.$wrong: code 2" code 2 refused
    expect "absorb.$wrong: a line says so" grep -q "absorb.${wrong%%=*}" refused.err
done
finish
