#!/bin/sh
# tests/app/restart.sh -- a run that goes on from a checkpoint ends as if it had not stopped.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set time.steps=20 --set output.diagnostics=1 \
        --set output.interval=3 --set 'output.fields=[w]' --set output.pictures=false \
        --set 'output.points=[[0, 0, 260], [10, 20, 1500]]' "$@"
}
outputs() { (cd "$1" && ls -- *.hdf); }
lines_after() { awk -F, -v step="$1" 'NR == 1 || $1 > step' "$2"; }
is() { [ "$1" = "$2" ] || { echo "$1"; echo "is not"; echo "$2"; return 1; }; }

# A checkpoint after 6 s and one after 12 s: steps 8 and 16.
bubble whole --set mesh.partitions=3
expect 'a run without checkpoints' code 0 whole
bubble parts --set mesh.partitions=3 --set checkpoint.interval=6
expect 'a run with checkpoints' code 0 parts
expect 'checkpoints do not change the result' same checksum whole parts
expect 'there is a checkpoint after step 8' test -f parts/checkpoint_000008.h5
expect 'there is one after step 16, the latest' \
    is "$(readlink parts/checkpoint_latest.h5)" checkpoint_000016.h5
early=$here/parts/checkpoint_000008.h5 late=$here/parts/checkpoint_latest.h5
cp "$early" safe.h5

# What a run that was killed leaves is not thrown away: it has no summary.
mv parts/summary.json kept.json
expect 'without --restart a folder with checkpoints is refused' sh -c '
    "$1" run "$2/rising_bubble.yaml" --output parts >refused.out 2>&1; [ $? = 2 ] &&
        grep -q "holds the results .*(checkpoint_latest.h5).* --restart goes on" refused.out' \
    sh "$UPDRAFT" "$cases"
expect 'and they stay' cmp safe.h5 "$early"
mv kept.json parts/summary.json

# Into another folder.
bubble other --restart "$early" --set mesh.partitions=3
expect 'going on from step 8 into another folder' code 0 other
expect 'ends in the same state' same checksum whole other
expect 'with the same number of steps' same steps whole other
expect 'at the same time' same simulated_s whole other
expect 'with the same change of mass' same mass_relative_change whole other
expect 'with the same change of energy' same energy_relative_change whole other
expect 'with the same change of entropy' same entropy_relative_change whole other
expect 'with the same lines of diagnostics' \
    is "$(lines_after 8 whole/diagnostics.csv)" "$(cat other/diagnostics.csv)"
expect 'with the same lines of points' \
    is "$(lines_after 8 whole/points.csv)" "$(cat other/points.csv)"
expect 'and with outputs numbered on' \
    is "$(outputs other)" "$(outputs whole | sed 1,3d)"

bubble late --restart "$late" --set mesh.partitions=8
expect 'going on from step 16 with other partitions' code 0 late
expect 'ends in the same state, with other partitions' same checksum whole late
STARPU_NCPU=1 bubble alone --restart "$early" --set mesh.partitions=1 --set runtime.placement=free
expect 'one worker and one partition end in the same state' same checksum whole alone

# A stage as one task a partition, from one buffer into another.
bubble full --set kernels.fusion=full --set mesh.partitions=3 --set checkpoint.interval=6
expect 'the full form ends in the same state' same checksum whole full
expect 'and says so' test "$(value fusion full)" = full
bubble full2 --set kernels.fusion=full --set mesh.partitions=5 --restart full/checkpoint_000008.h5
expect 'going on in the full form ends in the same state' same checksum whole full2
expect 'with the same lines of diagnostics, too' \
    is "$(lines_after 8 whole/diagnostics.csv)" "$(cat full2/diagnostics.csv)"
bubble full3 --set kernels.fusion=surface --restart full/checkpoint_000008.h5
expect 'and so does going on in another form' same checksum whole full3

# Into the folder where it stands.
bubble parts --restart "$early" --set mesh.partitions=5
expect 'going on in the folder of the checkpoint' code 0 parts
expect 'ends in the same state there' same checksum whole parts
expect 'with the same lines there, none twice' cmp whole/diagnostics.csv parts/diagnostics.csv
expect 'with the same lines of points there, none twice' cmp whole/points.csv parts/points.csv
expect 'with the same list of outputs there' \
    cmp whole/rising_bubble.hdf.series parts/rising_bubble.hdf.series
