#!/bin/sh
# tests/app/signals.sh -- a run that a signal or the wall-time limit ends goes on as if it had not been.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
program=$UPDRAFT
UPDRAFT=${top_builddir:-.}/tests/app/meddled
[ -x "$UPDRAFT" ] || { echo '1..0 # SKIP no tests/app/meddled here'; exit 0; }

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set order=2 --set mesh.level=1 --set mesh.partitions=3 \
        --set output.diagnostics=1 --set 'output.fields=[w]' --set output.pictures=false \
        --set 'output.points=[[10, 20, 1500]]' --set output.interval=6 --set time.steps=12 "$@"
}
says() { # 'words' FILE: the one line of a failure
    if [ "$(grep -c '^updraft:' "$2")" -eq 1 ] && grep -q -- "^updraft: .*$1" "$2"; then return 0; fi
    cat "$2"
    return 1
}
step_of() { basename "$(readlink "$1/checkpoint_latest.h5")" .h5 | sed 's/checkpoint_0*\(.\)/\1/'; }
files() { (cd "$1" && ls | grep -v '^checkpoint_'); }
as_whole() { # FOLDER WHOLE: what they hold but for checkpoints
    files "$1" >"$1.list"
    files "$2" | diff - "$1.list" && same checksum "$2" "$1" &&
        cmp "$2/diagnostics.csv" "$1/diagnostics.csv" && cmp "$2/points.csv" "$1/points.csv" &&
        cmp "$2/rising_bubble.hdf.series" "$1/rising_bubble.hdf.series"
}
goes_on() { # FOLDER [argument...]: with its latest checkpoint
    from=$1
    shift
    bubble "$from" --restart "$from/checkpoint_latest.h5" "$@"
    expect '... and goes on: code 0' code 0 "$from"
    expect '... to the same bits and files' as_whole "$from" whole
}

bubble whole
expect 'a run without a signal' code 0 whole

for signal in TERM INT; do
    MEDDLE="step 5 $signal" bubble "$signal"
    expect "SIG$signal in a step: code 5" code 5 "$signal"
    expect '... with one line that says how to go on' \
        says "SIG$signal after step .* --restart $signal/checkpoint_latest.h5" "$signal.err"
    expect '... and a summary that says so' holds exit "$signal" 'x == 5'
    expect '... after the step, or those submitted ahead' holds steps "$signal" 'x >= 5 && x <= 8'
    expect '... where the checkpoint stands' \
        test "$(value steps "$signal")" = "$(step_of "$signal")"
    goes_on "$signal"
done

MEDDLE='file rising_bubble_000001.hdf TERM' bubble output
expect 'SIGTERM in an output: code 5' code 5 output
expect '... which is complete' test -f output/rising_bubble_000001.hdf
goes_on output

MEDDLE='file rising_bubble_000000.hdf TERM' bubble start
expect 'SIGTERM in the first output: code 5' code 5 start
expect '... before the first step' test "$(value steps start)" = 0
goes_on start

MEDDLE='file checkpoint_000008.h5 TERM' bubble checkpoint --set checkpoint.interval=1e-3
expect 'SIGTERM in a checkpoint: code 5' code 5 checkpoint
expect '... which is the one to go on from' test "$(step_of checkpoint)" = 8
goes_on checkpoint --set checkpoint.interval=1e-3

MEDDLE='file checkpoint_000008.h5 TERM TERM sleep 60' bubble twice --set checkpoint.interval=1e-3
expect 'two signals in a checkpoint: code 5' code 5 twice
expect '... at once' says 'at once by a second signal .* twice/checkpoint_latest.h5' twice.err
expect '... with the one before it' test "$(step_of twice)" = 7
goes_on twice --set checkpoint.interval=1e-3

MEDDLE='step 2 INT TERM sleep 60' bubble early
expect 'two signals before a checkpoint: code 5' code 5 early
expect '... without one' says 'at once .* none yet' early.err
bubble early --overwrite
expect '... and the folder can be used again' as_whole early whole

MEDDLE='step 5 USR1' bubble wish
expect 'SIGUSR1 writes a checkpoint and goes on: code 0' code 0 wish
expect '... says so' grep -q '^SIGUSR1: wish/checkpoint_latest.h5 is the state after step' wish.err
expect '... changes nothing' as_whole wish whole
expect '... leaves one checkpoint' test "$(find wish -name 'checkpoint_0*.h5' | wc -l)" = 1
goes_on wish

MEDDLE='step 12 TERM sleep 0.2' bubble last
expect 'SIGTERM in the last step: the run is done, code 0' code 0 last
expect '... like any other' as_whole last whole

# From outside, at any moment of a longer run; a job in the background leaves SIGINT to others.
UPDRAFT=$program
"$UPDRAFT" run "$cases/rising_bubble.yaml" --set mesh.level=2 --set order=2 --set time.steps=100000 \
    --set output.interval=1e-3 --set 'output.fields=[w]' --set output.pictures=false \
    --output outside >outside.out 2>outside.err </dev/null &
process=$!
polls=0
until [ -e outside/rising_bubble_000003.hdf ] || [ $polls -gt 2400 ]; do
    sleep 0.1
    polls=$((polls + 1))
done
kill -INT $process
kill -TERM $process
wait $process
code=$?
expect 'SIGTERM from outside: code 5' code 5 outside
expect '... by SIGTERM, since SIGINT was to be ignored' says 'stopped by SIGTERM' outside.err
run inside rising_bubble --set mesh.level=2 --set order=2 --set 'output.fields=[]' \
    --set time.steps="$(value steps outside)"
expect '... with the state of a run of so many steps' same checksum outside inside

# The wall-time limit, in steps that all have an output.
limited() {
    into=$1
    shift
    bubble "$into" --set output.interval=1e-3 "$@"
}
now() { date +%s; }
before=$(now)
limited limit --set time.steps=100000 --walltime 0:04
took=$(($(now) - before))
expect 'the wall-time limit: code 5' code 5 limit
expect '... by its name' says 'stopped by --walltime 00:00:04 after step' limit.err
expect '... not before its time, nor after it' test $took -ge 1 -a $took -le 4
steps=$(($(value steps limit) + 2))
limited limited --set time.steps=$steps
limited limit --set time.steps=$steps --restart limit/checkpoint_latest.h5
expect '... and goes on' code 0 limit
expect '... to the same bits and files' as_whole limit limited

limited short --walltime 0.01
expect 'a limit that is too short: code 2' code 2 short
expect '... says so' says '--walltime 00:00:01 leaves no time' short.err
expect '... before anything is made' test ! -e short
for limit in 0 -1 1:2:3:4 00:75 soon 1h '' 1: :30 nan; do
    limited wrong "--walltime=$limit"
    expect "--walltime '$limit': code 2" code 2 wrong
done
limited enough --walltime 1:00:00
expect 'a limit that is long enough: code 0' code 0 enough
finish
