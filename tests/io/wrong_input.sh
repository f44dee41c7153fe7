#!/bin/sh
# tests/io/wrong_input.sh -- wrong input ends `updraft run` with one helpful line, nothing else.
#
# A test: refused CODE 'words that the line must hold' 'case file' [argument of run...]
# The case file stands in ./case.yaml; \n in it are line ends. Without UPDRAFT all is skipped.
case $UPDRAFT in
    '') echo '1..0 # SKIP UPDRAFT does not name the program'; exit 0 ;;
esac
here=$(mktemp -d) || exit 99
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 99
n=0 whole= prepare=

# The tests' result as a TAP line; $1 tells what went wrong, if anything.
report() {
    n=$((n + 1))
    if [ -z "$1" ]; then
        echo "ok $n - $title"
    else
        echo "not ok $n - $title"
        echo "# $1"
        sed 's/^/#   /' "$here/err"
    fi
}

# Runs in an empty folder that holds case.yaml alone, or what $prepare makes besides.
run_in() {
    rm -rf "$here/work" && mkdir "$here/work" && cd "$here/work" || exit 99
    printf "$1" >case.yaml
    shift
    ${prepare:-:}
    find . | sort >"$here/before"
    "$UPDRAFT" run "$@" >"$here/out" 2>"$here/err" </dev/null
    code=$?
    find . | sort >"$here/after"
}

