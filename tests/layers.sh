#!/bin/sh
# tests/layers.sh -- each library has one home, and includes point only downwards. TAP.
cd "${srcdir:-.}" || exit 99
checks=0

say() { # OK TEXT DETAILS
    checks=$((checks + 1))
    if [ -z "$2" ]; then echo "ok $checks - $1"; else
        echo "not ok $checks - $1"
        echo "$2" | sed 's/^/# /'
    fi
}
# home HEADER FOLDER...: only these folders include <HEADER...>
home() {
    header=$1; shift
    where=$(printf '%s\n' "$@" | sed 's|.*|^&/|' | paste -sd'|')
    found=$(grep -rlE "#include <$header" --include='*.[ch]' --include='*.cu' \
                base physics mesh codelets tasks graph io cases app | grep -vE "$where")
    say "<$header> is at home in $*" "$found"
}
# may FOLDER LOWER...: FOLDER includes only itself and these
may() {
    folder=$1
    allowed=$(printf '%s\n' "$@" | paste -sd'|')
    found=$(grep -rnE '#include "' "$folder" --include='*.[ch]' --include='*.cu' |
            grep -vE "\"($allowed)/")
    say "$folder includes only $*" "$found"
}

home starpu codelets tasks app
home 'p[48]est' mesh
home cuda codelets
home hdf5 io
home libfyaml io
home cairo io
home muParser io
home pnetcdf io
home xxhash mesh tasks io
home hwloc app
home mpi mesh app
may base
may physics base
may mesh base
may codelets physics base
may tasks codelets mesh base
may graph tasks codelets mesh base
may io physics mesh base
may cases io base
found=$(grep -rnE '\b(double|[0-9]\.[0-9]+)\b' physics --include='*.h' |
        grep -vE '^\S+:\s*(/?\*|//)|\(real\)|/\*.*(double|[0-9]\.[0-9]).*' )
say "no double sneaks into physics/" "$found"
echo "1..$checks"
