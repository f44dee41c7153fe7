#!/bin/sh
# tests/gpu/memcheck.sh -- kernels stay within their arrays, read what was written, and do not race.
# shellcheck source=tests/gpu/gpu.sh
. "${srcdir:-.}/tests/gpu/gpu.sh"
command -v compute-sanitizer >/dev/null || { echo '1..0 # SKIP no compute-sanitizer'; exit 0; }

# bubble NAME ORDER PRECISION FORM [command...]: one step on 8 elements in 3 partitions.
bubble() {
    name=$1 order=$2 precision=$3 form=$4
    shift 4
    timeout 300 "$@" "$UPDRAFT" run "$cases/rising_bubble.yaml" --output "$name" \
        --set runtime.gpus=1 --set runtime.cores=0 --set order="$order" \
        --set precision="$precision" --set kernels.fusion="$form" --set mesh.level=1 \
        --set mesh.partitions=3 --set absorb.top=500 --set time.steps=1 --set 'output.fields=[]' \
        >"$name.out" 2>&1 </dev/null
    echo $? >"$name.code"
}
clean() {
    if [ "$(cat "$1.code")" = 0 ] &&
        grep -q 'ERROR SUMMARY: 0 errors\|RACECHECK SUMMARY: 0 hazards' "$1.out"; then return 0; fi
    echo "exit code $(cat "$1.code")"
    grep '=========' "$1.out" | head -n 40
    return 1
}

# What each tool looks at, as ORDER-PRECISION-FORM.
all=
for order in 4 7; do
    for precision in double single; do
        for form in split surface full; do all="$all $order-$precision-$form"; done
    done
done
runs_of() {
    case $1 in
    initcheck) echo 4-double-split 4-double-surface 4-double-full 7-single-full ;;
    *) echo "$all" ;;
    esac
}

bubble first 4 double full # StarPU measures its buses once
expect 'a run without the tools' test "$(cat first.code)" = 0
for tool in memcheck racecheck initcheck; do
    for what in $(runs_of $tool); do # side by side
        order=${what%%-*} form=${what##*-} precision=${what#*-} precision=${precision%-*}
        bubble "$tool-$what" "$order" "$precision" "$form" \
            compute-sanitizer --tool $tool --error-exitcode 9 &
    done
    wait
    for what in $(runs_of $tool); do expect "$tool: $what" clean "$tool-$what"; done
done
finish
