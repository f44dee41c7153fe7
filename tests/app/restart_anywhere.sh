#!/bin/sh
# tests/app/restart_anywhere.sh -- from any step, onto other partitions, precisions and orders.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

tiny() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=0 --set order=2 --set output.diagnostics=1 \
        --set output.interval=20 --set 'output.fields=[w]' --set output.files=false \
        --set 'output.points=[[0, 0, 260]]' --set output.netcdf=true "$@"
}
# alike FOLDER: all that it holds is what the uninterrupted run left.
alike() {
    same checksum whole "$1" || return 1
    for file in diagnostics.csv points.csv $(cd whole && ls -- *.png); do
        cmp "whole/$file" "$1/$file" || return 1
    done
    test "$(cd whole && ls -- *.png)" = "$(cd "$1" && ls -- *.png)"
}

# pictures FOLDER: each is one of the uninterrupted run, which may have another number.
pictures() {
    for picture in "$1"/*.png; do
        found=
        for wanted in whole/*.png; do cmp -s "$picture" "$wanted" && found=yes && break; done
        [ "$found" ] || { echo "$picture"; return 1; }
    done
}

# One step a run, each from the last one's checkpoint; what each leaves is kept.
tiny whole --set time.steps=20
expect 'a run of 20 steps' code 0 whole
# The last step of a run is an output, which the longer run does not have.
mkdir from
k=1
while [ $k -lt 20 ]; do
    tiny "to$k" --set time.steps=$k --set checkpoint.at_end=true --set output.pictures=false \
        --set output.netcdf=false --set 'output.fields=[]' --set 'output.points=[]'
    cp "to$k/checkpoint_latest.h5" "from/$k.h5"
    k=$((k + 1))
done
k=1
while [ $k -lt 20 ]; do
    tiny "on$k" --set time.steps=20 --restart "from/$k.h5" --set output.netcdf=false
    expect "from step $k: the same state" same checksum whole "on$k"
    expect "from step $k: the same diagnostics" sh -c \
        "awk -F, 'NR == 1 || \$1 > $k' whole/diagnostics.csv | cmp - on$k/diagnostics.csv"
    expect "from step $k: the same points" sh -c \
        "awk -F, 'NR == 1 || \$1 > $k' whole/points.csv | cmp - on$k/points.csv"
    expect "from step $k: the same pictures" pictures "on$k"
    k=$((k + 1))
done

# In one folder, with its outputs: checkpoints on the way, then back to the older one.
tiny one --set time.steps=20 --set checkpoint.interval=33
expect 'checkpoints change nothing' alike one
older=$(cd one && ls | sed -n '/^checkpoint_0/p' | head -n 1)
tiny one --set time.steps=20 --restart "one/$older"
expect 'back to the older one, in its folder: the same files' alike one
expect 'which the link leads to' test "$(readlink one/checkpoint_latest.h5)" = "$older"

# 64 elements in 4, 9 and 5 partitions.
many() { tiny "$@" --set mesh.level=2 --set 'output.fields=[]' --set output.netcdf=false; }
many straight --set time.steps=20 --set mesh.partitions=4
many four --set time.steps=6 --set mesh.partitions=4 --set checkpoint.at_end=true
many nine --set time.steps=13 --set mesh.partitions=9 --set checkpoint.at_end=true \
    --restart four/checkpoint_latest.h5
many five --set time.steps=20 --set mesh.partitions=5 --restart nine/checkpoint_latest.h5
expect '4, 9 and 5 partitions end in the same state' same checksum straight five

# Orders 3, 5 and 3 without a step; on a mesh that is bent.
bent() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set mesh.mapping=warp --set mesh.warp=0.1 \
        --set time.steps=3 --set 'output.fields=[]' --set checkpoint.at_end=true "$@"
}
bent low --set order=3
bent high --set order=5 --restart low/checkpoint_latest.h5
expect 'order 3 becomes order 5' code 0 high
expect 'and says so' grep -q 'order 3 is interpolated to order 5' high.err
bent again --set order=3 --restart high/checkpoint_latest.h5
expect 'order 5 becomes order 3' code 0 again
expect 'and says so, too' grep -q 'order 5 is projected onto order 3' again.err
for folder in high again; do
    expect "$folder: the mass stays" sh -c "awk 'BEGIN {
        d = $(value mass_relative_change low) - $(value mass_relative_change $folder)
        exit !(d < 1e-14 && d > -1e-14) }'"
done
bent further --set order=5 --set time.steps=6 --restart low/checkpoint_latest.h5
expect 'order 5 goes on from order 3' code 0 further

# Precisions: single to double and back is the same state.
bent single --set order=3 --set precision=single
bent double --set order=3 --restart single/checkpoint_latest.h5
bent single2 --set order=3 --set precision=single --restart double/checkpoint_latest.h5
expect 'single, double and single precision' same checksum single single2
bent rounded --set order=3 --set precision=single --restart low/checkpoint_latest.h5
expect 'double precision is rounded' code 0 rounded
expect 'and says so' grep -q 'rounded to single precision' rounded.err
finish
