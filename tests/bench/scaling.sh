#!/bin/sh
# tests/bench/scaling.sh -- bench/scaling on a made-up machine: what it runs, when it stops. TAP.
UPDRAFT=${UPDRAFT:-updraft}
python=${PYTHON:-python3}
"$python" -c '' 2>/dev/null || { echo '1..0 # SKIP no Python here'; exit 0; }
source=$(cd "${srcdir:-.}" && pwd)
# shellcheck source=tests/app/tap.sh
. "$source/tests/app/tap.sh"
mkdir bin
for tool in updraft mpirun date nproc starpu_fxt_tool; do
    { echo '#!/bin/sh'; sed 1d "$source/tests/bench/machine.sh"; } >bin/$tool
    chmod +x bin/$tool
done
PATH=$here/bin:$PATH FAKE=$here PYTHON=$python MPIRUN=mpirun
FAKE_FAULT=- FAKE_MUTE=- FAKE_FEW=- FAKE_HANG=- FAKE_GPUS=8 FAKE_START=6
FAKE_UNKNOWN='no such thing'
unset FAKE_RANKS STARPU_FXT_TRACE
export PATH FAKE PYTHON MPIRUN
export FAKE_FAULT FAKE_MUTE FAKE_FEW FAKE_HANG FAKE_UNKNOWN FAKE_GPUS FAKE_START

# scaling CODE NAME [argument...]: results in NAME.json, tables in NAME.out
scaling() {
    wanted=$1 name=$2
    shift 2
    echo 1000 >clock
    : >calls
    sh "$source/bench/scaling" "$@" updraft "$name.json" >"$name.out" 2>"$name.err"
    code=$?
    cp calls "$name.calls"
    [ $code -eq "$wanted" ] || { echo "exit code $code"; cat "$name.err"; return 1; }
}
# found NAME EXPRESSION: true in Python of the results (runs) and their analysis (a)
found() { "$python" looks.py "$source/bench" "$1" "($2)"; }
cat >looks.py <<'END'
import json, sys
bench, name, condition = sys.argv[1:]
sys.path.insert(0, bench)
sys.dont_write_bytecode = True
import scaling_report
runs = json.load(open(name + ".json"))
a = scaling_report.analyse(runs)
calls = open(name + ".calls").read().split("\n")
good = [r for r in runs if r.get("exit") == 0]
def row(part, gpus, ranks=1, **more):
    rows = [r for r in a[part] if r["gpus"] == gpus and r["ranks"] == ranks
            and all(r[k] == v for k, v in more.items())]
    assert len(rows) == 1, rows
    return rows[0]
def near(x, y): return abs(x - y) < 1e-6 * abs(y)
def parts():
    all_parts = [r["part"] for r in runs]
    return " ".join(p for i, p in enumerate(all_parts) if i == 0 or all_parts[i - 1] != p)
if not eval(condition):
    print(open(name + ".json").read(), open(name + ".out").read(), open(name + ".err").read())
    sys.exit("not so: " + condition)
END
took_under() { awk "{ print \$1 - 1000 \" s\"; exit \$1 - 1000 > $1 }" clock; }
shows() { grep -Eq -- "$2" "$1.out" || { cat "$1.out"; return 1; }; }

expect 'eight GPUs are measured' scaling 0 all --rounds 2
expect 'in under nine minutes' took_under 540
expect 'parts come in their order, then repeats' found all 'parts() ==
    "strong weak table1 single refined trace strong weak single"'
expect 'nothing failed or was skipped' found all 'a["failed"] == a["skipped"] == []'
expect 'on 1, 2, 4 and 8 GPUs, in one process and with a process a GPU' found all '
    [(r["gpus"], r["ranks"]) for r in a["strong"]] ==
    [(1, 1), (2, 1), (2, 2), (4, 1), (4, 4), (8, 1), (8, 8)]'
expect 'each of them twice' found all 'all(r["runs"] == 2 for r in a["strong"] + a["weak"])'
expect 'strong scaling is that of the machine' found all '
    near(row("strong", 8)["efficiency"], 0.86) and near(row("strong", 8, 8)["efficiency"], 0.93)
    and near(row("strong", 4, 4)["times"], 4 * 0.97)'
expect 'weak scaling, too' found all '
    near(row("weak", 8)["efficiency"], 0.86) and near(row("weak", 8, 8)["efficiency"], 0.93)
    and row("weak", 8)["nodes"] == 8 * 64**3 * 125'
expect 'a mesh refined once more has two sizes a GPU' found all '
    near(row("refined", 8, 8, nodes=64**3 * 125)["efficiency"], 0.93)
    and near(row("refined", 8, 8, nodes=128**3 * 125)["efficiency"], 0.93)'
expect 'single precision is set against double' found all '
    near(row("single", 8, 8)["gain"], 2) and near(row("single", 8)["gain"], 2)'
expect 'the faster way does 1000 steps on 4 and on 8 GPUs' found all '
    [(r["gpus"], r["ranks"], r["steps"], r["paper_s"]) for r in a["table1"]] ==
    [(4, 4, 1000, 106.88), (8, 8, 1000, 57.25)]
    and near(row("table1", 8, 8)["seconds"], 1.4e-6 * 64**3 * 125 / 8 / 0.93)'
expect 'a loop takes 3 s, and at least 60 steps' found all '
    all(r["steps"] >= 60 for r in good if r["part"] != "trace")
    and all(2.8 < r["wall_s"] < 3.6 for r in good if r["part"] == "strong" and r["steps"] > 60)'
