#!/usr/bin/python3
"""tests/io/read_fields.py -- opens field files with VTK: are they the polynomials of sample.h?

Usage: read_fields.py SERIES ORDER TOLERANCE   (77: no VTK here)
"""
import json
import os
import random
import sys

try:
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkProbeFilter
    from vtkmodules.vtkIOHDF import vtkHDFReader
except ImportError:
    sys.exit(77)

LOWER, UPPER = (-500, 0, 0), (1500, 300, 2000)
LAGRANGE_HEXAHEDRON = 72


def polynomials(position, order):
    X, Y, Z = ((x - a) / (b - a) for x, a, b in zip(position, LOWER, UPPER))
    return {
        "rho": 2 + X**order * Y - Z**order,
        "u": 10 * (X * Y * Z) ** order - 2,
        "p": 1e5 * (1 + X * Y * Z**order),
    }


def check_file(path, order, tolerance):
    reader = vtkHDFReader()
    reader.SetFileName(path)
    reader.Update()
    grid = reader.GetOutput()
    nodes = (order + 1) ** 3
    assert grid.GetNumberOfCells() == 4, f"{path}: {grid.GetNumberOfCells()} cells"
    for cell in range(4):
        assert grid.GetCellType(cell) == LAGRANGE_HEXAHEDRON, f"{path}: {grid.GetCellType(cell)}"
        assert grid.GetCell(cell).GetNumberOfPoints() == nodes, f"{path}: points of cell {cell}"
    bounds = [bound for pair in zip(LOWER, UPPER) for bound in pair]
    assert max(abs(a - b) for a, b in zip(grid.GetBounds(), bounds)) < 1e-9, grid.GetBounds()

    random.seed(order)
    points = vtkPoints()
    points.SetDataTypeToDouble()
    for _ in range(200):
        points.InsertNextPoint([random.uniform(a, b) for a, b in zip(LOWER, UPPER)])
    where = vtkPolyData()
    where.SetPoints(points)
    probe = vtkProbeFilter()
    probe.SetInputData(where)
    probe.SetSourceData(grid)
    probe.Update()
    found = probe.GetOutput().GetPointData()
    assert vtk_to_numpy(found.GetArray(probe.GetValidPointMaskArrayName())).all(), f"{path}: holes"
    worst = 0
    for i in range(points.GetNumberOfPoints()):
        expected = polynomials(points.GetPoint(i), order)
        for name, scale in ("rho", 2), ("u", 10), ("p", 1e5):
            worst = max(worst, abs(found.GetArray(name).GetTuple1(i) - expected[name]) / scale)
    assert worst <= tolerance, f"{path}: off by {worst:.2e}, allowed {tolerance:g}"
    return worst


def check_in_paraview(series, times):
    """ParaView's own reader shows every time; only in pvpython."""
    try:
        from paraview.simple import OpenDataFile
    except ImportError:
        return
    shown = list(OpenDataFile(series).TimestepValues)
    assert shown == times, f"ParaView shows times {shown}, expected {times}"
    print(f"ParaView shows the times {shown}")


def main():
    series, order, tolerance = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    with open(series) as text:
        files = json.load(text)["files"]
    times = [file["time"] for file in files]
    assert times == [0, 0.1, 12.5], times
    for file in files:
        path = os.path.join(os.path.dirname(series), file["name"])
        print(f"{path}: largest relative difference {check_file(path, order, tolerance):.1e}")
    check_in_paraview(series, times)


main()
