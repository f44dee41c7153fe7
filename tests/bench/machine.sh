#!/bin/sh
# tests/bench/machine.sh -- a machine of 8 GPUs: by its name updraft, mpirun, date, nproc, ...
#
# Runs write the summary that one of the efficiency below would. The clock stands still but while
# they run. In the folder $FAKE: clock, calls. Of a run, KIND is "GPUS RANKS LEVEL PRECISION BASE";
# FAKE_FAULT, FAKE_MUTE, FAKE_FEW and FAKE_HANG are patterns of those that fail, leave no summary,
# lose a GPU, do not end. mpirun knows no arguments with FAKE_UNKNOWN in them.
name=$(basename "$0")
gpus=${FAKE_GPUS:-8}

run() {
    echo "$FAKE_RANKS run $*" >>"$FAKE/calls"
    base=1 precision=double
    while [ $# -gt 0 ]; do
        case $1 in
        mesh.level=*) level=${1#*=} ;;
        mesh.base=*) base=${1#*=\[} base=${base%%,*} ;;
        runtime.gpus=*) g=$((${1#*=} * ${FAKE_RANKS:-1})) ;;
        time.steps=*) steps=${1#*=} ;;
        precision=*) precision=${1#*=} ;;
        --output) out=$2; shift ;;
        esac
        shift
    done
    ranks=${FAKE_RANKS:-1}
    kind="$g $ranks $level $precision $base"
    # One process loses 0.02 a GPU, ranks 0.01; single precision takes half.
    set -- "$(awk "BEGIN { n = $base * 8 ^ $level * 125
        efficiency = 1 - ($ranks > 1 ? 0.01 : 0.02) * ($g - 1)
        wall = 1.4e-9 * n * $steps / ($g * efficiency) / (\"$precision\" == \"single\" ? 2 : 1)
        printf \"%d %.9f\", n, wall }")"
    nodes=${1% *} wall=${1#* }
    awk "{ printf \"%.3f\n\", \$1 + ${FAKE_START:-6} + $wall }" "$FAKE/clock" >"$FAKE/clock.new"
    mv "$FAKE/clock.new" "$FAKE/clock"
    # shellcheck disable=SC2254 # patterns
    case $kind in
    $FAKE_FAULT) echo "updraft: \"$kind\" is made to fail" >&2; exit 4 ;;
    $FAKE_MUTE) exit 0 ;;
    $FAKE_HANG) exec sleep 60 ;;
    $FAKE_FEW) g=$((g - 1)) ;;
    esac
    [ -z "$STARPU_FXT_TRACE" ] || : >"${STARPU_FXT_PREFIX}prof_file__0"
    mkdir -p "$out"
    printf '{\n  "case": "rising_bubble",\n  "precision": "%s",\n  "nodes": %s,\n  "ranks": %s,\n' \
        "$precision" "$nodes" "$ranks" >"$out/summary.json"
    printf '  "gpus": %s,\n  "steps": %s,\n  "wall_s": %s,\n  "bytes_halo_a_step": 1048576.0,\n' \
        "$g" "$steps" "$wall" >>"$out/summary.json"
    printf '  "exit": 0,\n  "command": "updraft run"\n}\n' >>"$out/summary.json"
}

case $name,$1 in
updraft,info)
    printf 'machine\n  cores            128\nGPU kernels        yes, %s GPUs here\n' "$gpus"
    i=0
    while [ $i -lt "$gpus" ]; do
        printf '  GPU %-3d          Model 1, 137.1 of 139.8 GiB free\n' $i
        i=$((i + 1))
    done ;;
updraft,run) run "$@" ;;
mpirun,*)
    echo "mpirun $*" >>"$FAKE/calls"
    case $* in *"$FAKE_UNKNOWN"*) echo 'mpirun: not like this' >&2; exit 1 ;; esac
    while [ "$1" != updraft ]; do
        [ "$1" != -n ] || FAKE_RANKS=$2
        shift
    done
    export FAKE_RANKS
    exec "$@" ;;
date,+%s.%N) cat "$FAKE/clock" ;;
date,*) PATH=${PATH#*:} exec date "$@" ;;
nproc,*) echo 128 ;;
starpu_fxt_tool,*)
    while [ "$1" != -d ]; do shift; done
    for rank in 0 1; do # three kernels of 10 ms, the last 5 (rank 0) or 0 ms after the second
        for start in 0 20 $((35 - 5 * rank)); do
            printf 'Name: updraft_advance\nMPIRank: %s\nStartTime: %s\nEndTime: %s\n\n' \
                $rank $start $((start + 10))
        done
    done >"$2/tasks.rec"
    for rank in 0 1; do
        printf 'Src: %s\nDst: %s\nSize: 1024\nSendTime: 21\nRecvTime: 25\n\n' $((1 - rank)) $rank
    done >"$2/comms.rec" ;;
esac
