#!/usr/bin/python3
"""tests/io/run_examples.py -- runs the Python of docs/format.md on the files of tests/io/sample.h.

Usage: run_examples.py FORMAT.md FIELDS.hdf CHECKPOINT.h5   (77: no h5py here)
"""
import re
import sys

try:
    import h5py  # noqa: F401: the examples need it
except ImportError:
    sys.exit(77)

page, fields, checkpoint = sys.argv[1:]
with open(page, encoding="utf-8") as text:
    examples = re.findall(r"```python\n(.*?)```", text.read(), re.DOTALL)
assert len(examples) == 2, f"{len(examples)} examples"

seen = {}
exec(examples[0].replace("rising_bubble_000020.hdf", fields), seen)
assert seen["w"].shape == (4, 4, 4, 4), seen["w"].shape
assert seen["w"].max() == 0 and seen["time"] == 12.5 and seen["unit"] == "m/s"
corners = seen["x"][:, 0, 0, 0].tolist()
assert sorted(corners) == [[-500, 0, 0], [-500, 0, 1000], [500, 0, 0], [500, 0, 1000]], corners

seen = {}
exec(examples[1].replace("checkpoint_latest.h5", checkpoint), seen)
assert seen["step"] == 7 and seen["time"] == 12.5
assert seen["rho"].shape == (4, 4, 4, 4), seen["rho"].shape
assert abs(seen["rho"].max() - 3) < 1e-12 and abs(seen["rho"].min() - 1) < 1e-12
