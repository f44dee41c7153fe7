#!/bin/sh
# tests/gpu/unphysical.sh -- a state that becomes unphysical on a GPU ends the run as on cores.
# shellcheck source=tests/gpu/gpu.sh
. "${srcdir:-.}/tests/gpu/gpu.sh"

form='unphysical in step [0-9]+, stage [0-9]+: element [0-9]+ \(tree [0-9]+\), node [0-9]+ at '
form="$form"'x = \([-0-9., e+]+\) m has rho = [-0-9.e+]+, rho u = \([-0-9., e+]+\), '
form="$form"'rho e = [-0-9.e+]+, p = [-0-9.e+]+;'
moment() { sed -n 's/.*unphysical in \(step [0-9]*, stage [0-9]*\):.*/\1/p' "$1.err"; }
step() { sed -n 's/.*in step \([0-9]*\), stage.*/\1/p' "$1.err"; }
reports() { grep -Eq "$form" "$1.err" || { cat "$1.err"; return 1; }; }
once() { [ "$(grep -c unphysical "$1.err")" -eq 1 ]; }
is() { # two texts, not empty
    if [ -n "$1" ] && [ "$1" = "$2" ]; then return 0; fi
    echo "$1 is not $2"
    return 1
}
fails() { # on_gpu|on_cores FOLDER [argument...]: too long steps
    on=$1 into=$2
    shift 2
    "$on" "$into" rising_bubble --set mesh.level=1 --set 'output.fields=[]' --set time.steps=50 \
        --set time.courant=6 "$@"
}

for precision in double single; do
    fails on_cores "cores_$precision" --set precision=$precision --set mesh.partitions=1
    expect "$precision, on cores: code 4" code 4 "cores_$precision"
    for kind in split:1 surface:5 full:1 full:5; do
        got=gpu_$precision$kind
        fails on_gpu "$got" --set precision=$precision --set mesh.partitions="${kind#*:}" \
            --set kernels.fusion="${kind%:*}"
        expect "$precision, $kind: code 4" code 4 "$got"
        expect "$precision, $kind: the report names moment, place and values" reports "$got"
        expect "$precision, $kind: it comes once" once "$got"
        expect "$precision, $kind: in the step and stage that break on cores" \
            is "$(moment "$got")" "$(moment "cores_$precision")"
        expect "$precision, $kind: summary.json says so, too" is "$(value exit "$got")" 4
        expect "$precision, $kind: its steps are those that were done" \
            is "$(value steps "$got")" $(($(step "$got") - 1))
    done
done
finish
