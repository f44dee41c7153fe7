#!/bin/sh
# tests/mesh/files.sh -- mesh files: what is wrong ends `updraft check` with one line that says where,
# what is right runs from any folder and again from its effective.yaml.
# shellcheck source=tests/app/tap.sh
data=$(cd "${srcdir:-.}" && pwd)/tests/data
. "${srcdir:-.}/tests/app/tap.sh"

# check_mesh CASE-LINES: `updraft check` of a case with the mesh file bad.inp.
check_mesh() {
    printf 'case: resting_atmosphere\nmesh: {file: bad.inp, level: 0}\n%btime: {steps: 1}\n' "$1" \
        >case.yaml
    timeout 60 "$UPDRAFT" check case.yaml >check.out 2>check.err
    code=$?
}

# says WORDS: the run was refused with code 2 and one line that holds them.
says() {
    cat check.err
    [ "$code" -eq 2 ] && [ "$(wc -l <check.err)" -eq 1 ] && grep -qF -- "$1" check.err &&
        ! grep -qE 'fault of the program|Sanitizer|Backtrace' check.err
}

# refused WORDS 'what sed makes of a right file': wrong.
refused() {
    sed -e "$2" "$data/cube.inp" >bad.inp
    check_mesh ''
    expect "refused with: $1" says "$1"
}

# holds WORDS 'whole file'
holds() {
    printf '%b' "$2" >bad.inp
    check_mesh ''
    expect "refused with: $1" says "$1"
}

# ---- no mesh at all
rm -f bad.inp
check_mesh ''
expect 'a missing file' says 'mesh.file: cannot open bad.inp: No such file or directory'
mkdir bad.inp
check_mesh ''
expect 'a folder' says 'bad.inp is a folder, not a file'
rmdir bad.inp
ln -s /dev/zero bad.inp
check_mesh ''
expect 'a device without an end' says '/dev/zero is a device or a pipe, not a file'
rm bad.inp
holds 'is not an Abaqus file with a *Node list and an *Element list of type C3D8' ''
holds 'is not an Abaqus file with' 'hello\n'
holds 'bad.inp:1: a line of text ends after at most 4094 bytes' '\0\0\0'
head -c 100000 /dev/zero | tr '\0' 'x' >bad.inp
check_mesh ''
expect 'a line that does not end' says 'bad.inp:1: a line of text ends after at most 4094 bytes'
head -c 100000 "$UPDRAFT" >bad.inp
check_mesh ''
expect 'a program' says 'mesh.file: '
refused 'is not an Abaqus file with' '/^\*Node/,/^\*Element/{/^\*/!d}'
refused 'is not an Abaqus file with' '/^\*Element/q'

# ---- lines
refused 'bad.inp:31: solids of type C3D4 are no hexahedra' 's/C3D8/C3D4/'
refused 'bad.inp:7: want a node: its number and three finite coordinates' '7s/,[^,]*$//'
refused 'bad.inp:7: want a node: its number and three finite coordinates' '7s/,[^,]*$/, nan/'
refused 'bad.inp:7: want a node: its number and three finite coordinates' '7s/,[^,]*$/, 1e999/'
refused 'bad.inp:7: want a node: its number and three finite coordinates' '7s/,[^,]*$/, 1;5/'
refused 'bad.inp:32: want a hexahedron: its number and those of eight nodes' '32s/,[^,]*$//'
refused 'bad.inp:32: want a hexahedron' '32s/$/, 3/'
refused 'bad.inp:39: want a hexahedron' '39s/[^,]*$//'

# ---- numbers of nodes
refused 'bad.inp:4: nodes have numbers from 1 on, not 0' '4s/^1,/0,/'
refused 'bad.inp:4: nodes have numbers from 1 on, not -1' '4s/^1,/-1,/'
refused 'bad.inp: node 2 stands twice, in lines 4 and 5' '4s/^1,/2,/'
refused 'bad.inp:32: hexahedron 1 has a corner that is no node: 1' '4s/^1,/99,/'
refused 'bad.inp:32: hexahedron 1 has a corner that is no node: -1' '32s/^1, 1,/1, -1,/'
refused 'bad.inp:32: hexahedron 1 has a corner that is no node: 4294967297' \
    '32s/^1, 1,/1, 4294967297,/'
refused 'bad.inp:32: hexahedron 1 has node 2 at two of its corners' '32s/^1, 1,/1, 2,/'

# ---- hexahedra that do not fit
refused 'bad.inp: hexahedra 1 and 1 lie on the same side of a face' '32p'
one='*Node\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n'
holds 'element 0 (tree 0) is folded or turned inside out: J = -' \
    "$one*Element, type=C3D8\n1, 4,3,2,1,8,7,6,5\n"
holds 'hexahedra 1 and 2 lie on the same side of a face that they share' \
    "$one"'9,0,0,2\n10,1,0,2\n11,1,1,2\n12,0,1,2\n*Element, type=C3D8\n1,1,2,3,4,5,6,7,8\n2,8,7,6,5,12,11,10,9\n'
