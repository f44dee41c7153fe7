#!/bin/sh
# tests/app/ranks_killed.sh -- kill -9 of one rank at any moment costs one interval at most.
#
# KILLS (4) runs on 3 ranks lose one: rank 0, which has the files, after a number of bytes written
# and files synced or renamed, or any of them after a time. SEED (1) draws where.
# shellcheck source=tests/app/ranks_tap.sh
. "${srcdir:-.}/tests/app/ranks_tap.sh"
killer=$tools/killer.so
{ [ -e "$killer" ] && [ -x "$tools/same_data" ]; } ||
    { echo '1..0 # SKIP no tests/app/killer.so here'; exit 0; }

program=$UPDRAFT
steps=12
# What mpirun starts in the place of the program: the rank VICTIM dies after BYTES or SECONDS_LEFT.
cat >victim <<'END'
#!/bin/sh
if [ "${OMPI_COMM_WORLD_RANK:-0}" = "$VICTIM" ]; then
    if [ -n "$SECONDS_LEFT" ]; then
        (sleep "$SECONDS_LEFT"; kill -9 $$) &
    else
        [ -z "$BYTES" ] || export KILL_AFTER="$BYTES"
        export LD_PRELOAD="$KILLER" ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"
    fi
fi
exec "$PROGRAM" "$@"
END
chmod +x victim
KILLER=$killer PROGRAM=$program
export KILLER PROGRAM VICTIM BYTES SECONDS_LEFT
unset KILL_COUNT

# Checkpoints every third step.
tiny() { # RANKS FOLDER [argument...]
    how=$1 into=$2
    shift 2
    on "$how" "$into" rising_bubble --set mesh.level=1 --set order=2 --set time.scheme=lsrk5 \
        --set time.dt=1 --set time.steps=$steps --set mesh.partitions=4 --set 'output.fields=[w]' \
        --set output.pictures=false --set output.interval=4 --set output.diagnostics=1 \
        --set checkpoint.interval=3 "$@"
}
reached() { tail -n 1 "$1/diagnostics.csv" 2>/dev/null | cut -d, -f1 | sed 's/[^0-9]//g'; }
# goes_on FOLDER: nothing is lost but one interval, and the run ends as the whole one.
goes_on() {
    at=$(reached "$1")
    if [ -e "$1/checkpoint_latest.h5" ]; then
        saved=$(readlink "$1/checkpoint_latest.h5" | sed 's/[^0-9]*0*\([0-9]*\).*/\1/')
        "$program" verify "$1/checkpoint_latest.h5" || return 1
        tiny 2 "$1" --restart "$1/checkpoint_latest.h5"
    else
        saved=0
        [ ! -L "$1/checkpoint_latest.h5" ] || { echo 'the link leads nowhere'; return 1; }
        tiny 2 "$1" --overwrite
    fi
    if [ $((${at:-0} - saved)) -gt 3 ]; then
        echo "step $at was reached, but step $saved was saved"
        return 1
    fi
    code 0 "$1" && alike whole "$1" && test -z "$(find "$1" -name '*.part')"
}
draw() { awk "BEGIN { srand(${SEED:-1} * 1000 + $1); print int(rand() * $2) }"; }

UPDRAFT=$program
tiny 1 whole
expect 'a run that lives' code 0 whole
UPDRAFT=$here/victim
VICTIM=0 BYTES='' SECONDS_LEFT=''
KILL_COUNT=$here/bytes
export KILL_COUNT
begin=$(date +%s%N)
tiny 3 counted
milliseconds=$((($(date +%s%N) - begin) / 1000000))
unset KILL_COUNT
bytes=$(cat bytes)
expect 'one whose bytes are counted' alike whole counted

n=0
while [ $n -lt "${KILLS:-4}" ]; do
    n=$((n + 1))
    UPDRAFT=$here/victim
    if [ $((n % 2)) -eq 1 ]; then
        VICTIM=0 BYTES=$(draw $n "$bytes") SECONDS_LEFT=''
        where="rank 0 after $BYTES bytes"
    else
        VICTIM=$(draw $((n + 500)) 3) BYTES=''
        SECONDS_LEFT=$(awk "BEGIN { print $(draw $n "$milliseconds") / 1000 + 0.01 }")
        where="rank $VICTIM after $SECONDS_LEFT s"
    fi
    tiny 3 run$n
    # One that was to die later than it ended is done.
    expect "$n: killed $where, all ranks end" \
        test "$code" -eq 137 -o \( -n "$SECONDS_LEFT" -a "$code" -eq 0 \)
    UPDRAFT=$program
    expect "$n: goes on from there" goes_on run$n
    rm -rf run$n
done
finish
