#!/usr/bin/env python3
# bench/scaling_report.py -- tables, efficiencies and a picture of what bench/scaling measured.
"""scaling_report.py RESULTS.json [--svg FILE] [--json]
    prints tables, or with --json what is in them, and draws a picture. RESULTS.json is an array of
    runs; of other scripts' summaries those of the default number of partitions count.
scaling_report.py --idle tasks.rec
    prints, for each rank of an unpacked trace, the share of the time in which no kernel runs, from
    the second third of its kernels on: the first step loads them."""
import json
import sys
from statistics import median

import hidden
import scaling_picture

PARTS = "strong", "weak", "table1", "single", "refined", "trace"

# The paper's 1000 steps of the rising bubble (order 4, level 6) on A100s, table 1: GPUs: time in s,
# energy in MJ at 400 W a board; and what it says of 32 against one.
PAPER = {4: (106.88, 0.17), 8: (57.25, 0.18), 16: (32.92, 0.21)}
PAPER_EFFICIENCY_32 = 0.60


def part_of(run):
    """A part; None for a run that is none's."""
    if run["part"] in PARTS:
        return run["part"]
    command = run.get("command", "")
    if "mesh.partitions=" in command:
        return None
    if run.get("precision") == "single":
        return "single"
    return "weak" if "mesh.base=" in command else "strong"


def row_of(runs):
    """What repeated runs have in common, and the median and spread of their steps in ms."""
    steps = [1e3 * run["wall_s"] / run["steps"] for run in runs]
    energies = [run["energy_J"] / run["steps"] for run in runs if run.get("energy_J")]
    row = {key: runs[0].get(key) for key in
           ("gpus", "ranks", "nodes", "precision", "bytes_moved_a_step",
            "bytes_through_host_a_step", "bytes_halo_a_step")}
    row.update(step_ms=median(steps), least_ms=min(steps), most_ms=max(steps), runs=len(runs),
               steps=max(run["steps"] for run in runs),
               joules_a_step=median(energies) if energies else None)
    return row


def rows_of(runs, part):
    kinds = {}
    for run in runs:
        if part_of(run) == part:
            kind = run["nodes"], run["precision"], run["gpus"], run["ranks"]
            kinds.setdefault(kind, []).append(run)
    return [row_of(kinds[kind]) for kind in sorted(kinds)]


def against(row, bases):
    """Adds to a row its efficiency, work done a GPU and second, against that of the base on the
    fewest GPUs; one on more than one GPU was run the row's way."""
    def is_alike(base):
        return base["gpus"] == 1 or (base["ranks"] > 1) == (row["ranks"] > 1)

    bases = [base for base in bases if is_alike(base)]
    row = dict(row, efficiency=None, against_gpus=None, times=None)
    if bases:
        base = min(bases, key=lambda b: b["gpus"])
        rate, base_rate = (r["nodes"] / r["step_ms"] for r in (row, base))
        row.update(against_gpus=base["gpus"], times=rate / base_rate,
                   efficiency=rate / row["gpus"] / (base_rate / base["gpus"]))
    return row


def a_gpu(row):
    return row["nodes"] / row["gpus"]


def refined(strong, finer):
    """Rows of 8 GPUs whose nodes a GPU are those of a row of one."""
    one_mesh = strong + finer
    rows = []
    for row in one_mesh:
        bases = [b for b in one_mesh if b["gpus"] == 1 and a_gpu(b) == a_gpu(row)]
        if row["gpus"] == 8 and bases:
            rows.append(against(row, bases))
    return sorted(rows, key=lambda r: (r["nodes"], r["ranks"]))


def single(strong, rows):
    """Rows with their gain over double precision, the same GPUs and ranks."""
    out = []
    for row in rows:
        double = [r for r in strong if all(r[k] == row[k] for k in ("nodes", "gpus", "ranks"))]
        out.append(dict(row, gain=double[0]["step_ms"] / row["step_ms"] if double else None))
    return out


def thousand(rows):
    """Time in s and energy in MJ of 1000 steps, beside the paper's."""
    out = []
    for row in rows:
        seconds, energy = PAPER.get(row["gpus"], (None, None))
        joules = row["joules_a_step"]
        out.append(dict(row, seconds=row["step_ms"], is_projected=row["steps"] < 1000,
                        energy_MJ=joules * 1e-3 if joules else None, paper_s=seconds,
                        paper_energy_MJ=energy))
    return out


def analyse(results):
    """results: the runs as they are in the file."""
    runs = [r for r in results if r.get("exit") == 0 and not r.get("why") and r.get("wall_s")]
    failed = [r for r in results if r not in runs and not r.get("skipped")]
    strong = rows_of(runs, "strong")
    weak = rows_of(runs, "weak")
    alone = [r for r in strong if r["gpus"] == 1]
    weak_bases = [r for r in weak + alone if any(a_gpu(r) == a_gpu(w) for w in weak)]
    return {
        "strong": [against(r, [b for b in strong if b["nodes"] == r["nodes"]]) for r in strong],
        "weak": [against(r, [b for b in weak_bases if a_gpu(b) == a_gpu(r)]) for r in weak],
        "refined": refined(strong, rows_of(runs, "refined")),
        "single": single(strong, rows_of(runs, "single")),
        "table1": thousand(rows_of(runs, "table1")),
        "idle_shares": [r["idle_shares"] for r in runs if r.get("idle_shares")],
        "failed": [dict(r, why=r.get("why") or f"exit {r.get('exit')}, no summary")
                   for r in failed],
        "skipped": [r for r in results if r.get("skipped")],
    }


