#!/bin/sh
# tests/app/ranks.sh -- several ranks leave what one rank leaves, and fail as it does.
# shellcheck source=tests/app/ranks_tap.sh
. "${srcdir:-.}/tests/app/ranks_tap.sh"
[ -x "$tools/same_data" ] || { echo '1..0 # SKIP no tests/app/same_data here'; exit 0; }

# The same bits, however many ranks and partitions; and the same files.
bubble() { # RANKS FOLDER [argument...]
    how=$1 into=$2
    shift 2
    on "$how" "$into" rising_bubble --set order=3 --set mesh.level=2 --set time.steps=20 \
        --set output.diagnostics=5 --set output.interval=8 --set 'output.fields=[w, T]' \
        --set output.netcdf=true --set 'output.points=[[0, 0, 260], [500, -1000, 1500]]' "$@"
}
for form in split full; do
    budget=false
    [ $form = split ] || budget=true
    for partitions in 4 9; do
        for ranks in 1 2 3; do
            bits=$form.$partitions.$ranks
            bubble $ranks "$bits" --set mesh.partitions=$partitions --set kernels.fusion=$form \
                --set output.budget=$budget
            what="$form, $partitions partitions, $ranks ranks"
            expect "$what: code 0" code 0 "$bits"
            expect "$what: the bits of one rank and 4 partitions" same checksum split.4.1 "$bits"
            [ "$ranks" -gt 1 ] || continue
            expect "$what: the files of one rank" alike $form.$partitions.1 "$bits"
            expect "$what: so says the summary" holds ranks "$bits" "x == $ranks"
        done
    done
done
expect 'they have pictures, planes, points and a budget' sh -c 'cd full.9.3 && ls *_w_000002.png \
    rising_bubble_slice.nc points.csv budget.csv rising_bubble_000002.hdf'

