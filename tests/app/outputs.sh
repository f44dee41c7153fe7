#!/bin/sh
# tests/app/outputs.sh -- what a run leaves behind.
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"

bubble() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" rising_bubble --set mesh.level=1 --set time.end=10 "$@"
}
is() { [ "$1" = "$2" ] || { echo "$1"; echo "is not"; echo "$2"; return 1; }; }
left() { find "$1" -name "$2" | sed 's,.*/,,' | sort; }

bubble plain --set 'output.fields=[]' --set mesh.partitions=3
expect 'a run without fields' code 0 plain
expect 'leaves three files' is "$(ls plain)" 'diagnostics.csv
effective.yaml
summary.json'
expect 'standard output is for results' test ! -s plain.out
expect 'the last step ends at time.end exactly' holds simulated_s plain 'x == 10'
expect 'since it is shorter' holds dt_s plain '10 / x != int(10 / x)'
run exact rising_bubble --set mesh.level=1 --set 'output.fields=[]' --set time.end=0.5 \
    --set time.dt=0.5
run short rising_bubble --set mesh.level=1 --set 'output.fields=[]' --set time.end=0.5 \
    --set time.dt=0.7
expect 'a shortened step is one of that length' same checksum exact short

bubble fields --set 'output.interval=2.5' --set 'output.fields=[w, p]' --set mesh.partitions=3
expect 'a run with fields' code 0 fields
expect 'outputs do not change the result' same checksum plain fields
expect 'outputs do not change the step' same dt_s plain fields
expect 'an output at the start, every 2.5 s and at the end' is "$(left fields '*.hdf')" \
    "$(printf 'rising_bubble_%06d.hdf\n' 0 1 2 3 4)"
expect 'a picture of each field with each' is "$(left fields '*.png' | wc -l | tr -d ' ')" 10
expect 'and a list of them' grep -q rising_bubble_000004.hdf fields/rising_bubble.hdf.series

bubble times --set 'output.times=[1, 7.7]' --set 'output.fields=[w]' --set output.pictures=false
expect 'outputs at given times do not change the result' same checksum plain times
expect 'an output at the start, at the times and at the end' is "$(left times 'rising*')" \
    "$(printf 'rising_bubble.hdf.series\n'; printf 'rising_bubble_%06d.hdf\n' 0 1 2 3)"

bubble lines --set output.diagnostics=1 --set 'output.fields=[]'
columns=step,time_s,mass_kg,energy_J,entropy,mass_relative_change,energy_relative_change
columns=$columns,entropy_relative_change,max_speed_m_s,max_mach,acoustic_courant
columns=$columns,min_density_kg_m3,min_pressure_Pa,min_temperature_K,max_temperature_K
expect 'diagnostics.csv has a header' is "$(head -n 1 lines/diagnostics.csv)" "$columns"
expect 'and a line for the start and each step' \
    is "$(cut -d, -f1 lines/diagnostics.csv | tr '\n' ' ')" \
    "step $(seq -s ' ' 0 "$(value steps lines)") "
expect 'each with all columns' is "$(awk -F, 'NF != 15' lines/diagnostics.csv)" ''
expect 'the last line is at the end' is "$(tail -n 1 lines/diagnostics.csv | cut -d, -f2)" 10
bubble some --set output.diagnostics=4 --set 'output.fields=[]'
expect 'fewer lines, and one at the end' is "$(cut -d, -f1 some/diagnostics.csv | tr '\n' ' ')" \
    "step 0 4 8 12 13 "
expect 'lines do not change the result' same checksum plain some

for key in case order precision elements nodes partitions ranks workers scheduler fusion steps \
    stages simulated_s dt_s wall_s node_stages_per_s mass_relative_change \
    energy_relative_change entropy_relative_change acoustic_courant max_speed max_mach \
    min_density min_pressure min_temperature max_temperature max_speed_at max_mach_at \
    min_density_at min_pressure_at min_temperature_at max_temperature_at checksum \
    exit version commit build host command; do
    expect "summary.json has $key" test -n "$(value $key plain)"
done
expect 'elements' is "$(value elements plain)" 8
expect 'nodes' is "$(value nodes plain)" 1000
expect 'partitions' is "$(value partitions plain)" 3
expect 'stages of a step' is "$(value stages plain)" 14
expect 'exit code' is "$(value exit plain)" 0
expect 'the checksum is of 16 digits' expr "$(value checksum plain)" : '[0-9a-f]\{16\}$'
expect 'mass stays' holds mass_relative_change plain 'x < 1e-14 && x > -1e-14'
expect 'energy stays' holds energy_relative_change plain 'x < 1e-14 && x > -1e-14'

