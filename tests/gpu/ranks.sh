#!/bin/sh
# tests/gpu/ranks.sh -- ranks that share the GPUs of a machine: the states of one rank, its checkpoints and
# its messages; the mesh follows speeds that were wrong.
# shellcheck source=tests/app/ranks_tap.sh
. "${srcdir:-.}/tests/app/ranks_tap.sh"
unset STARPU_NCUDA # decides over what the cases ask for
gpus=$("$UPDRAFT" info 2>/dev/null | grep -c '^  GPU [0-9]')
[ "$gpus" -gt 0 ] || { echo '1..0 # SKIP no GPU here'; exit 0; }

near() { # KEY FOLDER FOLDER: the same but for 1e-7, or 1e-4 in single precision
    one=$(value "$1" "$2") other=$(value "$1" "$3")
    awk "BEGIN { a = $one + 0; b = $other + 0; d = a - b; if (d < 0) d = -d
                 exit !(a > 0 && d <= ${bound:-1e-7} * a) }" && return 0
    echo "$1: $2 has $one, $3 has $other"
    return 1
}
# Bits where both runs are on GPUs alone, else all but rounding: a GPU and a core multiply differently,
# which in single precision is no small part of so slow a wind.
ends_as() { # FOLDER FOLDER PRECISION
    if [ "$gpus" -gt 1 ]; then same checksum "$1" "$2"; else
        near min_density "$1" "$2" && near min_pressure "$1" "$2" &&
            { [ "$3" = single ] || near max_speed "$1" "$2"; }
    fi
}
bubble() { # RANKS FOLDER [argument...]
    ranks=$1 into=$2
    shift 2
    on "$ranks" "$into" rising_bubble --set mesh.level=3 --set time.steps=20 \
        --set output.diagnostics=1 --set 'output.fields=[]' "$@"
}
says() { grep -c "$1" "$2.err" | grep -qx "$3" || { cat "$2.err"; return 1; }; }

for precision in double single; do
    [ $precision = double ] || bound=1e-4
    for form in split surface full; do
        got=two$precision$form one=one$precision$form
        bubble 1 "$one" --set runtime.gpus=1 --set precision=$precision --set kernels.fusion=$form
        expect "$precision, $form: one rank" code 0 "$one"
        bubble 2 "$got" --set precision=$precision --set kernels.fusion=$form \
            --set checkpoint.interval=2
        expect "$precision, $form: two ranks" code 0 "$got"
        expect "$precision, $form: use up to two GPUs" \
            test "$(value gpus "$got")" = $((gpus > 1 ? 2 : 1))
        expect "$precision, $form: each says what it has" says '^rank [01] on .*workers*' "$got" 2
        expect "$precision, $form: the state of one rank" ends_as "$got" "$one" $precision
    done
    step=$(printf '%s\n' "two${precision}full"/checkpoint_0*.h5 | head -n 1)
    bubble 1 "back$precision" --set runtime.gpus=1 --set precision=$precision --restart "$step"
    expect "$precision: from two ranks to one" code 0 "back$precision"
    expect "$precision: ends in the same state" ends_as "back$precision" "two${precision}full" \
        $precision
    bubble 2 "cores$precision" --set runtime.gpus=0 --set precision=$precision --restart "$step"
    expect "$precision: to two ranks of cores" code 0 "cores$precision"
    expect "$precision: ends there but for rounding" near min_pressure "cores$precision" \
        "two${precision}full"
done
bound=1e-7

bubble 2 unphysical --set time.courant=6 --set time.steps=50
expect 'a state that becomes unphysical: code 4' code 4 unphysical
expect 'one message' says '^updraft: .*unphysical in step' unphysical 1
expect 'and the element' test -s unphysical/unphysical.csv

# A core that is said to be as fast as a GPU has far too much; a GPU beside it waits.
bubble 1 beside --set runtime.gpus=1 --set runtime.cores=2 --set runtime.gpu_speed=1e9 \
    --set runtime.core_speed=1e9 --set time.steps=40 --set balance.interval=5 --set balance.bound=0.3
expect 'a GPU beside cores with wrong speeds' code 0 beside
expect 'the mesh is cut anew' holds cuts beside 'x >= 1'
bubble 1 alone --set runtime.gpus=1 --set time.steps=40
expect 'and the state is that of the GPU but for rounding' near max_speed beside alone
finish
