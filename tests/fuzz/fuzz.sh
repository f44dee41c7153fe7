#!/bin/sh
# tests/fuzz/fuzz.sh -- libFuzzer on the readers of case files, checkpoints and mesh files.
usage="usage: tests/fuzz/fuzz.sh [--build DIR] [--coverage] [seconds [target...]]

Builds the targets with clang, AddressSanitizer and UndefinedBehaviorSanitizer in DIR (build-fuzz)
and runs each for so many seconds (600), one after the other, in the background's priority. Targets:
case_file, checkpoint, hexahedra; all where none is named. New inputs are kept in DIR/inputs; what
breaks a promise is in DIR/found, and the exit code is 1. --coverage shows how many lines of the
readers the inputs in DIR/inputs reach, and runs nothing else."
build=build-fuzz coverage=
while :; do
    case $1 in
        --build) build=$2; shift 2 || exit 2 ;;
        --coverage) coverage=yes; shift ;;
        -*) echo "$usage"; [ "$1" = --help ]; exit ;;
        *) break ;;
    esac
done
seconds=${1:-600}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- case_file checkpoint hexahedra
source=$(cd "$(dirname "$0")/../.." && pwd) || exit 3
mkdir -p "$build" && build=$(cd "$build" && pwd) || exit 3
command -v clang >/dev/null || { echo 'clang is missing: apt-get install clang llvm' >&2; exit 3; }

# Lists without items are NULL, and NULL + 0 is the only overflow of pointers: C2y allows it.
sanitize='address,undefined -fno-sanitize=pointer-overflow -fno-sanitize-recover=undefined'
case $coverage in
    yes) flags='-g -O1 -fprofile-instr-generate -fcoverage-mapping' main= ;;
    *) flags="-g -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,$sanitize"
       main=-fsanitize=fuzzer ;;
esac
make_in() { # FOLDER TARGET...: what libFuzzer or the replay of the targets is linked from
    (mkdir -p "$1" && cd "$1" && shift &&
        { [ -f Makefile ] || "$source/configure" --with-cuda=no CC=clang CFLAGS="$flags"; } &&
        nice make -j2 AM_LDFLAGS="$main" "$@") >"$1.log" 2>&1 ||
        { echo "the build failed; $1.log ends:" >&2; tail -5 "$1.log" >&2; exit 3; }
}

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 HWLOC_HIDE_ERRORS=2
TMPDIR=$(mktemp -d) || exit 3
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
trap 'exit 130' INT TERM

# ---- Coverage -----------------------------------------------------------------------------------
if [ -n "$coverage" ]; then
    for target; do
        make_in "$build/coverage" "tests/fuzz/$target"
        (cd "$build/coverage" && export LLVM_PROFILE_FILE="$build/$target.profraw" &&
            "tests/fuzz/$target" "$build/inputs/$target"/* "$source/tests/fuzz/corpus/$target"/* \
                >/dev/null && llvm-profdata merge -o "$target.profile" "$LLVM_PROFILE_FILE") ||
            exit 1
        case $target in
            case_file) files='options_read options_value options_scalar options_text
                              options_expression options_mesh expression yaml' folder=io ;;
            checkpoint) files='checkpoint_header checkpoint_state seal hdf5' folder=io ;;
            hexahedra) files='hexahedra forest' folder=mesh ;;
        esac
        # shellcheck disable=SC2046
        llvm-cov report "$build/coverage/tests/fuzz/$target" \
            -instr-profile="$build/coverage/$target.profile" \
            $(for file in $files; do echo "$source/$folder/$file.c"; done)
    done
    exit
fi

# ---- Fuzzing ------------------------------------------------------------------------------------
# Words of the format, so that inputs need not find them letter by letter.
words() {
    case $1 in
        case_file)
            sed -n 's/^OPTION([a-z]*, *\([a-z_]*\),.*/"\1: "/p' "$source/io/options.def"
            sed -n 's/^OPTION(\([a-z]*\),.*/"\1:\\x0a  "/p' "$source/io/options.def"
            sed -n 's/^NAME(\([a-zA-Z]*\),.*/"\1"/p' "$source/io/names.def"
            printf '"%s"\n' '\x0a--set ' true false auto none '[0, 0, 0]' mesh.inp 1e308 -1e-308 \
                9223372036854775807 '\x22' '{' '}' '[' ']' ': ' '- ' '>-\x0a' '|\x0a' '&a ' '*a' \
                '!a ' '---\x0a' '<<: ' '? ' 'sin(' 'atan2(' 'min(' '(' ')' '?1:2' '&&' '||' '==' ;;
        checkpoint)
            sed -n 's/^ *NUMBER("\([a-z_]*\)",.*/"\1"/p' "$source/io/checkpoint_header.c"
            printf '"%s"\n' ' gone\x0a' ' int ' ' real ' ' text ' ' letters ' 'state chunked ' \
                'state half ' 'state int ' 'state real ' 'length ' 'place ' 'damage ' 'cut ' \
                provenance provenance/version checksum_rho format format_version case nan inf \
                mesh_mapping 'updraft checkpoint 4\x0abytes ' '\x0astate ' '\x0achecksum ' ;;
        hexahedra)
            printf '"%s"\n' '*Node\x0a' '*Element, type=C3D8\x0a' 'C3D6' '** ' '\x0a' ',' '*' \
                '1, 2, 3, 4, 5, 6, 7, 8' 1e308 nan inf 9223372036854775807 ;;
    esac
}

code=0
for target; do
    make_in "$build/fuzzers" "tests/fuzz/$target"
    mkdir -p "$build/inputs/$target" "$build/found"
    cp "$source/tests/fuzz/corpus/$target"/* "$build/inputs/$target"
    case $target in
        case_file) cp "$source"/cases/*.yaml "$build/inputs/$target" ;;
        hexahedra) cp "$source"/tests/data/*.inp "$build/inputs/$target" ;;
    esac
    # Background work may wait for half a minute on a busy machine: -timeout goes by the clock.
    words "$target" | sort -u >"$build/$target.words"
    nice -n 19 "$build/fuzzers/tests/fuzz/$target" -max_total_time="$seconds" -timeout=60 \
        -rss_limit_mb=1024 -max_len=6000 -len_control=0 -dict="$build/$target.words" \
        -print_final_stats=1 -artifact_prefix="$build/found/$target-" \
        "$build/inputs/$target" >"$build/$target.log" 2>&1 ||
        { code=1; echo "$target: see $build/$target.log and $build/found"; }
    echo "$target: $(sed -n 's/^#\([0-9]*\)[[:space:]].*\(cov: [0-9]*\).*/\1 inputs, \2 (edges)/p' \
        "$build/$target.log" | tail -1)"
done
exit $code