bubble parts --overwrite --set mesh.partitions=3
expect 'and the folder may be used anew' same checksum whole parts
expect 'without lines of the earlier run' cmp whole/diagnostics.csv parts/diagnostics.csv

cp parts/points.csv points.csv
cp safe.h5 parts/checkpoint_000008.h5
bubble parts --restart parts/checkpoint_000008.h5 --set 'output.points=[[0, 0, 260]]'
expect 'other points do not go on in points.csv: code 2' code 2 parts
expect 'by its name' grep -q 'parts/points.csv has other columns' parts.err
expect 'which stays as it was' cmp points.csv parts/points.csv

# Another interval of outputs: those behind the checkpoint go, here as in the list.
bubble branch --set mesh.partitions=3 --set checkpoint.interval=6 --set 'output.fields=[w, u]' \
    --set output.pictures=true
touch branch/rising_bubble_notes_000099.png
bubble branch --restart branch/checkpoint_000008.h5 --set output.interval=5 --set time.steps=14 \
    --set 'output.fields=[w, u]'
grep -o '"time": [0-9.]*' branch/rising_bubble.hdf.series | cut -d' ' -f2 >times
files_of() { grep -o 'rising_bubble_[0-9]*.hdf' branch/rising_bubble.hdf.series; }
expect 'outputs at another interval: code 0' code 0 branch
expect 'the list has the files that are there' is "$(files_of)" "$(outputs branch)"
expect 'with times that grow' sh -c 'sort -n -u times | cmp - times'
expect 'pictures behind the checkpoint are gone' test ! -e branch/rising_bubble_u_000005.png
expect 'what is not of the run stays' test -e branch/rising_bubble_notes_000099.png

# In a folder of another run nothing of that run is gone on with.
bubble other --overwrite --set 'initial.amplitude=1' --set output.netcdf=true
bubble other --restart "$here/safe.h5" --overwrite --set mesh.partitions=3 --set output.netcdf=true
expect 'a folder of another run is replaced' code 0 other
expect 'with the lines behind the checkpoint alone' \
    is "$(lines_after 8 whole/diagnostics.csv)" "$(cat other/diagnostics.csv)"
expect 'and its outputs' is "$(outputs other)" "$(outputs whole | sed 1,3d)"

# A run that was killed before its first checkpoint has results, too.
bubble lost --set time.steps=4
rm lost/summary.json
bubble lost --set time.steps=4
expect 'results without a summary are not replaced' code 2 lost
expect 'by name' grep -q 'lost holds the results of an earlier run (diagnostics.csv)' lost.err

# Single precision.
bubble single --set precision=single --set checkpoint.interval=6
bubble single2 --set precision=single --restart single/checkpoint_000008.h5
expect 'in single precision, too' same checksum single single2

# A checkpoint at the end of time.steps is a point on the way of a longer run, to the last bit.
for steps in 3 7 11; do
    run ended rising_bubble --set mesh.level=1 --set order=2 --set time.steps=$steps --overwrite \
        --set 'output.fields=[]' --set checkpoint.at_end=true
    run ended rising_bubble --set mesh.level=1 --set order=2 --set time.steps=20 \
        --set 'output.fields=[]' --restart ended/checkpoint_latest.h5
    run longer rising_bubble --set mesh.level=1 --set order=2 --set time.steps=20 --overwrite \
        --set 'output.fields=[]'
    expect "$steps steps and the rest are the whole" same checksum ended longer
done

# Another case's checkpoint, and a folder with results that are not the checkpoint's.
run resting resting_atmosphere --set time.steps=1 --set 'output.fields=[]' \
    --set checkpoint.at_end=true
run mixed rising_bubble --set mesh.level=1 --restart resting/checkpoint_latest.h5
expect 'another case is refused: code 2' code 2 mixed
expect 'by name' grep -q 'case is resting_atmosphere' mixed.err
run longer rising_bubble --set mesh.level=1 --set order=2 --set time.steps=30 \
    --set 'output.fields=[]' --restart ended/checkpoint_latest.h5
expect 'results of another run are not replaced: code 2' code 2 longer