# Goes on in its folder from step 7 on 3 ranks, from step 14 on 2; each writes its outputs anew.
travels() { # RANKS FOLDER PARTITIONS [argument...]
    how=$1 into=$2 partitions=$3
    shift 3
    on "$how" "$into" rising_bubble --set order=2 --set mesh.level=2 \
        --set mesh.partitions="$partitions" --set time.steps=20 --set time.dt=1 \
        --set output.diagnostics=1 --set output.interval=5 --set 'output.fields=[w]' \
        --set output.netcdf=true --set 'output.points=[[0, 0, 260]]' \
        --set checkpoint.interval=7 "$@"
}
travels 1 whole 4
travels 1 parts 4
rm parts/*_00000[2-4].*
travels 3 parts 9 --restart parts/checkpoint_000007.h5
expect 'from step 7, on 3 ranks and 9 partitions: code 0' code 0 parts
expect '... the same state and files' alike whole parts
rm parts/*_00000[3-4].*
travels 2 parts 5 --restart parts/checkpoint_000014.h5
expect 'from step 14, on 2 ranks and 5 partitions: code 0' code 0 parts
expect '... the same state and files' alike whole parts

# The parts of a budget tell faces within partitions from those between them.
travels 1 whole_budget 4 --set output.budget=true
travels 3 budget 4 --set output.budget=true
travels 2 budget 4 --set output.budget=true --restart budget/checkpoint_000007.h5
expect 'a budget goes on, with the same partitions' alike whole_budget budget
travels 3 fresh 4 --restart budget/checkpoint_000014.h5
expect 'in another folder, on 3 ranks: the same state' same checksum whole fresh
expect '... and the lines behind the checkpoint' sh -c \
    "awk -F, 'NR == 1 || \$1 > 14' whole/diagnostics.csv | cmp - fresh/diagnostics.csv"

# Orders 3, 5 and 3 without a step, on bent elements.
bent() { # RANKS FOLDER [argument...]
    how=$1 into=$2
    shift 2
    on "$how" "$into" rising_bubble --set mesh.level=1 --set mesh.mapping=warp --set mesh.warp=0.1 \
        --set time.steps=3 --set 'output.fields=[]' --set checkpoint.at_end=true "$@"
}
bent 1 low --set order=3
bent 2 low2 --set order=3
expect 'a bent mesh on 2 ranks' alike low low2
bent 1 high1 --set order=5 --restart low/checkpoint_latest.h5
bent 2 high --set order=5 --restart low2/checkpoint_latest.h5
expect 'order 3 becomes order 5 on 2 ranks: code 0' code 0 high
expect '... as on one' same checksum high1 high
expect '... which is said once' test "$(grep -c 'interpolated to order 5' high.err)" = 1
bent 2 again --set order=3 --restart high/checkpoint_latest.h5
bent 1 again1 --set order=3 --restart high1/checkpoint_latest.h5
expect 'order 5 becomes order 3 on 2 ranks: code 0' code 0 again
expect '... as on one' same checksum again1 again
expect '... and the mass stays' sh -c "awk 'BEGIN {
    d = $(value mass_relative_change low) - $(value mass_relative_change again)
    exit !(d < 1e-14 && d > -1e-14) }'"

# An absorbing layer, of which one rank has nothing; single precision.
layer() { # RANKS FOLDER
    on "$1" "$2" rising_bubble --set order=2 --set mesh.level=2 --set time.steps=5 \
        --set mesh.partitions=9 --set absorb.top=400 --set absorb.rate=5 --set precision=single \
        --set output.diagnostics=1 --set output.budget=true --set 'output.fields=[]' \
        --set mesh.warp=0.1
}
layer 1 layer1
layer 3 layer3
expect 'an absorbing layer on 3 ranks' alike layer1 layer3
expect 'a key without effect is said once' test "$(grep -c 'mesh.warp is given' layer3.err)" = 1

# Fewer elements than ranks, and fewer partitions.
for few in 'mesh.level=0' 'mesh.level=1 mesh.partitions=2'; do
    sets=
    for set in $few; do sets="$sets --set $set"; done
    for ranks in 1 3; do
        # shellcheck disable=SC2086 # several words
        on $ranks few$ranks rising_bubble $sets --set order=2 --set time.steps=4 --overwrite \
            --set checkpoint.at_end=true --set 'output.fields=[w]' --set output.netcdf=true \
            --set 'output.points=[[0, 0, 260]]'
    done
    expect "3 ranks and $few: code 0" code 0 few3
    expect '... as on one rank' alike few1 few3
    # shellcheck disable=SC2086
    on 3 fewer rising_bubble $sets --set order=2 --set time.steps=6 --overwrite \
        --set 'output.fields=[]' --restart few3/checkpoint_latest.h5
    expect '... and a checkpoint to go on from' code 0 fewer
done

# The mesh is cut anew on its way: ranks that share two cores are never as fast as each other.
moving='--set order=2 --set mesh.level=2 --set time.steps=8 --set output.diagnostics=1'
for ranks in 1 3; do
    [ $ranks -eq 1 ] || moving="$moving --set balance.interval=2 --set balance.bound=1e-6"
    # shellcheck disable=SC2086
    on $ranks moved$ranks rising_bubble $moving --set 'output.fields=[w]' \
        --set 'output.points=[[0, 0, 260]]' --set absorb.top=300
done
expect 'a mesh that is cut anew on 3 ranks: code 0' code 0 moved3
expect '... it was' holds cuts moved3 'x >= 1'
expect '... and all is as on one rank' alike moved1 moved3

# Failures: one message of all ranks, and the exit code that one rank has.
small='--set order=2 --set mesh.level=1 --set time.steps=4 --set output.fields=[]'
refused() { # CODE 'words' [argument...]
    wanted=$1 words=$2
    shift 2
    rm -rf wrong
    # shellcheck disable=SC2086
    on 3 wrong rising_bubble $small "$@"
    expect "$*: code $wanted" code "$wanted" wrong
    expect '... and one message' one_message "$words" wrong
}
refused 2 'time.stepz' --set time.stepz=3
refused 2 'key order must' --set order=12
refused 2 'output.fields: .*vortices' --set 'output.fields=[vortices]'
refused 2 'output.points: point .* outside' --set 'output.fields=[w]' \
    --set 'output.points=[[0, 0, 9e9]]'
refused 2 'runtime.scheduler: .*fastest' --set runtime.scheduler=fastest
refused 2 'mesh.file: .*nowhere.inp' --set mesh.file=nowhere.inp
refused 2 'initial: ' --set initial.profile=sharp --set initial.amplitude=-400
refused 2 'nowhere.h5' --restart nowhere.h5
refused 2 'walltime .* leaves no time' --walltime 0.01
refused 2 'gravity' --restart low/checkpoint_latest.h5 --set order=3 --set mesh.mapping=warp \
    --set mesh.warp=0.1 --set gravity=9
refused 2 'stands at step 14, but the run ends at step 4' --restart parts/checkpoint_000014.h5 \
    --set mesh.level=2 --set time.dt=1
refused 2 '/dev/null is not a folder' --output /dev/null/x

# Wrong flags are refused before there is a run.
for flag in --walltime=soon --nonsense; do
    # shellcheck disable=SC2086
    on 3 wrong rising_bubble $small $flag
    expect "$flag: code 2" code 2 wrong
    expect '... and one message' test "$(grep -c '^updraft run: ' wrong.err)" = 1
done

# What flags answer is answered once, and the job ends well.
for flag in --help --version; do
    on 3 asked rising_bubble $flag
    expect "$flag: code 0" code 0 asked
    expect '... and one answer' test "$(grep -c '^Usage:\|^updraft [0-9]' asked.out)" = 1
    "$mpirun" --bind-to none -n 1 "$UPDRAFT" run $flag >/dev/null 2>asked.err
    expect '... on one rank of a launcher as well' test $? = 0
done

# A folder that cannot be written: root needs a disk that refuses.
mkdir closed
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w closed
    refused 3 'closed' --output closed
    chmod u+w closed
elif mount -t tmpfs -o ro tmpfs closed 2>/dev/null; then
    refused 3 'closed: Read-only' --output closed
    umount closed
fi

# Damaged checkpoints: a bit of the state, one of the header, an end that is missing.
damaged() { # NAME 'words'
    refused 2 "$2" --restart "$1" --set mesh.level=2 --set time.dt=1 --set time.steps=20
}
file=parts/checkpoint_000014.h5
flip() { # FILE BYTE: turns its lowest bit over, in a copy
    cp $file "$1"
    byte=$(od -An -tu1 -j "$2" -N 1 $file | tr -d ' ')
    # shellcheck disable=SC2059 # an octal digit is the format
    printf "\\$(printf %o $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
size=$(wc -c <$file)
flip state.h5 $((size / 2))
damaged state.h5 'state.h5.*checksum'
flip last.h5 $((size - 1))
damaged last.h5 'last.h5'
flip header.h5 700
damaged header.h5 'header.h5'
head -c $((size / 2)) $file >short.h5
damaged short.h5 'short.h5'
: >empty.h5
damaged empty.h5 'empty.h5'
finish
