#!/bin/sh
# tests/gpu/float_is_float.sh -- single precision kernels do no arithmetic in double. Needs no GPU.
#
# Two things are in double by definition: diagnostics, and the report of an unphysical node, whose
# six values are converted where one is found.
codelets=${top_builddir:-.}/codelets
objects=$(find "$codelets" -name '*_cuda.f32.o' ! -path '*/.libs/*' \
               2>/dev/null)
[ -n "$objects" ] || { echo '1..0 # SKIP built without CUDA'; exit 0; }
for tool in cuobjdump nvdisasm; do
    command -v $tool >/dev/null || { echo "1..0 # SKIP no $tool"; exit 0; }
done
tests=0
say() { # 0 or more findings, TEXT
    tests=$((tests + 1))
    if [ "$1" -eq 0 ]; then echo "ok $tests - $2"; else echo "not ok $tests - $2"; fi
}

# What computes, compares, or converts numbers of 64 bits; moves and loads of them do not show.
double='(D(ADD|MUL|FMA|SETP|MNMX|SET)|MUFU\.(RCP|RSQ)64H|[FI]2[FI].*F64|DMMA|FRND.*F64)'

# Lines of KERNEL INSTRUCTION from a disassembly.
instructions() {
    cuobjdump -sass "$1" | awk '
        /Function :/ { kernel = $3 }
        $1 ~ /^\/\*[0-9a-f]+\*\/$/ {
            i = $2 ~ /^@/ ? $3 : $2
            sub(/;$/, "", i)
            print kernel, i
        }'
}

work=$(mktemp) || exit 99
trap 'rm -f "$work"' EXIT
for object in $objects; do
    name=$(basename "$object" .f32.o)
    instructions "$object" >"$work"
    [ -s "$work" ] || continue # no kernels
    found=$(grep -v '^[^ ]*diagnose_kernel' "$work" | grep -E "^[^ ]+ $double" | sort | uniq -c |
            awk '!($3 == "F2F.F64.F32" && $1 <= 6)')
    say "$(printf '%s' "$found" | grep -c .)" "$name computes in single precision alone"
    [ -z "$found" ] || printf '%s\n' "$found" | sed 's/^/# /'
done

say $((tests < 9)) 'there is machine code of every codelet, and of the steps'

# What the search rests on: it finds double precision where there is some.
instructions "$codelets/advance_cuda.f64.o" >"$work"
say "$(grep -qE "^[^ ]+ $double" "$work"; echo $?)" 'the search finds what it is after'
echo "1..$tests"
