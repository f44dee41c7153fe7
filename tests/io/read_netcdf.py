#!/usr/bin/python3
"""tests/io/read_netcdf.py -- reads the files of tests/io/netcdf.sh with xarray, as users do.

Usage: read_netcdf.py WHAT FILE.nc [argument...]   (what is wrong is said and ends with 1)
"""
import sys

import numpy as np
import xarray as xr

what, path, *arguments = sys.argv[1:]
file = xr.open_dataset(path)
seconds = (file.time.values - np.datetime64("2000-01-01")) / np.timedelta64(1, "s")


def same(found, wanted, text):
    if found != wanted:
        sys.exit(f"{text}: {found!r}, not {wanted!r}")


def at_times(found, wanted):
    # xarray keeps nanoseconds
    if len(found) != len(wanted) or np.abs(found - np.array(wanted, float)).max() > 2e-9:
        sys.exit(f"times are {found}, not {wanted}")


def analytic(field, x, y, z):
    rho = 1 + 1e-3 * x + 1e-6 * z**2
    return {
        "rho": rho, "u": 1e-2 * x + 1e-4 * y * z, "v": 3 - 1e-2 * z + 0 * x,
        "w": 1e-7 * x**2 * z, "p": 1e5 + 0 * x,
    }[field]


if what == "attributes":
    with xr.open_dataset(path, engine="scipy", decode_cf=False) as raw:
        same(raw.time.attrs["units"], "seconds since 2000-01-01 00:00:00", "units of time")
        same(raw.time.attrs["calendar"], "proleptic_gregorian", "calendar")
        same(raw.rho.attrs["coordinates"], "y", "coordinates of rho")
    same(file.attrs["Conventions"], "CF-1.8", "Conventions")
    same(file.attrs["source"].split()[0], "Updraft", "source")
    same("updraft run poly.yaml" in file.attrs["history"], True, "history has the command")
    same("case: user_defined" in file.attrs["case_file"], True, "case_file")
    same(file.rho.dims, ("time", "z", "x"), "dimensions of rho")
    same(dict(file.sizes), {"time": 1, "z": 8, "x": 12}, "sizes")
    for axis, name, letter in (("x", "projection_x_coordinate", "X"), ("z", "altitude", "Z"),
                               ("y", "projection_y_coordinate", "Y")):
        same(file[axis].attrs["standard_name"], name, axis)
        same(file[axis].attrs["axis"], letter, axis)
        same(file[axis].attrs["units"], "m", axis)
    same(file.z.attrs["positive"], "up", "z")
    same(float(file.y), 70.0, "y")
    same(file.x.values.tolist(), [-275.0 + 50 * i for i in range(12)], "x")
    same(file.z.values.tolist(), [25.0 + 50 * i for i in range(8)], "z")
    for field, unit, name in (("rho", "kg/m3", "air_density"), ("u", "m/s", "eastward_wind"),
                              ("v", "m/s", "northward_wind"), ("w", "m/s", "upward_air_velocity"),
                              ("p", "Pa", "air_pressure"), ("T", "K", "air_temperature")):
        same(file[field].attrs["units"], unit, field)
        same(file[field].attrs["standard_name"], name, field)
        same(bool(file[field].attrs["long_name"]), True, field)
        same("_FillValue" in file[field].encoding, True, field)
elif what == "values":
    plane, most = arguments[0], float(arguments[1])
    same(float(file[plane[0]]), float(plane[2:]), "the plane")
    x, y, z = xr.broadcast(file.x, file.y, file.z)
    for field in ("rho", "u", "v", "w", "p"):
        wanted = analytic(field, file.x, file.y, file.z).broadcast_like(file[field])
        worst = float(np.abs(file[field] - wanted).max() / np.abs(wanted).max())
        if not worst <= most:
            sys.exit(f"{field} is off by {worst}")
    temperature = file.p / (287.6 * file.rho)
    if not float(np.abs(file["T"] / temperature - 1).max()) < 1e-2: # not a polynomial
        sys.exit("T is off")
elif what == "type":
    same(str(file.rho.dtype), arguments[0], "type")
elif what == "mountain":
    # The hill is 100 m high at x = 0 and the grid begins at z = 25 m.
    low = file.u.isel(time=0).sel(z=25.0)
    same(bool(np.isnan(low.sel(x=25.0))), True, "no value at (25, 25)")
    same(bool(np.isnan(file.u.isel(time=0).sel(z=125.0)).any()), False, "no gap above the hill")
    wanted = analytic("u", file.x, file.y, file.z)
    if not float(np.abs(file.u.isel(time=0) - wanted).max()) < 0.05:
        sys.exit("u above the hill is off")
elif what == "times":
    at_times(seconds, arguments)
elif what == "begins":
    at_times(seconds[:len(arguments)], arguments)
    same(bool(np.isfinite(file.rho.values).all()), True, "values")
elif what == "same":
    other = xr.open_dataset(arguments[0])
    same(file.equals(other), True, f"equal to {arguments[0]}")
elif what == "history":
    same(len(file.attrs["history"].splitlines()), int(arguments[0]), "lines of history")
else:
    sys.exit(f"what is {what}?")
