#!/bin/sh
# tests/app/taylor_green.sh -- whorls break down at high order, nothing dissipates them: it holds.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

run tg taylor_green --set 'output.fields=[]' --set mesh.partitions=4
expect 'a Taylor-Green vortex of order 7 runs to 5 s' code 0 tg
expect 'it gets there' holds simulated_s tg 'x == 5'
expect 'density stays positive' holds min_density tg 'x > 0.9'
expect 'pressure stays positive' holds min_pressure tg 'x > 60'
expect 'mass stays' holds mass_relative_change tg 'x < 1e-13 && x > -1e-13'
expect 'energy stays' holds energy_relative_change tg 'x < 1e-13 && x > -1e-13'
expect 'entropy stays but for the time steps' \
    holds entropy_relative_change tg 'x < 1e-11 && x > -1e-11'
finish
