#!/usr/bin/env python3
# bench/scaling_energy.py -- reads what GPU boards take, and how much of it went into a time loop.
"""scaling_energy.py sample
    prints the time in s since 1970 and the energy in J that each board has taken, until what
    started it ends: NVML's counters, or the power that nvidia-smi shows, added up. Exits with 3
    where neither is there.
scaling_energy.py window SAMPLES FROM TO LOOP GPUS
    prints the energy in J that the time loop of a run took: between the times FROM and TO, the most
    that GPUS boards, those that took most, took in LOOP seconds on end, since what comes before and
    after the loop takes less. Prints null where there are too few samples to say."""
import bisect
import ctypes
import os
import subprocess
import sys
import time

PERIOD = 0.05  # s


def counters():
    """A function that returns the energy in J of each board; None where NVML counts none."""
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        count = ctypes.c_uint()
        if nvml.nvmlInit_v2() or nvml.nvmlDeviceGetCount_v2(ctypes.byref(count)):
            return None
        boards = [ctypes.c_void_p() for _ in range(count.value)]
        for i, board in enumerate(boards):
            if nvml.nvmlDeviceGetHandleByIndex_v2(i, ctypes.byref(board)):
                return None
        millijoules = ctypes.c_ulonglong()

        def read():
            taken = []
            for board in boards:
                if nvml.nvmlDeviceGetTotalEnergyConsumption(board, ctypes.byref(millijoules)):
                    return None
                taken.append(millijoules.value * 1e-3)
            return taken
        return read if boards and read() else None
    except (OSError, AttributeError):
        return None


def powers():
    """A function that adds up the power that nvidia-smi shows; None where it shows none."""
    def watts():
        try:
            said = subprocess.run(["nvidia-smi", "--query-gpu=power.draw",
                                   "--format=csv,noheader,nounits"],
                                  capture_output=True, text=True, timeout=10, check=True).stdout
            return [float(line) for line in said.split("\n") if line.strip()]
        except (OSError, subprocess.SubprocessError, ValueError):
            return None

    first = watts()
    if not first:
        return None
    taken, last = [0.0] * len(first), [time.time()]

    def read():
        now_drawn = watts()
        if not now_drawn or len(now_drawn) != len(taken):
            return None
        now = time.time()
        for i, power in enumerate(now_drawn):
            taken[i] += power * (now - last[0])
        last[0] = now
        return taken
    return read


def sample():
    read = counters() or powers()
    if not read:
        return 3
    parent = os.getppid()
    while os.getppid() == parent:
        taken = read()
        if taken:
            print(f"{time.time():.4f}", *(f"{joules:.3f}" for joules in taken), flush=True)
        time.sleep(PERIOD)
    return 0


def at(times, values, t):
    """Linear between samples; values beyond the ends are those at the ends."""
    i = min(max(bisect.bisect_right(times, t), 1), len(times) - 1)
    share = min(max((t - times[i - 1]) / (times[i] - times[i - 1]), 0), 1)
    return values[i - 1] + share * (values[i] - values[i - 1])


def window(samples, start, end, loop, gpus):
    """Energy in J, or None; samples: (time, [energy of each board]) in the order of time."""
    samples = [s for s in samples if start <= s[0] <= end]
    times = [s[0] for s in samples]
    if len(samples) < 4:
        return None
    covered = times[-1] - times[0]
    if covered < loop or loop < 4 * covered / len(times):
        return None
    boards = list(zip(*(s[1] for s in samples)))
    used = sorted(boards, key=lambda b: b[0] - b[-1])[:gpus]
    total = [sum(at_once) for at_once in zip(*used)]
    starts = [t for t in times if t + loop <= times[-1]] + [times[-1] - loop]
    return max(at(times, total, t + loop) - at(times, total, t) for t in starts)


def read_samples(path):
    samples = []
    with open(path, encoding="ascii") as file:
        for line in file:
            if line.endswith("\n"):  # the last one may be under way
                words = [float(word) for word in line.split()]
                samples.append((words[0], words[1:]))
    return samples


def main(arguments):
    if arguments == ["sample"]:
        return sample()
    if len(arguments) == 6 and arguments[0] == "window":
        joules = window(read_samples(arguments[1]), *map(float, arguments[2:5]), int(arguments[5]))
        print("null" if joules is None else f"{joules:.1f}")
        return 0
    print(__doc__, file=sys.stderr)
    return 0 if arguments == ["--help"] else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
