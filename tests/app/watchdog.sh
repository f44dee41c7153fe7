#!/bin/sh
# tests/app/watchdog.sh -- a run whose tasks do not get done any more ends and says which.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
UPDRAFT=${top_builddir:-.}/tests/app/meddled
[ -x "$UPDRAFT" ] || { echo '1..0 # SKIP no tests/app/meddled here'; exit 0; }

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set order=2 --set mesh.level=1 --set mesh.partitions=3 \
        --set 'output.fields=[]' --set time.steps=6 "$@"
}
says() { grep -q -- "$1" "$2" || { cat "$2"; return 1; }; }

MEDDLE='step 4 sleep 200' bubble stuck --set runtime.watchdog=2 --set checkpoint.interval=1e-3
expect 'a task that does not end: code 1' code 1 stuck
expect 'one line says so, with step and stage' \
    says '^updraft: .*no task has been done for [0-9.]* s, .* step 4, stage [0-9]* submitted' \
    stuck.err
expect 'the tasks, submitted and done' \
    says '^  updraft_advance_n2_f64 *[0-9]* submitted, *[0-9]* done' stuck.err
expect 'the worker that has it' says '^  CPU.* has had updraft_advance_n2_f64 for ' stuck.err
expect 'how many wait for others' says '^[0-9]* tasks are not done; [0-9]* of them run' stuck.err
expect 'checkpoints stay' test -f stuck/checkpoint_latest.h5
bubble whole
bubble stuck --restart stuck/checkpoint_latest.h5
expect 'and the run goes on from there' same checksum whole stuck

MEDDLE='step 1 sleep 1; step 3 sleep 4' bubble slow --set runtime.watchdog=2
expect 'a task of four times the longest before is waited for: code 0' code 0 slow
MEDDLE='step 3 sleep 4' bubble off --set runtime.watchdog=0
expect 'without a watchdog all are: code 0' code 0 off
finish
