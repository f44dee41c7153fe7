#!/bin/sh
# bench/devices.sh -- measures placements, GPU with cores, and one GPU against more; prints tables.
usage() {
    cat <<END
usage: $0 [OPTION...] UPDRAFT PART...
Runs rising_bubble with the program UPDRAFT; the order of PARTs is kept:
  free      pinned and free placement under each scheduler, on one GPU and on all
  pairs     one GPU alone and with cores, in turns
  scaling   one GPU against more, on three meshes
  --gpus N       GPUs there are (as many as nvidia-smi lists)
  --schedulers L for free ("lws prio dmda dmdas")
  --cores L      for pairs ("8 11")
  --rounds N     of pairs (3)
  --level N      of the meshes instead of 5 (free), 6 (pairs), 6, 5 of two coarse elements and 5
                 (scaling)
  --steps N      a run, instead of a few seconds' worth on an H200
  --limit S      seconds after which a run is given up (40)
  --set K=V      of the case, once or more
  --json FILE    keeps the results of all runs as an array
END
}

case=$(dirname "$0")/../cases/rising_bubble.yaml
gpus='' level='' steps='' json='' sets='' schedulers='lws prio dmda dmdas' cores='8 11' rounds=3
limit=40
while [ $# -ge 2 ]; do
    case $1 in
    --gpus) gpus=$2 ;;
    --schedulers) schedulers=$2 ;;
    --cores) cores=$2 ;;
    --rounds) rounds=$2 ;;
    --level) level=$2 ;;
    --steps) steps=$2 ;;
    --limit) limit=$2 ;;
    --set) sets="$sets --set $2" ;;
    --json) json=$2 ;;
    *) break ;;
    esac
    shift 2
done
[ "$*" != --help ] || { usage; exit 0; }
[ $# -ge 2 ] || { usage >&2; exit 2; }
updraft=$1; shift
[ -x "$updraft" ] || { echo "$0: $updraft: not a program that can be started" >&2; exit 2; }
for part; do
    case $part in
    free | pairs | scaling) ;;
    *) echo "$0: $part: not a part; there are free, pairs and scaling" >&2; exit 2 ;;
    esac
done

device=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | sed -n 1p)
[ -n "$gpus" ] || gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
one=$((gpus < 1 ? gpus : 1))
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
trap 'exit 3' HUP INT TERM
: > "$tmp/results"

# Models and bus rates of these runs alone, and no policy or workers but those asked for.
STARPU_HOME=${STARPU_HOME-$tmp} STARPU_SILENT=1
export STARPU_HOME STARPU_SILENT
unset STARPU_SCHED STARPU_NCPU STARPU_NCUDA

# Keys of summary.json that go into the results.
kept='order|precision|elements|nodes|partitions|workers|gpus|scheduler|fusion|steps|stages|wall_s'
kept="$kept|node_stages_per_s|bytes_moved_a_step|bytes_through_host_a_step|bytes_halo_a_step|checksum|version|commit"

value() { # KEY: its value in the last summary
    sed -n "s/^  \"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$tmp/out/summary.json"
}

# start GPUS LEVEL BASE STEPS SET...: one run, with all output off
start() {
    n=$1 l=${level:-$2} b=$3 s=${steps:-$4}; shift 4
    rm -rf "$tmp/out"
    # shellcheck disable=SC2086 # sets are words
    STARPU_NCUDA=$n timeout "$limit" "$updraft" run "$case" --set order=4 --set mesh.level="$l" \
        --set mesh.base="$b" --set time.steps="$s" --set 'output.fields=[]' \
        --set checkpoint.at_end=false --set output.diagnostics=100000 \
        --set output.directory="$tmp/out" $sets "$@" >"$tmp/said" 2>&1
}

# measure PART PLACEMENT SCHEDULER CORES GPUS LEVEL BASE STEPS: a run into the results; leaves its
# rate, in 1e9 node-stages/s, or why there is none
measure() {
    part=$1 placement=$2 scheduler=$3 with=$4; shift 4
    n=$1
    set -- "$@" --set runtime.placement="$placement" --set runtime.scheduler="$scheduler"
    [ "$with" = auto ] || set -- "$@" --set runtime.cores="$with"
    start "$@"; rc=$?
    keys='' rate="exit $rc" moved=- halo=-
    [ $rc != 124 ] || rate="over $limit s"
    [ $rc = 0 ] || sed 's/^/# /' "$tmp/said" | tail -3 >&2
    if [ $rc = 0 ]; then
        keys=$(grep -E "^  \"($kept)\":" "$tmp/out/summary.json" | sed 's/^ */, /; s/,$//' |
               tr -d '\n')
        rate=$(value node_stages_per_s | awk '{ printf "%.4g", $1 / 1e9 }')
        moved=$(value bytes_moved_a_step | awk '{ printf "%.4g", $1 / 1048576 }')
        halo=$(value bytes_halo_a_step | awk '{ printf "%.4g", $1 / 1048576 }')
        moved=${moved:--} halo=${halo:--} # where there is no GPU
    else
        keys=", \"gpus\": $n, \"scheduler\": \"$scheduler\", \"node_stages_per_s\": null"
    fi
    [ "$with" != auto ] || with='"auto"'
    printf '{"part": "%s", "device": "%s", "date": "%s", "level": %s, "base": %s, ' \
        "$part" "$device" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$l" "$b" >> "$tmp/results"
    printf '"placement": "%s", "cores": %s%s, "exit": %s}\n' "$placement" "$with" "$keys" $rc \
        >> "$tmp/results"
}

