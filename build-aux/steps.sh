# build-aux/steps.sh -- one line a step, logs aside: read by setup, check and quickstart.
# shellcheck shell=sh
# Before the first step the reader sets `log`, the file that takes everything the steps print.

# fail CODE TEXT: the one line of a failure on standard error, then the end.
fail() {
    code=$1
    shift
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit "$code"
}

# try TEXT COMMAND...: runs a step, prints one line with the seconds it took, hands on its status.
try() {
    text=$1
    shift
    printf '  %-48s' "$text"
    printf '\n=== %s: %s\n' "$text" "$*" >>"$log"
    begin=$(date +%s)
    if "$@" >>"$log" 2>&1 </dev/null; then
        printf '%5d s\n' $(($(date +%s) - begin))
        return 0
    else
        result=$?
        printf ' failed after %d s\n' $(($(date +%s) - begin))
        return "$result"
    fi
}

# step TEXT COMMAND...: a step that nothing can go on without; shows the end of the log and stops.
step() {
    try "$@" && return 0
    tail -n 25 "$log" | sed 's/^/    | /' >&2
    fail "${failure_code:-1}" "step \"$1\" failed; everything it printed is in $log"
}

# have_it TEXT: the line of a step that finds its work done.
have_it() {
    printf '  %-48s     -\n' "$1"
}

# build_updraft SOURCE BUILD: configures where needed and compiles; the caller has set `log` to a
# file in BUILD.
build_updraft() {
    jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
    mkdir -p "$2" || fail 3 "cannot make the folder $2"
    date >"$log"
    [ ! -e "$1/config.status" ] ||
        fail 2 "there is a build in $1 itself, beside which make allows none in $2: make distclean"
    if [ ! -e "$2/Makefile" ] || [ "$1/configure" -nt "$2/config.status" ]; then
        step "Updraft: configure" sh -c 'cd "$1" && "$2/configure"' sh "$2" "$1"
    else
        have_it "Updraft: configured"
    fi
    step "Updraft: compile" make -C "$2" -j "$jobs"
}
