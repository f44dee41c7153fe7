#!/bin/sh
# tests/io/netcdf.sh -- planes as NetCDF: what xarray reads, also after restarts and a killed run.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
reader=$(cd "$cases/../tests/io" && pwd)/read_netcdf.py
python=
for candidate in "${PYTHON:-python3}" /usr/bin/python3; do
    "$candidate" -c 'import xarray, scipy' >/dev/null 2>&1 && { python=$candidate; break; }
done
[ -n "$python" ] || { echo '1..0 # SKIP no Python with xarray and scipy here'; exit 77; }

# A state of polynomials: order 3 holds it to the last digits.
cat >poly.yaml <<'END'
case: user_defined
order: 3
mesh: {base: [3, 2, 2], level: 0, lower: [-300, 0, 0], upper: [300, 200, 400]}
state:
  pressure: 100000
  density: 1 + 1e-3*x + 1e-6*z^2
  u: 1e-2*x + 1e-4*y*z
  v: 3 - 1e-2*z
  w: 1e-7*x^2*z
time: {steps: 4, dt: 0.01}
output: {slice: y=70, netcdf: true, pictures: false, files: false, fields: [rho, u, v, w, p, T]}
END
poly() { # FOLDER [argument...]
    folder=$1
    shift
    timeout 240 "$UPDRAFT" run poly.yaml --output "$folder" "$@" \
        >"$folder.out" 2>"$folder.err" </dev/null
    code=$?
}
reads() { "$python" "$reader" "$@"; }

poly double --set time.steps=0
expect 'a run with NetCDF' code 0 double
expect 'one file holds all' test "$(ls double)" = 'diagnostics.csv
effective.yaml
summary.json
user_defined_slice.nc'
file=double/user_defined_slice.nc
expect 'coordinates, units and names are those of CF' reads attributes $file
expect 'the values are those of the expressions' reads values $file y=70 1e-13
poly single --set time.steps=0 --set precision=single
expect 'in single precision, too' reads values single/user_defined_slice.nc y=70 2e-6
expect 'which the file keeps' reads type single/user_defined_slice.nc float32
for plane in x=10 z=130; do
    poly $plane --set time.steps=0 --set output.slice=$plane
    expect "the plane $plane" reads values $plane/user_defined_slice.nc $plane 1e-13
done
poly hill --set time.steps=0 --set mesh.mapping=mountain --set mesh.mountain_height=100 \
    --set mesh.mountain_width=100
expect 'within a mountain there are no values' reads mountain hill/user_defined_slice.nc

# The same times whether a run goes through or not.
some='--set output.interval=0.01 --set checkpoint.interval=0.02'
# shellcheck disable=SC2086 # several words
poly whole $some
expect 'a plane a time' reads times whole/user_defined_slice.nc 0 0.01 0.02 0.03 0.04
# shellcheck disable=SC2086
poly parts $some
# shellcheck disable=SC2086
poly parts $some --restart parts/checkpoint_000002.h5
expect 'going on in the same folder' code 0 parts
expect 'has the same planes, none twice' reads same whole/user_defined_slice.nc \
    parts/user_defined_slice.nc
expect 'and both commands in the history' reads history parts/user_defined_slice.nc 2
# shellcheck disable=SC2086
poly other $some --restart parts/checkpoint_000002.h5
expect 'going on in another folder begins a file' reads times other/user_defined_slice.nc 0.03 0.04
# shellcheck disable=SC2086
poly parts $some --restart parts/checkpoint_000002.h5 --set time.steps=3
expect 'a shorter run leaves no later planes' \
    reads times parts/user_defined_slice.nc 0 0.01 0.02 0.03
sums() { cksum parts/*.nc parts/*.csv parts/summary.json; }
before=$(sums)
# shellcheck disable=SC2086
poly parts $some --restart parts/checkpoint_000002.h5 --set 'output.fields=[rho]'
expect 'other fields are refused: code 2' code 2 parts
expect 'by name of the file' grep -q 'parts/user_defined_slice.nc: it holds another plane' parts.err
expect 'and all is left as it was' test "$(sums)" = "$before"
poly parts --overwrite --set output.netcdf=false
expect 'an overwritten folder has no file of the run before' test ! -e parts/user_defined_slice.nc

# Killed when three times are there.
rm -rf killed
"$UPDRAFT" run poly.yaml --output killed --set time.steps=1000000 --set output.interval=0.01 \
    >killed.out 2>killed.err </dev/null &
victim=$!
tries=0
until [ "$(od -An -tu1 -j 7 -N 1 killed/user_defined_slice.nc 2>/dev/null || echo 0)" -ge 3 ] ||
    [ $tries -ge 600 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -9 $victim 2>/dev/null
wait $victim 2>/dev/null
expect 'a killed run leaves a file that is read' \
    reads begins killed/user_defined_slice.nc 0 0.01 0.02
finish
