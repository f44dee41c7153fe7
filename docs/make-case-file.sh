#!/bin/sh
# docs/make-case-file.sh -- prints docs/case-file.md, from what `updraft explain` says of each key.
#
# Usage: docs/make-case-file.sh [PROGRAM] >docs/case-file.md     (PROGRAM: ./updraft)
# The words of a key stand in io/options.def and the cases' defaults in cases/*.c, nowhere else.
set -eu
updraft=${1:-./updraft}
keys=$("$updraft" explain | cut -d' ' -f1)

cat <<'END'
<!-- docs/case-file.md -- reference of all keys; made by docs/make-case-file.sh, do not edit -->
# The case file

A case file is YAML (UTF-8). The same text comes from the program: `updraft explain` lists all keys,
`updraft explain mesh` a section, `updraft explain mesh.level` one key; `updraft init NAME` writes a
case file with all keys.

- Only `case` is needed. Values come from, each overriding the one before: the default, the case's
  default, the file, `--set KEY=VALUE` from left to right, `--output DIR`.
- `--set mesh.level=2` takes any value of YAML: `--set output.fields='[w, p]'`.
- A number is read whole and with a decimal point, whatever the locale; nan and inf are refused.
- `auto` is worked out by the program; `none` means: not set, and switches off what a case brings.
- An unknown or doubled key, a wrong type or an impossible value ends the program with exit code 2
  and a message that names file, line, column and the nearest known key.
- The block `check:` belongs to the tests: with which overrides (`set`) `make check` runs the file,
  and within which bounds its `summary.json` has to be. `updraft run` ignores it.

In the tables, "default" is what holds for a case that is not named behind it.

## Cases

| `case` | what | keys of `initial` |
| --- | --- | --- |
END

"$updraft" explain case | awk '
    /^[a-z_]+$/ { name = $0 }
    name && /^  initial:/ { sub(/^  initial: /, ""); print "| `" name "` | " what " | " $0 " |" }
    name && !/initial:/   { sub(/^  /, ""); what = $0 }'

# table TITLE KEY...: a row a key.
table() {
    printf '\n## %s\n\n| key | values | unit | default | meaning |\n' "$1"
    printf '| --- | --- | --- | --- | --- |\n'
    shift
    for key; do
        "$updraft" explain "$key" | awk -v key="$key" '
            function cell(text) { gsub(/\|/, "\\|", text); return text }
            NR == 1 { meaning = substr($0, index($0, " -- ") + 4) }
            /^  (value|default|unit|instead|fields) / {
                name = $1
                sub(/^ +[a-z]+ +/, "")
                v[name] = $0
            }
            /^  case  / {
                sub(/^  case +/, "")
                at = index($0, ": ")
                own = own "; " substr($0, 1, at - 1) " `" substr($0, at + 2) "`"
            }
            /^$/ { exit } # the list of cases
            END {
                sub(/:.*/, "", v["instead"])
                if (key ~ /^initial\./) default_value = substr(own, 3)
                else default_value = "`" v["default"] "`" own
                if (v["fields"]) v["value"] = v["value"] ": " v["fields"]
                if (v["instead"] && !index(meaning, "instead of"))
                    meaning = meaning "; this or `" v["instead"] "`"
                print "| `" key "` | " cell(v["value"]) " | " v["unit"] " | " default_value " | " \
                      cell(meaning) " |"
            }'
    done
}

# What expressions are, and the names and functions that they may use.
expressions() {
    cat <<'END'

These are expressions in C's notation, with `^` for powers, `a ? b : c` for cases, and numbers with a
decimal point; a number alone is one, too. Velocities that are left out are 0. `>-` behind the key
lets an expression go over several lines; one with `: ` in it stands there or in quotes. An
expression that cannot be read is refused with its
position; a state that has no positive density and pressure, or is no number somewhere, with the
point where.

| name | what |
| --- | --- |
END
    "$updraft" explain state | awk '
        /^name / {
            name = $2
            sub(/^name +[a-zA-Z]+ +/, "")
            sub(/\[/, "("); sub(/\]$/, ")")
            print "| `" name "` | " $0 " |"
        }
        /^functions / { sub(/^functions /, ""); print "\nFunctions: " $0 "." }'
}

# The maps and mesh files.
meshes() {
    cat <<'END'

The box, `base` times refined `level` times, may be bent by a map from positions X in the box to
positions x; elements become the polynomials of degree `order` through their mapped nodes. L is the
length of the box from l, and i, j, k are x, y, z in turn.

- `mapping: warp`: x_i = X_i + a L_i/2 sin(2π (X_j - l_j)/L_j) sin(2π (X_k - l_k)/L_k), a = `warp`.
  All faces bend, those at the boundary too; the map is periodic, and it does not fold for |a| < 1/π.
- `mapping: mountain`: z = Z + h(x, y) (top - Z)/(top - bottom). The ridge is h = height/(1 + r²),
  r = (x - center)/width, the hill h = height/(1 + r²)^(3/2) with r² = ((x - center_x)² +
  (y - center_y)²)/width². In periodic directions distances are the shortest ones.

A mesh that is folded is refused, with the element, node and position where J is not positive.

`file` names a mesh instead of a box: an Abaqus file (.inp), as many mesh generators write, of which
`*Node` and `*Element, type=C3D8` are read and other keywords are passed over. Coordinates are in
metres, z points upwards. Each hexahedron is a coarse element, trilinear between its corners, and is
refined `level` times. Hexahedra are neighbours where they share the four nodes of a face; all other
faces are walls, also between nodes at the same place that have different numbers. Nodes may have
gaps in their numbers. Corners are numbered as Abaqus does: 1 to 4 around the bottom, against the
clock as seen from above, then 5 to 8 above them; elsewise the hexahedron is inside out, and refused.
Parallelepipeds are affine elements, cheaper than others.

A relative path counts from the folder of the case file, with `--set` from the current one;
`effective.yaml` has the whole path. A box in the same file is refused; one of a case, or below a
`--set mesh.file`, is replaced. Cases see the box around the mesh. `mapping` may bend a file's mesh,
too.

    case: resting_atmosphere
    mesh: {file: meshes/valley.inp, level: 1}
    time: {steps: 200}
    output: {slice: y=500}          # within the box around the mesh
END
}

# shellcheck disable=SC2046 # keys have no spaces
table 'At the top of the file' $(echo "$keys" | grep -v '\.')
for section in $(echo "$keys" | sed -n 's/\..*//p' | uniq); do
    # shellcheck disable=SC2046
    table "Section \`$section\`" $(echo "$keys" | grep "^$section\.")
    case $section in
        mesh) meshes ;;
        state) expressions ;;
    esac
done
