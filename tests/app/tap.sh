# shellcheck shell=sh
# tests/app/tap.sh -- what the scripts of tests/app share; they read it with `.`
#
# A test: expect 'its name' command...; the command's success is the test's, and what it says is
# shown where it fails. Scripts end with `finish`. They work in an empty folder of their own.
case $UPDRAFT in
    '') echo '1..0 # SKIP UPDRAFT does not name the program'; exit 0 ;;
esac
cases=$(cd "${srcdir:-.}" && pwd)/cases
here=$(mktemp -d) || exit 99
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 99
tests=0

expect() {
    tests=$((tests + 1))
    title=$1
    shift
    if said=$("$@" 2>&1); then
        echo "ok $tests - $title"
    else
        echo "not ok $tests - $title"
        echo "# failed: $*"
        printf '%s\n' "$said" | sed 's/^/#   /'
    fi
}

finish() { echo "1..$tests"; }

# run FOLDER CASE [argument...]: exit code in $code, standard error in FOLDER.err. One that hangs
# ends after four minutes with code 124.
run() {
    folder=$1 name=$2
    shift 2
    timeout 240 "$UPDRAFT" run "$cases/$name.yaml" --output "$folder" "$@" \
        >"$folder.out" 2>"$folder.err" </dev/null
    code=$?
}

# code WANTED FOLDER: how that run just ended.
code() { [ "$code" -eq "$1" ] || { echo "exit code $code"; cat "$2.err"; return 1; }; }

# value KEY FOLDER: of its summary.
value() {
    sed -n -e "s/^ *\"$1\": \"\(.*\)\",*\$/\1/p" -e "s/^ *\"$1\": \([^\",]*\),*\$/\1/p" \
        "$2/summary.json"
}

# same KEY FOLDER FOLDER: both summaries have that value.
same() {
    one=$(value "$1" "$2") other=$(value "$1" "$3")
    if [ -n "$one" ] && [ "$one" = "$other" ]; then return 0; fi
    echo "$1: $2 has $one, $3 has $other"
    return 1
}

# holds KEY FOLDER 'condition on x, as awk has it'
holds() {
    x=$(value "$1" "$2")
    case $x in
        '' | null) ;;
        *) if awk "BEGIN { x = $x; exit !($3) }"; then return 0; fi ;;
    esac
    echo "$1 is $x, not: $3"
    return 1
}