refused() {
    want=$1 words=$2 file=$3
    shift 3
    title="refused with: $words"
    [ $# -gt 0 ] && [ -z "$whole" ] && set -- case.yaml "$@"
    [ $# -gt 0 ] || set -- case.yaml
    run_in "$file" "$@"
    trouble=
    [ "$code" -eq "$want" ] || trouble="exit code $code instead of $want"
    [ "$(wc -l <"$here/err")" -eq 1 ] || trouble='not one line on standard error'
    grep -qF -- "$words" "$here/err" || trouble="the line does not say: $words"
    grep -qE 'fault of the program|Sanitizer|Backtrace|\*\*\*' "$here/err" && trouble='a crash'
    cmp -s "$here/before" "$here/after" || trouble='something was left behind'
    [ -s "$here/out" ] && trouble='standard output is not empty'
    report "$trouble"
}

c='case: rising_bubble\n'

# ---- keys
refused 2 'case.yaml:2:1: key odrer is not known; the nearest is order' "${c}odrer: 3\n"
refused 2 'case.yaml:3:3: key mesh.lvel is not known; the nearest is mesh.level' \
    "${c}mesh:\n  lvel: 3\n"
refused 2 'case.yaml:2:1: key level is not known: level belongs to section mesh' "${c}level: 3\n"
refused 2 'case.yaml:2:8: key mesh.order is not known: order belongs to the top' \
    "${c}mesh: {order: 3}\n"
refused 2 'interval belongs to section balance or output or checkpoint' "${c}time: {interval: 3}\n"
refused 2 'case.yaml:3:1: key order is doubled; it stands at case.yaml:2:1' \
    "${c}order: 3\norder: 3\n"
refused 2 'mesh is a section: it must hold keys' "${c}mesh: 3\n"
refused 2 'key initial.mach means nothing to case rising_bubble' "${c}initial: {mach: 1}\n"
refused 2 'case.yaml:1:7: no case is called rising_buble; the nearest is rising_bubble' \
    'case: rising_buble\n'
refused 2 'case.yaml: key case is missing' 'order: 3\n'

# ---- numbers and words
refused 2 'key order must be a whole number from 1 to 8, not 4.7' "${c}order: 4.7\n"
refused 2 'key order must be a whole number from 1 to 8, not 4xyz' "${c}order: 4xyz\n"
refused 2 'key order must be a whole number from 1 to 8, not 0' "${c}order: 0\n"
refused 2 'key order must be a whole number from 1 to 8, not 9' "${c}order: 9\n"
refused 2 'in quotes it is a text' "${c}order: '4'\n"
refused 2 'key order must be a whole number from 1 to 8, not nothing' "${c}order:\n"
refused 2 'key order must be a whole number from 1 to 8, not a mapping' "${c}order: {a: 1}\n"
refused 2 'not nan (numbers are finite)' "${c}gravity: nan\n"
refused 2 'not .inf (numbers are finite)' "${c}gravity: .inf\n"
refused 2 'not 1e400 (too large for a number)' "${c}gravity: 1e400\n"
refused 2 'not 1,5 (the decimal mark is a point)' "${c}gravity: 1,5\n"
refused 2 'not 1,5 (the decimal mark is a point)' "${c}order: 1,5\n"
refused 2 'not 400 s (the number alone; its unit is s)' "${c}time: {end: 400 s}\n"
refused 2 'key gas.gamma must be a number above 1, up to 10, not 1' "${c}gas: {gamma: 1}\n"
refused 2 'key output.files must be true or false, not yes' "${c}output: {files: yes}\n"
refused 2 'not doubel (the nearest is double)' "${c}precision: doubel\n"
refused 2 'of three numbers, not a list of 2' "${c}mesh: {lower: [0, 0]}\n"
refused 2 'no field is called thta; the nearest is theta' "${c}output: {fields: [thta]}\n"

# ---- expressions
u='case: user_defined\nstate:\n'
ok='  pressure: 1e5\n'
refused 2 'case.yaml:3:13: key state.pressure: presure at position 1 is not known; names are x, y, z,' \
    "${u}  pressure: presure*2\n  density: 1\n"
refused 2 'case.yaml:4:12: key state.density: muParser, at position 4: unexpected end of expression' \
    "${u}${ok}  density: x + \n"
refused 2 'key state.u: = at position 3: an expression sets no names' \
    "${u}${ok}  density: 1\n  u: x = 1\n"
refused 2 '2 values, parted by commas' "${u}${ok}  density: 1,2\n"
refused 2 "not a mapping (with ': ' in it, it stands in quotes or behind >-)" \
    "${u}${ok}  density: {x ? 1 : 2}\n"
refused 2 'key state.density must be an expression, or none, not a list of 1' \
    "${u}${ok}  density: [1]\n"
refused 2 'key state.pressure is missing: case user_defined wants the pressure' \
    "${u}  temperature: 300\n"
refused 2 'key state.pressure is missing' "${u}  pressure: none\n  density: 1\n"
refused 2 'key state.temperature is missing' "${u}${ok}"
refused 2 'key state.temperature is missing' "${u}${ok}  density: none\n"
refused 2 'state.density is set at case.yaml:4:3' "${u}${ok}  density: 1\n  temperature: 300\n"
refused 2 'key state.u means nothing to case rising_bubble; section state is for case user_defined' \
    "${c}state: {u: 1}\n"
refused 2 'key initial.center means nothing to case user_defined' \
    "${u}${ok}  density: 1\ninitial: {center: [0, 0, 0]}\n"
small='mesh: {level: 0}\noutput: {fields: []}\n'
refused 2 'unphysical at (-1000, -1000, 0) m, with density -1000 kg/m^3' \
    "${small}${u}${ok}  density: x\n"
refused 2 'unphysical at (-1000, -1000, 0) m, with density' \
    "${small}${u}${ok}  density: sqrt(x)\n"
refused 2 'unphysical at (-1000, -1000, 2000) m, with density 1 kg/m^3, pressure 0 Pa' \
    "${small}${u}  pressure: 2000 - z\n  density: 1\n"
refused 2 'unphysical at (1000, -1000, 0) m' \
    "${small}${u}${ok}  density: 1\n  w: 1/(1000 - x)\n"

# ---- what does not fit together
refused 2 'time.end is set at case.yaml:2:8' "${c}time: {end: 1, steps: 2}\n"
refused 2 'time.courant is set at case.yaml:2:8' "${c}time: {courant: 1, dt: 2}\n"
refused 2 'mesh.upper must be above mesh.lower in x' "${c}mesh: {upper: [-2000, 0, 9]}\n"
refused 2 'mesh.partitions is 9, but the mesh has only 8 elements' \
    "${c}mesh: {level: 1, partitions: 9}\n"
refused 2 'cannot be periodic in z' "${c}mesh: {periodic: [true, true, true]}\n"
refused 2 'not 2 (not ascending)' "${c}output: {times: [1, 3, 2]}\n"
refused 2 'is outside the box' "${c}output: {slice: y=3000}\n"
refused 2 'is outside the box' "${c}output: {slice: y=3000, pictures: false, netcdf: true}\n"
refused 2 'has no scheduler' "${c}runtime: {scheduler: lwss}\n"

# ---- files that are no case files
refused 2 'case.yaml: holds no keys' ''
refused 2 'case.yaml:1:1: must hold keys' 'hello\n'
refused 2 'flow sequence without a closing bracket' "${c}mesh: {lower: [1, 2\n"
refused 2 'a tab indents this line' "${c}mesh:\n\tlevel: 1\n"
refused 2 'several YAML documents' "${c}---\norder: 3\n"
refused 2 'byte 1 is not text in UTF-8' '\377\330\n'
refused 2 'anchors (&name) are not used' "${c}order: &a 3\n"
whole=yes
refused 2 'nowhere.yaml: cannot be opened: No such file or directory' "$c" nowhere.yaml
refused 2 '.: is a directory' "$c" .
refused 2 '`updraft init rising_bubble` writes rising_bubble.yaml' "$c" rising_bubble
prepare='truncate -s 100M huge.yaml'
refused 2 'is larger than 1 MiB' "$c" huge.yaml
prepare=
whole=

# ---- flags and folders
refused 2 '--set order=4.7: key order must be a whole number' "$c" --set order=4.7
refused 2 '--set order: must be KEY=VALUE' "$c" --set order
refused 2 '--set mesh.lvel=1: key mesh.lvel is not known' "$c" --set mesh.lvel=1
refused 2 'time.end is set at --set time.end=1' "$c" --set time.end=1 --set time.steps=1
holds_summary() { mkdir out && echo '{}' >out/summary.json; }
prepare=holds_summary
refused 2 'summary.json' "$c"
prepare='touch file'
refused 2 'file' "$c" --output file
refused 2 'file is not a folder' "$c" --output file/out
prepare=
refused 3 'cannot make the folder /proc/updraft' "$c" --output /proc/updraft
refused 2 'nowhere.h5' "$c" --restart nowhere.h5

# ---- a locale whose numbers have a comma
title='numbers are read with a point where the locale has a comma'
mkdir "$here/locale"
if localedef -c -i de_DE -f UTF-8 "$here/locale/de_DE.UTF-8" >"$here/err" 2>&1; then
    LOCPATH=$here/locale LC_ALL=de_DE.UTF-8
    export LOCPATH LC_ALL
    run_in "${c}gravity: 9.81\nmesh: {level: 0}\ntime: {steps: 1}\noutput: {fields: []}\n" \
        case.yaml --set gas.gamma=1.3
    trouble=
    [ "$code" -eq 0 ] || trouble="exit code $code instead of 0"
    grep -q '^gravity: 9.81' out/effective.yaml || trouble='effective.yaml has another number'
    grep -q '^  gamma: 1.3' out/effective.yaml || trouble='effective.yaml has another number'
    report "$trouble"
    refused 2 'not 9,81 (the decimal mark is a point)'                   "${c}gravity: 9,81\n"
else
    n=$((n + 2))
    echo "ok $((n - 1)) - $title # SKIP localedef makes no German locale here"
    echo "ok $n - refused with: not 9,81 # SKIP localedef makes no German locale here"
fi
echo "1..$n"
