#!/bin/sh
# tests/app/ranks_stopped.sh -- one rank is told to stop, dies, goes wrong or finds the disk full:
# all end, and the run goes on from its checkpoint as if nothing had been.
# shellcheck source=tests/app/ranks_tap.sh
. "${srcdir:-.}/tests/app/ranks_tap.sh"
program=$UPDRAFT
UPDRAFT=$tools/meddled
{ [ -x "$UPDRAFT" ] && [ -x "$tools/same_data" ]; } ||
    { echo '1..0 # SKIP no tests/app/meddled here'; exit 0; }

bubble() { # RANKS FOLDER [argument...]
    how=$1 into=$2
    shift 2
    on "$how" "$into" rising_bubble --set order=2 --set mesh.level=1 --set mesh.partitions=4 \
        --set time.scheme=lsrk5 --set time.dt=0.5 --set time.steps=12 --set output.diagnostics=1 \
        --set output.interval=2 --set 'output.fields=[w]' --set output.pictures=false \
        --set output.netcdf=true --set 'output.points=[[10, 20, 1500]]' "$@"
}
step_of() { readlink "$1/checkpoint_latest.h5" | sed 's/[^0-9]*0*\([0-9]*\).*/\1/'; }
stands() { # FOLDER: where its summary says
    test "$(value steps "$1")" = "$(step_of "$1")" && holds exit "$1" 'x == 5'
}
goes_on() { # RANKS FOLDER [argument...]: with its latest checkpoint
    goes=$1 from=$2
    shift 2
    expect '... its checkpoint is whole' "$program" verify "$from/checkpoint_latest.h5"
    MEDDLE='' bubble "$goes" "$from" --restart "$from/checkpoint_latest.h5" "$@"
    expect "... and goes on, on $goes ranks: code 0" code 0 "$from"
    expect '... to the same bits and files' alike whole "$from"
}
every='--set checkpoint.interval=1e-3'
export MEDDLE

MEDDLE='' bubble 1 whole
expect 'a run without trouble' code 0 whole

MEDDLE='rank 1 step 5 TERM' bubble 3 term
expect 'SIGTERM to rank 1 of 3: code 5' code 5 term
expect '... with one message' one_message 'SIGTERM after step .* --restart term/checkpoint_lat' term
expect '... and a summary' stands term
goes_on 2 term

MEDDLE='rank 2 step 5 USR1' bubble 3 wish
expect 'SIGUSR1 to rank 2 of 3: code 0' code 0 wish
expect '... said once' test "$(grep -c '^SIGUSR1: wish/checkpoint_latest.h5 is' wish.err)" = 1
expect '... changes nothing' alike whole wish
goes_on 1 wish

MEDDLE='rank 0 step 5 TERM; rank 1 step 5 INT' bubble 2 both
expect 'a signal to each rank: code 5' code 5 both
expect '... with one message' one_message 'SIG[A-Z]* after step' both
goes_on 3 both

MEDDLE='file rising_bubble_000001.hdf TERM' bubble 2 output
expect 'SIGTERM in an output: code 5' code 5 output
expect '... which is complete' test -f output/rising_bubble_000001.hdf
goes_on 3 output

# The second signal ends its rank at once; mpirun ends the others.
# shellcheck disable=SC2086 # several words
MEDDLE='rank 1 step 5 TERM TERM sleep 60' bubble 3 twice $every
expect 'two signals to rank 1, 0.1 s apart: code 5' code 5 twice
expect '... with one message' one_message 'at once by a second signal .* twice/checkpoint_' twice
# shellcheck disable=SC2086
goes_on 2 twice $every
# shellcheck disable=SC2086
MEDDLE='file checkpoint_000008.h5 TERM TERM sleep 60' bubble 2 within $every
expect 'two signals in a checkpoint: code 5' code 5 within
expect '... with the one before it' test "$(step_of within)" = 7
# shellcheck disable=SC2086
goes_on 3 within $every

# The wall-time limit, in steps that all have an output.
each='--set output.interval=1e-3'
# shellcheck disable=SC2086
MEDDLE='' bubble 2 limit $each --set time.steps=100000 --walltime 0:08
expect 'the wall-time limit on 2 ranks: code 5' code 5 limit
expect '... with one message' one_message 'stopped by --walltime 00:00:08 after step' limit
steps=$(($(value steps limit) + 2))
# shellcheck disable=SC2086
MEDDLE='' bubble 1 long $each --set time.steps=$steps
# shellcheck disable=SC2086
MEDDLE='' bubble 3 limit $each --set time.steps=$steps --restart limit/checkpoint_latest.h5
expect '... and goes on: code 0' code 0 limit
expect '... to the same bits and files' alike long limit

# A rank that dies.
for victim in 0 2; do
    # shellcheck disable=SC2086
    MEDDLE="rank $victim step 6 KILL" bubble 3 dead$victim $every
    expect "kill -9 of rank $victim: mpirun ends all" code 137 dead$victim
    # shellcheck disable=SC2086
    goes_on 2 dead$victim $every
done

# A state that breaks on one rank.
for where in '1 4 3' '2 6 5' '0 2 2'; do
    read -r spoilt step stage <<END
$where
END
    MEDDLE="rank $spoilt step $step nan $stage" bubble 3 nan --overwrite
    expect "NaN on rank $spoilt in step $step, stage $stage: code 4" code 4 nan
    expect '... with one message' one_message \
        "unphysical in step $step, stage $stage: element [0-9]+ .tree 0., node 0 at" nan
    expect '... summary.json says so' holds exit nan 'x == 4'
    expect '... its steps are those that were done' holds steps nan "x == $step - 1"
done

# A disk that is full.
UPDRAFT=$program
mkdir disk
if ! mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null; then
    expect 'a small disk # SKIP needs to mount one' true
    finish
    exit 0
fi
trap 'cd /; umount -l "$here/disk"; rm -rf "$here"' EXIT
full() { # STEPS [argument...]
    last=$1
    shift
    on 2 disk/out rising_bubble --set order=4 --set mesh.level=1 --set time.scheme=lsrk5 \
        --set time.dt=0.2 --set 'output.fields=[]' --set checkpoint.at_end=true \
        --set time.steps="$last" "$@"
}
full 2
expect 'a disk with room' code 0 disk/out
size=$(wc -c <disk/out/checkpoint_000002.h5)
free=$(df --output=avail -B1 disk | tail -n 1)
cp disk/out/checkpoint_000002.h5 before.h5
for share in 10 40 70; do
    head -c $((free - size * share / 100 - 8192)) /dev/zero >disk/filler
    full 3 --restart disk/out/checkpoint_latest.h5
    expect "room for $share % of a checkpoint: code 3" code 3 disk/out
    cp disk/out.err full.err
    expect '... with one message' one_message 'disk/out/.*No space left' full
    expect '... the checkpoint before it stays' cmp before.h5 disk/out/checkpoint_latest.h5
    expect '... and nothing else is left' test -z "$(find disk/out -name '*.part')"
    rm disk/filler
done
full 3 --restart disk/out/checkpoint_latest.h5
expect 'with room again the run goes on' code 0 disk/out
finish
