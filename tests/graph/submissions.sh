#!/bin/sh
# tests/graph/submissions.sh -- what a rank submits in a step does not grow with the number of ranks.
#
# Prints TAP, and a table of tests/graph/submission on 1, 2, 4 and 8 ranks. Between 2 and 8 ranks tasks
# and messages may grow by a fifth; one rank has the same tasks and no messages. The time is shown and
# not judged: here ranks share cores. INSTRUCTIONS=yes, for minutes by hand, has valgrind count those
# of the submitting thread, which may grow by a fifth as well.
program=${top_builddir:-.}/tests/graph/submission
mpirun=${MPIRUN:-mpirun}
[ -x "$program" ] || { echo '1..0 # SKIP no tests/graph/submission here'; exit 0; }
command -v "$mpirun" >/dev/null || { echo '1..0 # SKIP no mpirun here'; exit 0; }
here=$(mktemp -d) || exit 99
trap 'rm -rf "$here"' EXIT

# More ranks than cores, each free to use them all, also as root in a container; waiting ranks let
# others run.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_mpi_yield_when_idle

for ranks in 1 2 4 8; do
    "$mpirun" --timeout 120 --bind-to none -n $ranks "$program" >>"$here/table" 2>"$here/err" ||
        { sed 's/^/# /' "$here/err"; echo "not ok - $ranks ranks"; echo '1..1'; exit 0; }
done
awk '
    BEGIN { print "# form   ranks  tasks  messages  links  us a step" }
    { printf "# %-7s %4d %6g %9g %6g %10g\n", $1, $2, $3, $4, $5, $6 }
    { tasks[$1, $2] = $3; messages[$1, $2] = $4; links[$1, $2] = $5; forms[$1] }
    function verdict(is_so, what) { printf "%sok %d - %s\n", is_so ? "" : "not ", ++n, what }
    END {
        for (f in forms) {
            verdict(tasks[f, 1] > 0 && tasks[f, 8] <= 1.2 * tasks[f, 2] && tasks[f, 2] <= 1.2 * tasks[f, 1],
                    f ": tasks a rank and step stay from 1 to 8 ranks")
            verdict(messages[f, 1] == 0 && messages[f, 2] > 0 && messages[f, 8] <= 1.2 * messages[f, 2],
                    f ": messages a rank and step stay from 2 to 8 ranks")
            verdict(messages[f, 8] == 5 * links[f, 8],
                    f ": one message a stage to each partition of another rank")
        }
        print n >where
    }' where="$here/n" "$here/table"
n=$(cat "$here/n")

# instructions RANKS: those within graph_submit_stages, on the rank that has most.
instructions() {
    UPDRAFT_ISA=portable "$mpirun" --timeout 500 --bind-to none -n "$1" valgrind --tool=callgrind \
        --fair-sched=yes --toggle-collect=__wrap_graph_submit_stages \
        --callgrind-out-file=/dev/null "$program" 2>&1 |
        sed -n 's/.* refs: *//p' | tr -d , | sort -n | tail -n 1
}
if [ "${INSTRUCTIONS-}" = yes ]; then
    two=$(instructions 2) eight=$(instructions 8)
    echo "# instructions of all steps: $two on 2 ranks, $eight on 8"
    n=$((n + 1))
    if [ "${two:-0}" -gt 0 ] && [ "${eight:-0}" -gt 0 ] && [ $((eight * 5)) -le $((two * 6)) ]; then
        echo "ok $n - instructions a rank stay from 2 to 8 ranks"
    else
        echo "not ok $n - instructions a rank stay from 2 to 8 ranks"
    fi
fi
echo "1..$n"
