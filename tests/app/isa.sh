#!/bin/sh
# tests/app/isa.sh -- the bits do not depend on the processor's vectors.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

best=$("$UPDRAFT" info 2>/dev/null | sed -n 's/^ *vector code *//p')
[ "$best" != portable ] || { echo '1..0 # SKIP a processor without AVX2'; exit 0; }

# bubble SET PRECISION ORDER: a few steps on partitions that are no multiples of a vector.
bubble() {
    UPDRAFT_ISA=$1 run "$1-$2-$3" rising_bubble --set precision="$2" --set order="$3" \
        --set mesh.level=2 --set mesh.partitions=5 --set time.steps=5 --set 'output.fields=[]' \
        --set runtime.gpus=0
    expect "order $3 in $2 runs with $1" code 0 "$1-$2-$3"
}
for precision in double single; do
    for order in 2 4 7; do
        bubble avx2 $precision $order
        bubble portable $precision $order
        expect "portable code keeps the mass" holds mass_relative_change \
            portable-$precision-$order 'x < 1e-6 && x > -1e-6'
        [ "$best" = avx512 ] || continue
        bubble avx512 $precision $order
        expect "order $order in $precision: AVX2 and AVX-512 have the same bits" \
            same checksum avx2-$precision-$order avx512-$precision-$order
    done
done
finish
