#!/bin/sh
# tests/app/converge_long.sh -- observed orders of the verification problems, orders 1 to 5. TAP.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
# shellcheck source=tests/app/table.sh
. "$(dirname "$cases")/tests/app/table.sh"

expect 'isentropic vortex' converge vortex "$cases/isentropic_vortex.yaml" --orders 1,2,3,4,5 \
    --bases '[8,8,1],[16,16,1],[32,32,1]'
for n in 1 2 3 4; do
    expect "vortex, order $n: errors fall with order N" falls vortex $n 32 "$n - 0.1"
done
expect 'vortex, order 5: errors fall with order 4.3 from coarse meshes' falls vortex 5 16 4.3
expect 'vortex, order 5: and faster on finer ones' falls vortex 5 32 4.9
for known in 3:8:4.469e-3 3:16:9.214e-4 3:32:7.148e-5 4:8:2.579e-3 4:16:1.146e-4 4:32:7.60e-6; do
    n=${known%%:*} rest=${known#*:}
    expect "vortex, order $n, ${rest%:*} elements: error of the reference solver" \
        error vortex "$n" "${rest%:*}" "${rest#*:}"
done

expect 'density wave' converge wave "$cases/density_wave.yaml" --orders 1,2,3,4,5 \
    --bases '[16,16,1],[32,32,1]'
for n in 1 2 3 4 5; do
    expect "wave, order $n: errors fall with order N + 1" falls wave $n 32 "$n + 1 - 0.35"
done
expect 'density wave on coarser meshes' converge coarse "$cases/density_wave.yaml" --orders 4 \
    --bases '[2,2,1],[4,4,1],[8,8,1]'
for known in 2:2.689e-3 4:1.543e-4 8:5.90e-6; do
    expect "wave, order 4, ${known%:*} elements: error of the reference solver" \
        error coarse 4 "${known%:*}" "${known#*:}"
done
expect 'density wave without dissipation' converge central "$cases/density_wave.yaml" --orders 3 \
    --bases '[4,4,1],[8,8,1],[16,16,1]' --set flux.surface=conservative
expect 'errors fall with order N only' row central 3 16 'order > 2.9 && order < 3.1'
for known in 4:1.882e-3 8:2.366e-4 16:3.02e-5; do
    expect "without dissipation, ${known%:*} elements: error of the reference solver" \
        error central 3 "${known%:*}" "${known#*:}"
done
finish