expect 'elements of a longer mesh stay cubes' found all '
    any("mesh.base=[8,1,1]" in c and "mesh.upper=[15000,1000,2000]" in c for c in calls)
    and not any("mesh.base=[1,1,1]" in c and "mesh.upper=[1000,1000,2000]" not in c
                for c in calls if " run " in c)'
expect 'ranks are bound to their share of the cores' found all '
    any("-n 8 --map-by slot:PE=16 --bind-to core updraft" in c for c in calls)'
expect 'a rank takes one GPU, a process all' found all '
    all("runtime.gpus=1" in c for c in calls if c.startswith("8 run"))
    and sum(c.startswith(" run") and "runtime.gpus=8" in c for c in calls) > 6'
expect 'the trace says how long GPUs idle' found all 'a["idle_shares"] == [[0.2, 0.0]]'
expect '... and what hides messages' shows all '100.0 % are hidden'
expect 'tables show it' shows all '8 +a process a GPU +262.1 M .* 0.930 '
expect 'a picture lies beside the results' grep -q '</svg>' all.svg

FAKE_GPUS=4 FAKE_FAULT='4 4 6 double 4' FAKE_MUTE='2 1 6 double 1' FAKE_FEW='4 1 6 single 1'
expect 'what fails does not end the others' scaling 0 faults --rounds 1
expect 'failed runs are reported with their reason' found faults '
    sorted(r["why"] for r in a["failed"]) == ["left no summary.json", "ran on 3 GPUs in 1 ranks",
                                    "updraft: \"4 4 6 double 4\" is made to fail"]'
expect '... and shown' shows faults 'weak +4 +4 +1 +updraft: "4 4 6 double 4" is made to fail'
expect '... and counted nowhere' found faults '
    [(r["gpus"], r["ranks"]) for r in a["weak"]] == [(2, 1), (2, 2), (4, 1)]
    and len(a["strong"]) == 4 and len(a["single"]) == 1'
FAKE_FAULT=- FAKE_MUTE=- FAKE_FEW=-

expect 'little time is enough for the first parts' scaling 0 short --seconds 100
expect 'the time is kept' took_under 100
expect 'what there was no time for is named' found short '
    len(a["strong"]) == 5 and {"strong", "single"} <= {r["part"] for r in a["skipped"]}
    and {r["skipped"] for r in a["skipped"]} == {"no time left", "wants 8 GPUs, 4 are there"}'
expect '... and shown' shows short 'strong +4 +4 +2 3 +no time left'
expect 'without time for one run all are skipped' scaling 0 none --seconds 20 --rounds 1
expect '... by name' found none 'good == a["strong"] == [] and len(a["skipped"]) > 10'
FAKE_START=5
expect 'long loops are seen coming' scaling 0 long --seconds 64 --loop 40 --rounds 1
expect '... so that the time is kept' took_under 64
FAKE_START=40
expect 'slow starts are seen coming' scaling 0 slow --seconds 200
expect '... so that the time is kept' took_under 200
FAKE_START=6

FAKE_UNKNOWN=-n
expect 'without a working mpirun one process is measured' scaling 0 alone --rounds 1
expect '... and ranks are skipped with its words' found alone '
    all(r["ranks"] == 1 for r in good) and len(a["strong"]) == 3
    and any("not like this" in r["skipped"] for r in a["skipped"])'
FAKE_UNKNOWN=--map-by
expect 'where ranks cannot be bound they are not' scaling 0 free --rounds 1
expect '... and measured' found free '
    a["failed"] == [] and row("strong", 4, 4) and any("--bind-to none" in c for c in calls)'
FAKE_UNKNOWN='no such thing' FAKE_GPUS=2
expect 'two GPUs are measured' scaling 0 two --rounds 1 --fxt-tool no-such-tool
expect '... but for what wants more' found two '
    [(r["gpus"], r["ranks"]) for r in a["strong"]] == [(1, 1), (2, 1), (2, 2)]
    and [r["gpus"] for r in a["table1"]] == [2]
    and {(r["part"], r["skipped"]) for r in a["skipped"]} ==
        {("refined", "wants 8 GPUs, 2 are there"), ("trace", "no no-such-tool here")}'
FAKE_GPUS=1 FAKE_HANG='1 1 6 single 1'
expect 'one GPU is measured' scaling 0 one --rounds 1 --limit 1
expect '... in one process' found one 'all(r["gpus"] == r["ranks"] == 1 for r in good)
    and len(a["strong"]) == 1'
expect 'a run that hangs is given up' found one '
    [(r["part"], r["why"]) for r in a["failed"]] == [("single", "over 1.000 s")]'
FAKE_HANG=-
FAKE_GPUS=0
expect 'a machine without GPUs lacks something' scaling 3 zero
FAKE_GPUS=8 FAKE_FAULT='*'
expect 'a program that does not run is said at once' scaling 3 broken
expect '... with its words' grep -q 'is made to fail' broken.err
expect 'an unknown option is wrong input' scaling 2 option --no-such-option
title='shellcheck has nothing to say'
if command -v shellcheck >/dev/null; then
    expect "$title" shellcheck "$source/bench/scaling"
else
    tests=$((tests + 1))
    echo "ok $tests - $title # SKIP no shellcheck here"
fi
finish
