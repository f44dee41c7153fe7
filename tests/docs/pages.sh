#!/bin/sh
# tests/docs/pages.sh -- what the pages name is there; what comes from the program is up to date.
#
# Prints TAP.  Without UPDRAFT, what needs the program is skipped.
srcdir=${srcdir:-.}
here=$(mktemp -d) || exit 99
trap 'rm -rf "$here"' EXIT
n=0

# say TITLE [TROUBLE]: one TAP line; TROUBLE says what is wrong, if anything.
say() {
    n=$((n + 1))
    if [ -z "${2-}" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/#   /'
    fi
}

# skip TITLE WHY
skip() {
    n=$((n + 1))
    echo "ok $n - $1 # SKIP $2"
}

pages=$(cd "$srcdir" && echo README.md CHANGELOG.md docs/*.md docs/decisions/*.md)

# ---- Links of a page lead to files: [text](path), seen from the page's folder.
missing=$(for page in $pages; do
    grep -oE '\]\([^)#]+' "$srcdir/$page" | sed 's/^](//' | grep -vE '^(https?|mailto):' |
        while read -r target; do
            [ -e "$srcdir/$(dirname "$page")/$target" ] || echo "$page: no file $target"
        done
done)
say 'links of the pages lead to files' "$missing"

# ---- Paths in backticks: `folder/file.c` from the top; patterns and a folder's / are allowed.
folders='app base bench build-aux cases codelets docs graph io mesh physics tasks tests'
pattern="\`($(echo "$folders" | tr ' ' '|'))/[A-Za-z0-9_./*-]*\`"
missing=$(for page in $pages; do
    grep -oE "$pattern" "$srcdir/$page" | tr -d '\`' | sort -u | grep -v NAME |
        while read -r path; do
            # shellcheck disable=SC2086 # a pattern
            set -- "$srcdir"/$path
            [ -e "$1" ] || echo "$page: no file $path"
        done
done)
say 'paths that the pages name are there' "$missing"

# ---- The manual page.
title='updraft.1 is a page without warnings'
if command -v groff >/dev/null; then
    say "$title" "$(groff -man -ww -z -Tutf8 "$srcdir/docs/man/updraft.1" 2>&1)"
else
    skip "$title" 'no groff here'
fi

# ---- What comes from the program.
commands='updraft.1 and README.md name every command'
case_file='docs/case-file.md is what docs/make-case-file.sh makes'
if [ -z "${UPDRAFT-}" ]; then
    skip "$commands" 'UPDRAFT does not name the program'
    skip "$case_file" 'UPDRAFT does not name the program'
else
    missing=$("$UPDRAFT" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' |
        while read -r command; do
            grep -qx "\.SS $command" "$srcdir/docs/man/updraft.1" || echo "updraft.1: no $command"
            grep -q "^| \`updraft $command\\b" "$srcdir/README.md" || echo "README.md: no $command"
        done)
    say "$commands" "$missing"
    if sh "$srcdir/docs/make-case-file.sh" "$UPDRAFT" >"$here/case-file.md" 2>"$here/err"; then
        trouble=$(diff "$srcdir/docs/case-file.md" "$here/case-file.md" | head -n 20)
    else
        trouble=$(cat "$here/err")
    fi
    say "$case_file" "$trouble"
fi
echo "1..$n"
