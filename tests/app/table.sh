# shellcheck shell=sh
# tests/app/table.sh -- reads what updraft converge prints; scripts read it behind tests/app/tap.sh.

# converge FILE argument...: the table goes to FILE; its exit code is the function's.
converge() {
    table=$1
    shift
    "$UPDRAFT" converge "$@" >"$table"
}

# row FILE N K 'condition': of the run of order N on K elements in x; l2, order, largest are its
# numbers.
row() {
    awk -v N="$2" -v K="$3" '
        $1 == N && $2 == K && $3 == "x" {
            l2 = $9; order = $10; largest = $11; found = 1
            if ('"$4"') exit
            print; wrong = 1; exit
        }
        END {
            if (!found) print "no row of order " N ", " K " elements"
            exit !found || wrong
        }' "$1"
}

# error FILE N K WANT: the L2 error, within a percent.
error() { row "$1" "$2" "$3" "l2 > 0.99 * $4 && l2 < 1.01 * $4"; }

# falls FILE N K LEAST: from the next coarser mesh, with at least that order.
falls() { row "$1" "$2" "$3" "order >= $4"; }
