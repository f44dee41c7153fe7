#!/bin/sh
# tests/app/ranks_damaged_long.sh -- truncated checkpoints, and such with one bit turned over, are
# refused by whole runs, by one rank as by three.
#
# DAMAGES (50) files, of which SEED (1) draws the place.
# shellcheck source=tests/app/ranks_tap.sh
. "${srcdir:-.}/tests/app/ranks_tap.sh"
LIMIT=60

tiny() { # RANKS FOLDER [argument...]
    how=$1 into=$2
    shift 2
    on "$how" "$into" rising_bubble --set mesh.level=1 --set order=2 --set time.dt=1 \
        --set mesh.partitions=4 --set 'output.fields=[]' "$@"
}
draw() { awk "BEGIN { srand(${SEED:-1} * 1000 + $1); print int(rand() * $2) }"; }
refuses() { # RANKS
    tiny "$1" "$damage" --set time.steps=5 --restart bad.h5
    code 2 "$damage" && one_message 'bad.h5' "$damage" && test ! -e "$damage/summary.json"
}

tiny 3 good --set time.steps=3 --set checkpoint.at_end=true
whole=good/checkpoint_000003.h5
expect 'a checkpoint of three ranks' "$UPDRAFT" verify $whole
tiny 1 straight --set time.steps=5
tiny 3 on --set time.steps=5 --restart $whole
expect '... is gone on from' same checksum straight on
size=$(wc -c <$whole)
n=0
while [ $n -lt "${DAMAGES:-50}" ]; do
    n=$((n + 1))
    damage=run$n at=$(draw $n "$size")
    if [ $((n % 2)) -eq 1 ]; then
        what="cut after $at of $size bytes"
        head -c "$at" $whole >bad.h5
    else
        bit=$((1 << $(draw $((n + 500)) 8)))
        what="bit $bit of byte $at of $size turned over"
        cp $whole bad.h5
        byte=$(od -An -tu1 -j "$at" -N 1 $whole | tr -d ' ')
        # shellcheck disable=SC2059 # an octal digit is the format
        printf "\\$(printf %o $((byte ^ bit)))" |
            dd of=bad.h5 bs=1 seek="$at" conv=notrunc 2>/dev/null
    fi
    expect "$n: $what: it is another file" sh -c "! cmp -s $whole bad.h5"
    expect "$n: refused by one rank" refuses 1
    expect "$n: refused by three" refuses 3
done
finish
