# tests/bench/recorded.py -- efficiencies, tables, energy, pictures of runs, some recorded.
"""recorded.py SRCDIR; prints TAP."""
import contextlib
import io
import json
import os
import sys
import tempfile
import traceback
import xml.etree.ElementTree as ElementTree

source = sys.argv[1]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(source, "bench"))
import scaling_energy
import scaling_picture
import scaling_report

results = os.path.join(source, "bench/results/2026-11-30-h200-ranks.json")
with open(results, encoding="ascii") as file:
    recorded = json.load(file)
count = 0


def test(check):
    """Runs a function as a test; its docstring is the promise."""
    global count
    count += 1
    try:
        check()
        print(f"ok {count} - {check.__doc__}")
    except Exception:
        print(f"not ok {count} - {check.__doc__}")
        for line in traceback.format_exc().splitlines():
            print("#  ", line)


def near(a, b, within):
    assert abs(a - b) <= within, f"{a} is not {b}"


def row(rows, gpus, ranks=1):
    found = [r for r in rows if (r["gpus"], r["ranks"]) == (gpus, ranks)]
    assert len(found) == 1, found
    return found[0]


def run(part, gpus, ranks, step_ms, nodes=1000, **more):
    return dict({"part": part, "gpus": gpus, "ranks": ranks, "nodes": nodes, "steps": 100,
                 "precision": "double", "wall_s": 0.1 * step_ms, "exit": 0}, **more)


def tables(found):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        scaling_report.print_tables(found)
    return out.getvalue()


def picture(found):
    svg = scaling_picture.draw(found, scaling_report.PAPER, scaling_report.PAPER_EFFICIENCY_32)
    return ElementTree.fromstring(svg), svg


# ---- As recorded on two GPUs: 46.017 ms alone; 23.858 in one process; 23.321 and 23.359 in two.

@test
def _():
    "strong scaling as recorded"
    strong = scaling_report.analyse(recorded)["strong"]
    near(row(strong, 2)["efficiency"], 46.01745 / 2 / 23.85782, 1e-6)
    near(row(strong, 2, 2)["step_ms"], (23.32064 + 23.35888) / 2, 1e-5)
    near(row(strong, 2, 2)["efficiency"], 0.9858, 1e-4)
    assert row(strong, 2, 2)["runs"] == 2 and row(strong, 1)["efficiency"] == 1
    near(row(strong, 2, 2)["least_ms"], 23.32064, 1e-5)
    near(row(strong, 2, 2)["most_ms"], 23.35888, 1e-5)


@test
def _():
    "weak scaling as recorded, against its own mesh on one GPU"
    weak = scaling_report.analyse(recorded)["weak"]
    near(row(weak, 2, 2)["efficiency"], 46.06749 / 46.33093, 1e-6)


@test
def _():
    "single precision as recorded"
    single = scaling_report.analyse(recorded)["single"]
    near(row(single, 1)["gain"], 46.01745 / 23.02547, 1e-6)
    near(row(single, 2, 2)["gain"], 23.33976 / 11.52564, 1e-6)


@test
def _():
    "runs on other numbers of partitions are not mixed in"
    steps = [r["most_ms"] for r in scaling_report.analyse(recorded)["strong"]]
    assert max(steps) < 47 and len(steps) == 3, steps


@test
def _():
    "the tables show what was recorded"
    out = tables(scaling_report.analyse(recorded))
    assert "a process a GPU  32.77 M      23.34  23.32  23.36     2  1.972       0.986" in out, out
    assert "Failed" not in out and "Skipped" not in out


@test
def _():
    "the picture has the recorded points and the paper's"
    root, svg = picture(scaling_report.analyse(recorded))
    circles = [c for c in root.iter() if c.tag.endswith("circle")]
    # 2 + 2 + 3 and their keys; 2 + 2 + 3 + 1 and keys; 1 + 2 and keys
    assert len(circles) == 10 + 12 + 5, len(circles)
    assert "paper" in svg and "nan" not in svg


# ---- With parts missing.

@test
def _():
    "without one GPU, the fewest are what others are set against"
    a = scaling_report.analyse([run("strong", 2, 2, 10.0), run("strong", 4, 4, 6.25),
                                run("strong", 4, 1, 8.0)])
    found = row(a["strong"], 4, 4)
    assert found["against_gpus"] == 2
    near(found["efficiency"], 0.8, 1e-12)
    near(found["times"], 1.6, 1e-12)
    assert "0.800 of 2" in tables(a)
    assert row(a["strong"], 4)["against_gpus"] == 4  # no other in one process


@test
def _():
    "without strong runs there are weak ones against each other, and no gain"
    a = scaling_report.analyse([run("weak", 2, 2, 10, 2000), run("weak", 8, 8, 12.5, 8000),
                                run("single", 8, 8, 5, precision="single")])
    near(row(a["weak"], 8, 8)["efficiency"], 0.8, 1e-12)
    assert row(a["single"], 8, 8)["gain"] is None
    tables(a)
    picture(a)