# Where the steps of the first run are not those of the second, time goes on from the checkpoint's.
times_grow() {
    awk -F, 'NR > 1 && ($2 <= t || $2 - t > 1.0001 * step) { print "line " NR ": " $0; bad = 1 }
             NR > 1 { t = $2 } END { exit bad }' t=-1e-9 step="$2" "$1/diagnostics.csv"
}
run short rising_bubble --set mesh.level=1 --set time.end=2 --set checkpoint.at_end=true \
    --set 'output.fields=[]' --set output.diagnostics=1
run short rising_bubble --set mesh.level=1 --set time.end=4 --restart short/checkpoint_latest.h5 \
    --set 'output.fields=[]' --set output.diagnostics=1
expect 'a run that ended with a shortened step goes on' code 0 short
expect 'and ends where it should' holds simulated_s short 'x == 4'
expect 'its time grows by steps of dt at most' times_grow short "$(value dt_s short)"
# Beyond a shortened step times are counted from it, also by the next one to go on.
odd() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set order=2 --set time.courant=0.07 \
        --set 'output.fields=[]' --overwrite "$@"
}
odd odd --set time.end=2 --set checkpoint.at_end=true
odd beyond --set time.end=5.3 --restart odd/checkpoint_latest.h5
for interval in 0.6 0.8 0.9 1.6; do
    odd beyond2 --set time.end=5.3 --restart odd/checkpoint_latest.h5 \
        --set checkpoint.interval=$interval
    odd beyond3 --set time.end=5.3 --restart beyond2/checkpoint_latest.h5
    expect "a checkpoint behind it, every $interval s, leads to the same bits" \
        same checksum beyond beyond3
done

run finer rising_bubble --set mesh.level=1 --set time.end=6 --restart short/checkpoint_latest.h5 \
    --set time.courant=0.7 --set 'output.fields=[]' --set output.diagnostics=1
expect 'a restart may take other steps' code 0 finer
expect 'time goes on from the checkpoint' test "$(sed -n 2p finer/diagnostics.csv | cut -d, -f1)" = 4
expect 'by the new steps' awk -F, -v step="$(value dt_s finer)" \
    'NR > 2 && $2 - t > 1.0001 * step { exit 1 } { t = $2 }' finer/diagnostics.csv

# Nothing of the earlier run stays that the new one would contradict.
run short rising_bubble --set mesh.level=1 --set time.steps=1 --set 'output.fields=[]' --overwrite
expect 'an overwritten folder has no checkpoint of the run before' \
    test -z "$(find short -name 'checkpoint_*')"

# What does not fit.
refused() { # 'name' 'word of the message' [argument...]
    what=$1 word=$2
    shift 2
    rm -rf refused
    bubble refused "$@"
    expect "$what: code 2" code 2 refused
    expect "$what: one line says so" says "$word" refused.err
    expect "$what: nothing is left" test ! -e refused/summary.json
}
says() { # 'word' FILE
    if [ "$(grep -c '^updraft:' "$2")" -eq 1 ] && grep -q -- "$1" "$2"; then return 0; fi
    cat "$2"
    return 1
}

refused 'another mesh' level --restart safe.h5 --set mesh.level=2
refused 'another box' upper --restart safe.h5 --set 'mesh.upper=[1000, 1000, 3000]'
refused 'other gravity' gravity --restart safe.h5 --set gravity=9.8
refused 'all differences' 'level is 1, .* gamma is 1.4, .* gravity is 9.81' --restart safe.h5 \
    --set mesh.level=2 --set gas.gamma=1.3 --set gravity=9.8
refused 'a file that is not there' 'no_such.h5' --restart no_such.h5
refused 'a file of another kind' 'whole/summary.json' --restart whole/summary.json
refused 'fields instead of a checkpoint' 'rising_bubble_000001.hdf' \
    --restart whole/rising_bubble_000001.hdf

# Another map, other numbers of the map, other hexahedra in the same box.
refused 'a mesh that is bent' 'mesh_mapping is none, the case wants warp' --restart safe.h5 \
    --set mesh.mapping=warp
run bent resting_atmosphere --set order=2 --set time.steps=1 --set 'output.fields=[]' \
    --set checkpoint.at_end=true --set mesh.mapping=mountain --set mesh.mountain_height=400
