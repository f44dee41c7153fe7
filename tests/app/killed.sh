#!/bin/sh
# tests/app/killed.sh -- kill -9 at any moment, also within a checkpoint, costs one interval at most.
#
# KILLS (20) runs die: half of them after a number of bytes written and files synced or renamed, half
# after a time. SEED (1) draws where.
killer=${top_builddir:-.}/tests/app/killer.so
[ -e "$killer" ] || { echo '1..0 # SKIP no tests/app/killer.so here'; exit 0; }
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

tiny() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=0 --set order=2 --set time.steps=20 \
        --set 'output.fields=[]' --set output.diagnostics=1 --set checkpoint.interval=$interval "$@"
}
# killed KEY=VALUE COMMAND...: runs it under the killer.
killed() {
    setting=$1
    shift
    timeout 240 env LD_PRELOAD="$killer" ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0" \
        "$setting" "$UPDRAFT" run "$cases/rising_bubble.yaml" --output "$folder" \
        --set mesh.level=0 --set order=2 --set time.steps=20 --set 'output.fields=[]' \
        --set output.diagnostics=1 --set checkpoint.interval=$interval "$@" \
        >"$folder.out" 2>"$folder.err" </dev/null
    code=$?
}
steps=3 interval=13.6 # a step is 4.55 s
start=$(date +%s%N)
folder=whole
killed KILL_COUNT="$here/bytes"
expect 'a run that is counted' code 0 whole
milliseconds=$((($(date +%s%N) - start) / 1000000))
bytes=$(cat bytes)
expect 'it writes more than its checkpoints' test "$bytes" -gt 50000

last_step() { tail -n 1 "$1/diagnostics.csv" 2>/dev/null | cut -d, -f1; }
# goes_on FOLDER: after the kill nothing is lost but one interval, and the run ends as the whole one.
goes_on() {
    if [ -e "$1/checkpoint_latest.h5" ]; then
        reached=$(last_step "$1")
        saved=$(readlink "$1/checkpoint_latest.h5" | sed 's/[^0-9]*0*\([0-9]*\).*/\1/')
        "$UPDRAFT" verify "$1/checkpoint_latest.h5" || return 1
        if [ $((reached - saved)) -gt $steps ]; then
            echo "step $reached was reached, but step $saved was saved"
            return 1
        fi
        tiny "$1" --restart "$1/checkpoint_latest.h5"
    else
        reached=$(last_step "$1")
        case $reached in step | '') reached=0 ;; esac
        [ "$reached" -le $steps ] || { echo "step $reached and no checkpoint"; return 1; }
        [ ! -L "$1/checkpoint_latest.h5" ] || { echo 'the link leads nowhere'; return 1; }
        tiny "$1" --overwrite
    fi
    code 0 "$1" && same checksum whole "$1" && cmp whole/diagnostics.csv "$1/diagnostics.csv" &&
        test -z "$(find "$1" -name '*.part')"
}
draw() { awk "BEGIN { srand(${SEED:-1} * 1000 + $1); print int(rand() * $2) }"; }

n=0
while [ $n -lt "${KILLS:-20}" ]; do
    n=$((n + 1))
    folder=run$n
    if [ $((n % 2)) -eq 1 ]; then
        at=$(draw $n "$bytes")
        killed KILL_AFTER="$at"
        where="after $at bytes"
        expect "$n: killed $where" code 137 "$folder"
    else
        at=$(draw $n "$milliseconds")
        timeout -s KILL "$(awk "BEGIN { print $at / 1000 + 0.001 }")" "$UPDRAFT" run \
            "$cases/rising_bubble.yaml" --output "$folder" --set mesh.level=0 --set order=2 \
            --set time.steps=20 --set 'output.fields=[]' --set output.diagnostics=1 \
            --set checkpoint.interval=$interval >"$folder.out" 2>"$folder.err" </dev/null
        where="after $at ms"
    fi
    expect "$n: goes on from where it was killed $where" goes_on "$folder"
    rm -rf "$folder"
done
finish