# Extremes: each of this state is at a corner of its own, where eight elements meet.
at() { tr -d ' \n' <"$2/summary.json" | sed "s/.*\"$1\":\[\([^]]*\)\].*/\1/"; }
bump() { echo "exp(-4*((x - $1)^2 + (y - $2)^2 + (z - $3)^2))"; }
bumps() { # FOLDER [argument...]
    into=$1
    shift
    run "$into" user_defined --set gravity=0 --set order=4 \
        --set 'mesh={base: [1, 1, 1], level: 2}' \
        --set 'mesh.lower=[0, 0, 0]' --set 'mesh.upper=[4, 4, 4]' --set time.steps=0 \
        --set "state.pressure=1e5 - 1000*$(bump 2 3 1)" \
        --set "state.temperature=300 + 60*$(bump 3 1 2) - 30*$(bump 1 3 3)" \
        --set "state.u=50*$(bump 1 1 1)" --set output.slice=y=1 --set output.pictures=false \
        --set output.files=false "$@"
}
bumps bumps --set 'output.fields=[u, T]' --set 'output.points=[[1, 1, 1], [3, 1, 2]]'
expect 'a run without steps' code 0 bumps
for extreme in max_speed:1.0,1.0,1.0 max_mach:1.0,1.0,1.0 min_density:3.0,1.0,2.0 \
    max_temperature:3.0,1.0,2.0 min_temperature:1.0,3.0,3.0 min_pressure:2.0,3.0,1.0; do
    key=${extreme%:*}
    expect "$key is where the initial state has it" is "$(at "${key}_at" bumps)" "${extreme#*:}"
done
expect 'largest speed' holds max_speed bumps 'x > 49.999999 && x < 50.000001'
expect 'largest temperature' holds max_temperature bumps 'x > 359.99999 && x < 360.00001'
expect 'smallest temperature' holds min_temperature bumps 'x > 269.99999 && x < 270.00001'
expect 'smallest pressure' holds min_pressure bumps 'x > 98999.9999 && x < 99000.0001'
R=$(sed -n 's/ *gas_constant: *\([0-9.]*\).*/\1/p' bumps/effective.yaml)
ratio="x / (50 / sqrt(1.4 * $R * 300))"
expect 'largest Mach number' holds max_mach bumps "$ratio > 0.9999 && $ratio < 1.0001"
expect 'the Courant number of the last line is that of the summary' awk -F, \
    -v c="$(value acoustic_courant bumps)" \
    'END { exit !(c > 0 && $11 / c > 0.99999 && $11 / c < 1.00001) }' bumps/diagnostics.csv
places() { tr -d ' \n' <"$1/summary.json" | grep -o '"[a-z_]*_at":\[[^]]*\]'; }
bubble one --set 'output.fields=[]' --set mesh.partitions=1
bubble five --set 'output.fields=[]' --set mesh.partitions=5
expect 'extremes have places' test "$(places one | wc -l)" -eq 6
expect 'which do not depend on the partitions' is "$(places one)" "$(places five)"

run still rising_bubble --set mesh.level=1 --set time.steps=0 --set 'output.fields=[]'
expect 'of equal ones the first node of the first element has it' \
    is "$(at max_speed_at still)" -1000.0,-1000.0,0.0

# Points.
expect 'points.csv names field, unit and point' is "$(head -n 1 bumps/points.csv)" \
    'step,time_s,u (m/s) at 1 1 1,T (K) at 1 1 1,u (m/s) at 3 1 2,T (K) at 3 1 2'
expect 'and holds the state there' awk -F, 'NR == 2 {
    u = $3 - 50; T = $6 - 360; exit !(u * u < 1e-12 && T * T < 1e-10) }' bumps/points.csv
bubble points --set output.diagnostics=1 --set 'output.fields=[w]' --set output.files=false \
    --set output.pictures=false --set 'output.points=[[0, 0, 260], [1000, 1000, 2000]]'
expect 'points do not change the result' same checksum plain points
expect 'points.csv has a line for each of diagnostics.csv' \
    is "$(cut -d, -f1,2 points/points.csv)" "$(cut -d, -f1,2 points/diagnostics.csv)"
expect 'with a value for each point' is "$(awk -F, 'NF != 4' points/points.csv)" ''
expect 'the warm bubble rises' awk -F, 'END { exit !($3 > 1e-3) }' points/points.csv
bubble points --overwrite --set 'output.fields=[]'
expect 'a run without points leaves no points.csv of an earlier one' test ! -e points/points.csv
bubble outside --set 'output.fields=[w]' --set 'output.points=[[0, 0, 260], [0, 0, 2000.5]]'
expect 'a point outside of the mesh is refused' code 2 outside
expect 'with one line that names key and point' is "$(cat outside.err)" \
    'updraft: output.points: point [0, 0, 2000.5] is outside of the mesh, whose box is '\
'[-1000, -1000, 0] to [1000, 1000, 2000] m'
expect 'before the run: nothing is left' test ! -e outside
expect 'updraft check refuses it, too' test "$("$UPDRAFT" check "$cases/rising_bubble.yaml" \
    --set 'output.points=[[0, 0, 2000.5]]' 2>&1 >checked | grep -c 'output.points: point')" -eq 1

# The echo gives the run again, from anywhere.
again() {
    timeout 240 "$UPDRAFT" run "$1/effective.yaml" --output again --overwrite >again.out 2>again.err
}
for folder in plain fields; do
    expect "effective.yaml of $folder runs" again $folder
    expect "effective.yaml of $folder gives the same state" same checksum $folder again
    expect "effective.yaml of $folder gives the same partitions" same partitions $folder again
    expect "effective.yaml of $folder comes out again" is \
        "$(grep -v directory $folder/effective.yaml)" "$(grep -v directory again/effective.yaml)"
done

# What stands there stays.
before=$(cksum plain/*)
bubble plain --set 'output.fields=[]'
expect 'a folder with results is refused' code 2 plain
expect 'and left as it was' is "$(cksum plain/*)" "$before"
finish
