#!/bin/sh
# tests/ranks.sh -- runs the programs for several ranks on 2 and 3 of them, as one TAP stream.
programs=${*:-./tests/mesh/ranks ./tests/io/ranks ./tests/graph/ranks ./tests/graph/ranks_faults}
mpirun=${MPIRUN:-mpirun}
if ! command -v "$mpirun" >/dev/null; then
    echo "1..0 # SKIP no mpirun here"
    exit 0
fi

# More ranks than cores, each free to use them all, also as root in a container; waiting ranks let
# others run.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_mpi_yield_when_idle

n=0 failed=0
for program in $programs; do
    for ranks in 2 3; do
        lines=$("$mpirun" --timeout 120 --bind-to none -n "$ranks" "$program") || failed=1
        # One plan for all runs: the tests are numbered here.
        oks=$(printf '%s\n' "$lines" | grep -E '^(not )?ok ') || { failed=1; continue; }
        n=$((n + $(printf '%s\n' "$oks" | wc -l)))
        printf '%s\n' "$oks" | sed -E 's/^((not )?ok) [0-9]+/\1/'
        plan=$(printf '%s\n' "$lines" | sed -n 's/^1\.\.//p')
        [ "$(printf '%s\n' "$oks" | wc -l)" = "$plan" ] || failed=1
    done
done
n=$((n + 1))
[ $failed = 0 ] || printf 'not '
echo "ok - all ranks ended well"
echo "1..$n"
exit 0
