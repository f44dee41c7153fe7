#!/bin/sh
# tests/app/memory.sh -- resident memory stays as it is through 10 000 steps and all that is written.
#
# STEPS (10000) of a tiny case, and a fifth of them on two ranks. From 10 % of the steps on memory may
# grow by 1 %: the least that /proc shows between 10 % and 20 % of the steps and in the last tenth, for
# each process of the run. The least, since pictures take some megabytes while they are drawn.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
[ -r /proc/self/status ] || { echo '1..0 # SKIP no /proc here'; exit 0; }
steps=${STEPS:-10000}

# bubble FOLDER RANKS [argument...]: in the background, with its id in $running.
bubble() {
    into=$1 ranks=$2
    shift 2
    set -- "$UPDRAFT" run "$cases/rising_bubble.yaml" --output "$into" --set order=2 \
        --set mesh.level=1 --set mesh.partitions=4 --set runtime.cores=1 --set output.interval=none \
        --set 'output.fields=[]' "$@"
    [ "$ranks" -eq 1 ] || set -- mpirun --timeout 1200 --bind-to none -n "$ranks" "$@"
    "$@" >"$into.out" 2>"$into.err" </dev/null &
    running=$!
}

# resident PID: kB, or nothing.
resident() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status" 2>/dev/null; }

# watch FOLDER RANKS: a line "step process kB" five times a second until the run ends; code in $code.
watch() {
    : >"$1.rss"
    while kill -0 $running 2>/dev/null; do
        at=$(tail -n 1 "$1/diagnostics.csv" 2>/dev/null | cut -d, -f1)
        if [ "$2" -eq 1 ]; then processes=$running; else processes=$(pgrep -P $running); fi
        for process in $processes; do
            kB=$(resident "$process")
            [ -z "$kB" ] || echo "${at:-0} $process $kB" >>"$1.rss"
        done
        sleep 0.2
    done
    wait $running
    code=$?
}

# flat FOLDER: each process of it keeps within 1 %; says what they have.
flat() {
    awk -v steps="$steps" '
        $1 !~ /^[0-9]+$/ { next }
        { processes[$2] }
        $1 >= 0.1 * steps && $1 <= 0.2 * steps { if (!early[$2]++ || $3 < from[$2]) from[$2] = $3 }
        $1 >= 0.9 * steps && $1 < steps { if (!late[$2]++ || $3 < to[$2]) to[$2] = $3 }
        END {
            for (p in processes) {
                ++n
                if (early[p] < 3 || late[p] < 3) {
                    print "too few samples: " early[p] + 0 ", " late[p] + 0
                    bad = 1
                    continue
                }
                printf "%d kB, then %d kB: %+.2f %%\n", from[p], to[p], 100 * (to[p] / from[p] - 1)
                if (to[p] > 1.01 * from[p]) bad = 1
            }
            exit bad || !n
        }' "$1.rss"
}

# follow TITLE FOLDER RANKS [argument...]
follow() {
    what=$1 into=$2 ranks=$3
    shift 3
    bubble "$into" "$ranks" --set time.steps="$steps" --set output.diagnostics=$((steps / 100)) "$@"
    watch "$into" "$ranks"
    expect "$what: $steps steps" code 0 "$into"
    flat "$into" | sed "s/^/# $what: /"
    expect "$what: memory stays" flat "$into"
    rm -rf "$into"
}

# A step is 2.27 s. The first twenty or so pictures find their memory.
often=$((steps / 50)) very_often=$((steps / 100))
follow 'diagnostics' plain 1
follow 'checkpoints' saved 1 --set checkpoint.interval=$often
follow 'points, pictures, fields' shown 1 --set 'output.points=[[0, 0, 500], [100, 0, 300]]' \
    --set output.interval=$very_often --set 'output.fields=[theta_perturbation, w]'

# A fifth of the steps: ranks that share cores wait for each other's time slices.
if command -v mpirun >/dev/null && command -v pgrep >/dev/null; then
    OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_mpi_yield_when_idle OMPI_MCA_rmaps_base_oversubscribe
    steps=$((steps / 5))
    follow '2 ranks' ranks 2 --set checkpoint.interval=$((steps / 50))
else
    echo '# no mpirun or pgrep here: one rank alone'
fi
finish