# -- tables --------------------------------------------------------------------------------------

def number(value, form="{:.4g}"):
    return "-" if value is None else form.format(value)


def table(title, head, rows):
    if not rows:
        return
    rows = [head] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    print(title)
    for row in rows:
        print("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
    print()


def way(row):
    return "a process a GPU" if row["ranks"] > 1 else "one process"


def mesh(row):
    return f"{row['nodes'] / 1e6:.4g} M"


def steps(row):
    return [number(row[key]) for key in ("step_ms", "least_ms", "most_ms")] + [row["runs"]]


STEPS = ["ms a step", "least", "most", "runs"]


def scaling_table(title, rows):
    def mebibytes(row):
        return [number(row[key] and row[key] / 2**20) for key in
                ("bytes_moved_a_step", "bytes_through_host_a_step", "bytes_halo_a_step")]

    table(title,
          ["GPUs", "", "nodes", *STEPS, "times", "efficiency", "MiB moved", "by host", "halo"],
          [[r["gpus"], way(r), mesh(r), *steps(r), number(r["times"], "{:.3f}"),
            number(r["efficiency"], "{:.3f}") + (f" of {r['against_gpus']}" if
                                                  (r["against_gpus"] or 1) > 1 else ""),
            *mebibytes(r)] for r in rows])


def print_tables(a):
    scaling_table("Strong scaling, double precision", a["strong"])
    scaling_table("Weak scaling, a coarse element a GPU", a["weak"])
    scaling_table("Weak scaling, one coarse element refined", a["refined"])
    table("Single precision", ["GPUs", "", "nodes", *STEPS, "double takes"],
          [[r["gpus"], way(r), mesh(r), *steps(r), number(r["gain"], "{:.2f} times")]
           for r in a["single"]])
    table("1000 steps of table 1", ["GPUs", "", "nodes", "steps run", "s", "MJ of the boards",
                                    "A100s: s", "MJ at 400 W"],
          [[r["gpus"], way(r), mesh(r), r["steps"], number(r["seconds"]),
            number(r["energy_MJ"], "{:.4f}"), number(r["paper_s"], "{:.2f}"),
            number(r["paper_energy_MJ"], "{:.2f}")] for r in a["table1"]])
    for shares in a["idle_shares"]:
        print("Idle share of each GPU in a trace: " + ", ".join(f"{s:.3f}" for s in shares) + "\n")
    for title, word in ("Failed", "why"), ("Skipped", "skipped"):
        rounds = {}
        for r in a[title.lower()]:
            what = r["part"], r.get("gpus", "-"), r.get("ranks", "-"), r[word]
            rounds.setdefault(what, []).append(str(r.get("round", "-")))
        table(title, ["part", "GPUs", "ranks", "round", "why"],
              [[*what[:3], " ".join(of), what[3]] for what, of in rounds.items()])


# -- traces --------------------------------------------------------------------------------------

def idle_shares(path):
    work = {}
    for task in hidden.records(path):
        name = task.get("Name", "")
        if name.startswith("updraft_") and "diagnose" not in name and "StartTime" in task:
            span = float(task["StartTime"]), float(task["EndTime"])
            work.setdefault(int(task["MPIRank"]), []).append(span)
    if not work:
        sys.exit(f"{path} has no kernels")
    shares = []
    for rank in sorted(work):
        late = sorted(work[rank])[len(work[rank]) // 3:]
        busy = hidden.union(late)
        shares.append(round(1 - hidden.length(busy) / (busy[-1][1] - busy[0][0]), 4))
    return shares


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--idle":
        print(json.dumps(idle_shares(arguments[1])))
        return 0
    svg = None
    if "--svg" in arguments[:-1]:
        i = arguments.index("--svg")
        svg = arguments[i + 1]
        del arguments[i:i + 2]
    is_json = "--json" in arguments
    files = [a for a in arguments if a != "--json"]
    if len(files) != 1 or files[0].startswith("-"):
        print(__doc__, file=sys.stdout if arguments == ["--help"] else sys.stderr)
        return 0 if arguments == ["--help"] else 2
    try:
        with open(files[0], encoding="utf-8") as file:
            results = json.load(file)
    except (OSError, ValueError) as error:
        print(f"{sys.argv[0]}: {files[0]}: {error}", file=sys.stderr)
        return 2
    found = analyse(results)
    if is_json:
        json.dump(found, sys.stdout, indent=2)
        print()
    else:
        print_tables(found)
    if svg:
        with open(svg, "w", encoding="utf-8") as file:
            file.write(scaling_picture.draw(found, PAPER, PAPER_EFFICIENCY_32))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