# One GPU, and all.
counts() { [ "$gpus" -gt 1 ] && echo "1 $gpus" || echo "$one"; }

# Models of performance are made by runs before the one that counts.
free_part() {
    row='%4s  %-9s  %-9s  %16s  %11s  %10s\n'
    # shellcheck disable=SC2059 # rows share a format
    printf "$row" GPUs placement scheduler '1e9 n-stages/s' 'moved MiB' 'halo MiB'
    for g in $(counts); do
        for scheduler in $schedulers; do
            for placement in pinned free; do
                case $scheduler in dm*)
                    STARPU_CALIBRATE=1 start "$g" 5 '[1,1,1]' 20 \
                        --set runtime.placement="$placement" --set runtime.scheduler="$scheduler" ;;
                esac
                measure free "$placement" "$scheduler" auto "$g" 5 '[1,1,1]' 150
                # shellcheck disable=SC2059
                printf "$row" "$g" "$placement" "$scheduler" "$rate" "$moved" "$halo"
            done
        done
    done
}

# spread FILE: median, smallest and largest of its numbers; "exit" and "over" are none
spread() {
    awk '$1 == $1 + 0' "$1" | sort -g | awk '{ x[NR] = $1 }
        END { if (NR == 0) print "-  -  -"
              else printf "%.4g  %.4g  %.4g\n", (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2,
                          x[1], x[NR] }'
}

# Every second round goes backwards: what drifts is the same for all.
pairs_part() {
    forth="auto $cores" back=''
    for c in $forth; do back="$c $back"; done
    i=0
    while [ $i -lt "$rounds" ]; do
        order=$forth
        [ $((i % 2)) = 0 ] || order=$back
        for c in $order; do
            measure pairs pinned auto "$c" "$one" 6 '[1,1,1]' 60
            echo "$rate" >> "$tmp/with-$c"
        done
        i=$((i + 1))
    done
    row='%-14s  %s\n'
    # shellcheck disable=SC2059
    printf "$row" "one GPU, $rounds x" '1e9 node-stages/s: median least most; over alone, likewise'
    for c in $forth; do
        paste -d' ' "$tmp/with-auto" "$tmp/with-$c" |
            awk 'NF == 2 { print $2 / $1 }' > "$tmp/ratio"
        case $c in auto) name=alone ;; *) name="and $c cores" ;; esac
        # shellcheck disable=SC2059
        printf "$row" "$name" "$(spread "$tmp/with-$c")    $(spread "$tmp/ratio")"
    done
    rm -f "$tmp"/with-*
}

# The better of two runs.
scaling_part() {
    row='%5s  %-9s  %4s  %16s  %7s  %11s  %10s\n'
    # shellcheck disable=SC2059
    printf "$row" level base GPUs '1e9 n-stages/s' 'times' 'moved MiB' 'halo MiB'
    for mesh in '6 [1,1,1] 60' '5 [2,1,1] 200' '5 [1,1,1] 300'; do
        alone=''
        for g in $(counts); do
            best=''
            for _ in 1 2; do
                # shellcheck disable=SC2086 # level, base and steps
                measure scaling pinned auto auto "$g" $mesh
                best=$(printf '%s\n' "$best" "$rate" | sort -g | tail -1)
            done
            alone=${alone:-$best}
            times=$(echo "$best $alone" | awk 'NF == 2 && $2 > 0 { printf "%.3f", $1 / $2 }')
            # shellcheck disable=SC2059
            printf "$row" "$l" "$b" "$g" "$best" "$times" "$moved" "$halo"
        done
    done
}

# The first run of all finds out how fast buses are.
(limit=120 level=3 steps=2; start "$gpus" 3 '[1,1,1]' 2) || {
    echo "$0: $updraft run fails:" >&2
    cat "$tmp/said" >&2
    exit 3
}
for part; do
    echo "$part"
    "${part}_part"
    echo
done
[ -z "$json" ] || { echo '['; sed '$!s/$/,/; s/^/  /' "$tmp/results"; echo ']'; } > "$json"