@test
def _():
    "a weak run is not set against another number of nodes a GPU"
    a = scaling_report.analyse([run("strong", 1, 1, 5, 500), run("weak", 2, 2, 10, 2000)])
    assert row(a["weak"], 2, 2)["against_gpus"] == 2


@test
def _():
    "no results at all make no tables, and a picture of the paper's points"
    a = scaling_report.analyse([])
    assert tables(a) == ""
    picture(a)


@test
def _():
    "one coarse element on 8 GPUs is set against one GPU with as many nodes"
    a = scaling_report.analyse([run("strong", 1, 1, 80, 8000), run("strong", 8, 8, 12.5, 8000),
                                run("refined", 1, 1, 10, 1000), run("refined", 8, 8, 100, 64000)])
    small, large = a["refined"]
    near(small["efficiency"], 0.8, 1e-12)
    near(large["efficiency"], 0.8, 1e-12)
    assert (small["nodes"], large["nodes"]) == (8000, 64000)


# ---- Failures.

@test
def _():
    "a failed run is reported and counts nowhere"
    a = scaling_report.analyse([run("strong", 1, 1, 10), run("strong", 2, 1, 5),
                                {"part": "strong", "gpus": 2, "ranks": 2, "precision": "double",
                                 "exit": 1, "why": "updraft: a GPU failed", "round": 1}])
    assert [(r["gpus"], r["ranks"]) for r in a["strong"]] == [(1, 1), (2, 1)]
    assert [r["why"] for r in a["failed"]] == ["updraft: a GPU failed"]
    assert "updraft: a GPU failed" in tables(a)


@test
def _():
    "a run without a summary is reported, too"
    a = scaling_report.analyse(recorded + [{"part": "strong", "gpus": 2, "ranks": 2, "exit": 137}])
    assert [r["why"] for r in a["failed"]] == ["exit 137, no summary"]


@test
def _():
    "a run that succeeded with the wrong GPUs is reported"
    a = scaling_report.analyse([run("strong", 2, 1, 5, why="ran on 1 GPUs in 1 ranks")])
    assert a["strong"] == [] and len(a["failed"]) == 1


@test
def _():
    "what was skipped is said once for all rounds"
    skipped = [{"part": "weak", "gpus": 8, "ranks": 8, "round": n, "skipped": "no time left"}
               for n in (2, 3)]
    out = tables(scaling_report.analyse(skipped))
    assert out.count("no time left") == 1 and "2 3" in out, out


# ---- Table 1.

@test
def _():
    "1000 steps are projected beside the paper's, with the boards' energy"
    a = scaling_report.analyse([run("table1", 4, 4, 12.0, energy_J=500.0),
                                run("table1", 8, 8, 6.0, steps=1000, wall_s=6.0)])
    four, eight = a["table1"]
    near(four["seconds"], 12.0, 1e-12)
    near(four["energy_MJ"], 5e-3, 1e-12)
    assert four["is_projected"] and four["paper_s"] == 106.88
    assert not eight["is_projected"] and eight["energy_MJ"] is None and eight["paper_s"] == 57.25
    assert "106.88" in tables(a)


# ---- Energy and traces.

def boards(loop_watts):
    """10 s at 100 W a board but for the first one's loop from 4 to 8 s; a sample each 0.05 s."""
    samples, taken = [], [0.0, 0.0]
    for i in range(201):
        samples.append((0.05 * i, tuple(taken)))
        taken[0] += 0.05 * (loop_watts if 80 <= i < 160 else 100)
        taken[1] += 0.05 * 100
    return samples


@test
def _():
    "energy is that of the time loop and of the boards that were used"
    near(scaling_energy.window(boards(700), 0, 10, 4, 1), 2800, 40)
    near(scaling_energy.window(boards(700), 0, 10, 4, 2), 3200, 40)


@test
def _():
    "there is no energy where samples are too few"
    assert scaling_energy.window(boards(700), 0, 10, 0.1, 1) is None
    assert scaling_energy.window(boards(700), 0, 3, 4, 1) is None
    assert scaling_energy.window([], 0, 10, 4, 1) is None


@test
def _():
    "idle shares are those of a trace's later kernels"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tasks.rec")
        with open(path, "w", encoding="ascii") as trace:
            for name, start, end in (("updraft_advance", 0, 1), ("updraft_advance", 50, 58),
                                     ("updraft_diagnose", 58, 59), ("updraft_advance", 59, 60)):
                trace.write(f"Name: {name}\nMPIRank: 0\nStartTime: {start}\nEndTime: {end}\n\n")
        assert scaling_report.idle_shares(path) == [0.1]


print(f"1..{count}")
