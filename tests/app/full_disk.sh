#!/bin/sh
# tests/app/full_disk.sh -- a disk that is full costs the new checkpoint, not the old one.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

mkdir disk
if ! mount -t tmpfs -o size=1m tmpfs disk 2>mount.err; then
    echo '1..0 # SKIP needs to mount a small disk'
    exit 0
fi
trap 'cd /; umount -l "$here/disk"; rm -rf "$here"' EXIT
tiny() { # STEPS [argument...]
    steps=$1
    shift
    run disk/out rising_bubble --set mesh.level=1 --set order=4 --set 'output.fields=[]' \
        --set checkpoint.at_end=true --set time.steps="$steps" "$@"
}
tiny 4
expect 'a disk with room' code 0 disk/out
size=$(wc -c <disk/out/checkpoint_000004.h5)
free=$(df --output=avail -B1 disk | tail -n 1)
cp disk/out/checkpoint_000004.h5 before.h5

# From none to nearly enough room for the next checkpoint.
for share in 10 40 70; do
    head -c $((free - size * share / 100 - 8192)) /dev/zero >disk/filler
    tiny 6 --restart disk/out/checkpoint_latest.h5
    expect "$share %: code 3" code 3 disk/out
    expect "$share %: one line names the file and the reason" sh -c \
        "grep -c '^updraft: .*disk/out/.*No space left' disk/out.err | grep -qx 1"
    expect "$share %: the link is as it was" \
        test "$(readlink disk/out/checkpoint_latest.h5)" = checkpoint_000004.h5
    expect "$share %: so is the checkpoint" cmp before.h5 disk/out/checkpoint_latest.h5
    expect "$share %: nothing else is left" test -z "$(find disk/out -name '*.part')"
    rm disk/filler
done
tiny 6 --restart disk/out/checkpoint_latest.h5
expect 'with room again the run goes on' code 0 disk/out
expect 'and its checkpoint is the newest' \
    test "$(readlink disk/out/checkpoint_latest.h5)" = checkpoint_000006.h5
finish