holds 'more than two hexahedra share a face, 2 and 3 among them' \
    "$one"'9,0,0,2\n10,1,0,2\n11,1,1,2\n12,0,1,2\n13,0,0,3\n14,1,0,3\n15,1,1,3\n16,0,1,3\n*Element, type=C3D8\n1,1,2,3,4,5,6,7,8\n2,5,6,7,8,9,10,11,12\n3,5,6,7,8,13,14,15,16\n'
holds 'hexahedra 1 and 2 share four nodes, but not the edges between them' \
    "$one"'9,0,0,2\n10,1,0,2\n11,1,1,2\n12,0,1,2\n*Element, type=C3D8\n1,1,2,3,4,5,6,7,8\n2,5,6,8,7,9,10,11,12\n'
holds 'is folded or turned inside out' \
    '*Node\n1,0,0,0\n2,1,0,0\n3,-9,-9,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n*Element, type=C3D8\n1,1,2,3,4,5,6,7,8\n'

# ---- keys that contradict the file
cp "$data/cube.inp" bad.inp
for key in 'base: [1, 1, 1]' 'lower: [0, 0, 0]' 'upper: [1, 1, 1]' 'periodic: [true, true, false]'; do
    printf 'case: resting_atmosphere\nmesh: {file: bad.inp, %s}\ntime: {steps: 1}\n' "$key" >case.yaml
    timeout 60 "$UPDRAFT" check case.yaml >check.out 2>check.err
    code=$?
    expect "refused beside mesh.file: $key" \
        says "case.yaml:2:23: keys mesh.${key%%:*} and mesh.file exclude each other, and mesh.file is set at case.yaml:2:8"
done
printf 'case: resting_atmosphere\nmesh: {file: bad.inp}\ntime: {steps: 1}\n' >case.yaml
timeout 60 "$UPDRAFT" check case.yaml --set 'mesh.lower=[0, 0, 0]' >check.out 2>check.err
code=$?
expect 'refused beside the mesh.file of the case file: --set mesh.lower' says \
    'keys mesh.lower and mesh.file exclude each other, and mesh.file is set at case.yaml:2:8'

# ---- what is right
same_mesh() { # NAME 'what sed makes of a right file': the plan is that of the file as it was
    cp "$data/cube.inp" bad.inp
    check_mesh ''
    mv check.out wanted.out
    sed -e "$2" "$data/cube.inp" >bad.inp
    check_mesh ''
    expect "$1" cmp wanted.out check.out
}
same_mesh 'nodes numbered with gaps' 's/^1,/10000000000,/; 32s/10000000000, 1,/1, 10000000000,/'
same_mesh 'comments, empty lines, capitals and keywords that are nobody'\''s' \
    '5i ** a comment\n\n
     3s/.*/*NODE, NSET=ALL/; 31s/.*/*Nset, nset=a\n1, 2\n*ELEMENT, ELSET=E, TYPE=C3D8R/'
same_mesh 'lines that end as on other systems' 's/$/\r/'
same_mesh 'a list of nodes in two lines' '32s/^\(1, 1, [0-9]*,\)/\1\n/'
same_mesh 'nodes that no hexahedron has' '30a 999, 1e6, 1e6, 1e6'
printf '%s' "$(cat "$data/cube.inp")" >bad.inp
check_mesh ''
expect 'a last line without an end' cmp wanted.out check.out

# ---- paths
mkdir -p cases/meshes elsewhere
cp "$data/turned.inp" cases/meshes/
printf 'case: resting_atmosphere\norder: 2\nmesh: {file: meshes/turned.inp, level: 0}\n' \
    >cases/turned.yaml
printf 'time: {steps: 2}\noutput: {slice: y=500, fields: [w]}\n' >>cases/turned.yaml
timeout 240 "$UPDRAFT" run cases/turned.yaml --output one >one.out 2>one.err
code=$?
expect 'a path counts from the folder of the case file' code 0 one
expect 'effective.yaml has all of it' grep -q "^  file: \"*/.*cases/meshes/turned.inp" \
    one/effective.yaml
expect 'and no box' sh -c '! grep -qE "^  (base|lower|upper|periodic):" one/effective.yaml'
(cd elsewhere && timeout 240 "$UPDRAFT" run ../one/effective.yaml --output ../two) \
    >two.out 2>two.err
code=$?
expect 'effective.yaml runs from any folder' code 0 two
expect 'with the same result' same checksum one two
printf 'case: user_defined\nmesh: {lower: [0, 0, 0], level: 0}\ntime: {steps: 1}\n' >set.yaml
printf 'state: {density: 1, pressure: 1e5}\n' >>set.yaml
timeout 60 "$UPDRAFT" check set.yaml --set mesh.file=cases/meshes/turned.inp --set output.slice=y=500 \
    >set.out 2>set.err
code=$?
expect '--set mesh.file wins over the box of the case file, from the current folder' code 0 set
expect 'and its hexahedra are counted' grep -q '^elements  *27 of order 4' set.out
finish
