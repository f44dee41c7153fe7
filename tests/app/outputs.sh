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
columns=$columns,entropy_relative_change,max_speed_m_s,courant,min_density_kg_m3,min_pressure_Pa
expect 'diagnostics.csv has a header' is "$(head -n 1 lines/diagnostics.csv)" "$columns"
expect 'and a line for the start and each step' \
    is "$(cut -d, -f1 lines/diagnostics.csv | tr '\n' ' ')" \
    "step $(seq -s ' ' 0 "$(value steps lines)") "
expect 'each with all columns' is "$(awk -F, 'NF != 12' lines/diagnostics.csv)" ''
expect 'the last line is at the end' is "$(tail -n 1 lines/diagnostics.csv | cut -d, -f2)" 10
bubble some --set output.diagnostics=4 --set 'output.fields=[]'
expect 'fewer lines, and one at the end' is "$(cut -d, -f1 some/diagnostics.csv | tr '\n' ' ')" \
    "step 0 4 8 12 13 "
expect 'lines do not change the result' same checksum plain some

for key in case order precision elements nodes partitions ranks workers scheduler fusion steps \
    stages simulated_s dt_s wall_s node_stages_per_s mass_relative_change \
    energy_relative_change entropy_relative_change max_speed min_density min_pressure checksum \
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