on_with() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" resting_atmosphere --set order=2 --set time.steps=2 --set 'output.fields=[]' \
        --restart "$from" "$@"
}
from=bent/checkpoint_latest.h5
on_with on --set mesh.mapping=mountain --set mesh.mountain_height=401
expect 'another mountain is refused: code 2' code 2 on
expect 'by its number' says 'mesh_mountain_height is 400, the case wants 401' on.err
on_with on --set mesh.mapping=mountain --set mesh.mountain_height=400 --set mesh.warp=0.1
expect 'numbers of another map do not matter' code 0 on
cp "$cases/../tests/data/turned.inp" mesh.inp
run file resting_atmosphere --set order=2 --set mesh.level=0 --set time.steps=1 \
    --set 'output.fields=[]' --set checkpoint.at_end=true --set mesh.file=mesh.inp
from=file/checkpoint_latest.h5
on_with on --set mesh.level=0 --set mesh.file=mesh.inp --overwrite
expect 'the same hexahedra go on' code 0 on
sed '25s/^22, [^,]*,/22, 400,/' mesh.inp >other.inp
rm -rf on
on_with on --set mesh.level=0 --set mesh.file=other.inp
expect 'another node is refused: code 2' code 2 on
expect 'by the fingerprint of the hexahedra' says 'mesh_file_sum is [1-9]' on.err

# Damage: the last quarter lost; one bit of the state, which fills most of the file.
size=$(($(wc -c <safe.h5)))
head -c $((size * 3 / 4)) safe.h5 >short.h5
refused 'a truncated checkpoint' 'short.h5 is damaged: it was written with [0-9]* bytes' \
    --restart short.h5
byte=$(od -An -tu1 -j $((size / 2)) -N 1 safe.h5)
cp safe.h5 bit.h5
printf '%b' "$(printf '\\0%03o' $((byte ^ 1)))" |
    dd of=bit.h5 bs=1 seek=$((size / 2)) conv=notrunc 2>dd.err
refused 'a checkpoint with one bit wrong' 'bit.h5 is damaged: its rho.* not have the checksum' \
    --restart bit.h5

# updraft verify, and the earlier checkpoint that is named.
verify() { # FILE...: exit code in $code, all that it says in verify.out
    "$UPDRAFT" verify "$@" >verify.out 2>&1
    code=$?
}
verified() { # CODE 'word'
    if [ "$code" -eq "$1" ] && grep -q -- "$2" verify.out; then return 0; fi
    echo "exit code $code"
    cat verify.out
    return 1
}
verify safe.h5 single/checkpoint_latest.h5
expect 'verify: whole checkpoints' verified 0 'safe.h5: whole'
expect 'verify: says step and time' grep -q 'step 8, 6.2[0-9]* s' verify.out
expect 'verify: says order and precision' grep -q '8 elements of order 4, double' verify.out
expect 'verify: of all files' grep -q '8 elements of order 4, single' verify.out
verify bit.h5 safe.h5
expect 'verify: a wrong bit is code 2' verified 2 'bit.h5 is damaged'
expect 'verify: the others are looked at' grep -q 'safe.h5: whole' verify.out
verify short.h5
expect 'verify: a truncated file is code 2' verified 2 'short.h5 is damaged'
verify whole/summary.json
expect 'verify: no checkpoint is code 2' verified 2 'no checkpoint of Updraft'
verify no_such.h5
expect 'verify: a file that cannot be read is code 3' verified 3 'cannot read no_such.h5'

bubble two --set checkpoint.interval=6 --set mesh.level=0 --set order=1 --set 'output.points=[]'
latest=$(readlink two/checkpoint_latest.h5)
earlier=$(cd two && find . -name 'checkpoint_0*' ! -name "$latest" | sed 's|^\./||')
cp "two/$latest" "$here/kept.h5"
printf x | dd of="two/$latest" bs=1 seek=3000 conv=notrunc 2>dd.err
bubble on --restart two/checkpoint_latest.h5 --set mesh.level=0 --set order=1
expect 'a damaged checkpoint: code 2' code 2 on
expect 'the whole one before it is named' says "two/$earlier, is whole" on.err
cp kept.h5 "two/$latest"
bubble two --restart "two/$earlier" --set mesh.level=0 --set order=1 --set 'output.points=[]'
expect 'going on from the older one: the link leads to it' \
    is "$(readlink two/checkpoint_latest.h5)" "$earlier"
expect 'the newer one is gone' test ! -e "two/$latest"
finish
