#!/usr/bin/env python3
# bench/hidden.py -- how much of the time that messages take is hidden behind computation.
"""Reads the traces of a run on several ranks, recorded with STARPU_FXT_TRACE=1 and unpacked with
`starpu_fxt_tool -c -i prof_file__0 prof_file__1 ...` into tasks.rec and comms.rec (arguments; the
current folder's by default). A rank computes while one of its kernels runs; a message is on its way
from StarPU's sending it to its arrival. Prints, for each rank, both times and what they share."""
import sys
from collections import defaultdict


def records(path):
    record = {}
    with open(path) as file:
        for line in file:
            key, _, value = line.rstrip("\n").partition(": ")
            if key:
                record[key] = value
            elif record:
                yield record
                record = {}
    if record:
        yield record


def union(spans):
    out = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def length(spans):
    return sum(end - start for start, end in spans)


def common(a, b):
    """Time that two ascending lists of disjoint spans share."""
    i = j = 0
    total = 0.0
    while i < len(a) and j < len(b):
        total += max(0.0, min(a[i][1], b[j][1]) - max(a[i][0], b[j][0]))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return total


def main(tasks="tasks.rec", comms="comms.rec"):
    work, messages, bytes_taken = defaultdict(list), defaultdict(list), defaultdict(int)
    for task in records(tasks):
        is_stage = task.get("Name", "").startswith("updraft_") and "diagnose" not in task["Name"]
        if is_stage and "StartTime" in task:
            work[int(task["MPIRank"])].append((float(task["StartTime"]), float(task["EndTime"])))
    for message in records(comms):
        span = float(message["SendTime"]), float(message["RecvTime"])
        rank = int(message["Dst"])
        messages[rank].append(span)
        bytes_taken[rank] += int(message["Size"])
    for rank in sorted(work):
        busy = union(work[rank])
        first, last = busy[0][0], busy[-1][1]
        flying = union(m for m in messages[rank] if first <= m[0] and m[1] <= last)
        if not flying:
            sys.exit(f"rank {rank} has no message between its tasks")
        print(f"rank {rank}: computes {100 * length(busy) / (last - first):.1f} % of "
              f"{last - first:.1f} ms; takes {len(messages[rank])} messages of "
              f"{bytes_taken[rank] / 2**20:.1f} MiB in all, on their way for {length(flying):.1f} ms, "
              f"of which {100 * common(flying, busy) / length(flying):.1f} % are hidden")


if __name__ == "__main__":
    if len(sys.argv) not in (1, 3) or "--help" in sys.argv:
        sys.exit(__doc__)
    main(*sys.argv[1:])
