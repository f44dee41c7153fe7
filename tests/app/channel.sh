#!/bin/sh
# tests/app/channel.sh -- the baroclinic channel at the paper's resolution keeps what it has to keep.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

# channel FOLDER SECONDS [argument...]: as `run`, but may take half an hour.
channel() {
    folder=$1 end=$2
    shift 2
    timeout 1800 "$UPDRAFT" run "$cases/baroclinic_channel.yaml" --output "$folder" \
        --set time.end="$end" --set 'output.fields=[]' --set checkpoint.at_end=false \
        --set output.diagnostics=1000000 "$@" >"$folder.out" 2>"$folder.err" </dev/null
    code=$?
}
keeps() { # FOLDER BOUND WHAT
    expect "$3: runs" code 0 "$1"
    for what in mass energy; do
        expect "$3: $what changes by less than $2" \
            holds ${what}_relative_change "$1" "x <= $2 && x >= -$2"
    done
    [ "$2" != 1e-13 ] || # in single precision rounding is more than that
        expect "$3: the entropy falls" holds entropy_relative_change "$1" 'x < 0'
    expect "$3: the wind stays that of the jet" holds max_speed "$1" 'x > 28 && x < 31'
}

channel day 86400 --set mesh.level=1 --set time.dt=8
keeps day 1e-13 'a day on 192 elements'
channel single 86400 --set mesh.level=1 --set time.dt=8 --set precision=single
keeps single 2e-6 'a day in single precision'
channel beta 21600 --set mesh.level=1 --set time.dt=8 --set coriolis.beta=1.618595925028689e-11
keeps beta 1e-13 'six hours on the beta-plane'
channel hour 3600 --set mesh.level=3 --set time.dt=2
keeps hour 1e-13 'an hour of the paper, 12288 elements'
finish
