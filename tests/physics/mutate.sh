#!/bin/sh
# tests/physics/mutate.sh -- breaks the formulas one at a time: some test has to notice each.
#
# usage: [CC=gcc] tests/physics/mutate.sh        prints TAP; half a minute
set -u
export LC_ALL=C
source_dir=${srcdir:-.}
case $source_dir in /*) ;; *) source_dir=$PWD/$source_dir ;; esac
: "${CC:=gcc}"
export srcdir="$source_dir"
unset CRITERION_OUTPUTS
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

if ! pkg-config --exists criterion jansson; then
    echo "1..0 # SKIP pkg-config does not find criterion and jansson"
    exit 0
fi
flags=$(pkg-config --cflags criterion jansson)
libs=$(pkg-config --libs criterion jansson)

# The tests whose headers include the one named.
tests_of() {
    case $1 in
    entropy.h) echo entropy ;;
    flux_ec.h) echo flux_ec ;;
    flux_surface.h) echo flux_surface ;;
    logmean.h) echo "logmean flux_ec" ;;
    node.h) echo "entropy flux_surface" ;;
    esac
}

# passes BITS TEST...: all of them compile and pass with the headers of $work.  2: no compilation.
passes() {
    bits=$1
    shift
    for t in "$@"; do
        # shellcheck disable=SC2086
        $CC -std=gnu17 -O1 -ffp-contract=off -DREAL_BITS="$bits" -I"$work" -I"$source_dir" $flags \
            "$source_dir/tests/physics/test_$t.c" "$work/vectors.o" $libs -lm \
            -o "$work/test" 2>"$work/log" || return 2
        timeout 60 "$work/test" >"$work/log" 2>&1 || return 1
    done
}

number=0
failed=0
report() { # report ok|not ok, TEXT
    number=$((number + 1))
    echo "$1 $number - $2"
    [ "$1" = ok ] || failed=1
}

# mutation BITS HEADER OLD NEW: the one place in HEADER where OLD stands becomes NEW.
mutation() {
    what="$2, $1 bits: \"$3\" becomes \"$4\""
    rm -rf "$work/physics"
    cp -R "$source_dir/physics" "$work/physics"
    chmod -R u+w "$work/physics"
    OLD=$3 NEW=$4 awk '
        { at = index($0, ENVIRON["OLD"]) }
        at && !done {
            $0 = substr($0, 1, at - 1) ENVIRON["NEW"] substr($0, at + length(ENVIRON["OLD"]))
            done = 1
        }
        { print }
        END { exit !done }' "$source_dir/physics/$2" >"$work/physics/$2" || {
        report "not ok" "$what: the formula is written differently now"
        return
    }
    # shellcheck disable=SC2046
    passes "$1" $(tests_of "$2")
    case $? in
    0) report "not ok" "$what: no test noticed" ;;
    1) report ok "$what" ;;
    *) report "not ok" "$what: does not compile"; sed 's/^/# /' "$work/log" ;;
    esac
}

# shellcheck disable=SC2086
$CC -std=gnu17 -O1 -I"$source_dir" $flags -c "$source_dir/tests/vectors.c" -o "$work/vectors.o" ||
    exit 1
cp -R "$source_dir/physics" "$work/physics"
if passes 64 logmean flux_ec flux_surface entropy && passes 32 logmean flux_ec; then
    report ok "unbroken formulas pass"
else
    report "not ok" "unbroken formulas pass"
fi

mutation 64 logmean.h '(real)1e-2)' '(real)1e-4)'
mutation 64 logmean.h '(real)1e-2)' '(real)1e-1)'
mutation 32 logmean.h '(real)4e-2)' '(real)1e-4)'
mutation 32 logmean.h '(real)4e-2)' '(real)2e-1)'
mutation 64 logmean.h '(real)2 / 5' '(real)2 / 6'
mutation 64 logmean.h '(real)2 / 15' '(real)2 / 3'
mutation 64 logmean.h 'f = diff / sum' 'f = diff / a'
mutation 64 logmean.h 'near = f *' 'near = -f *'

mutation 64 flux_ec.h 'return (real)0.25 * b_sum *' 'return (real)0.5 * L->b *'
mutation 32 flux_ec.h 'return (real)0.25 * b_sum *' 'return (real)0.5 * L->b *'
mutation 64 flux_ec.h 'return (real)0.25' 'return (real)0.5'
mutation 64 flux_ec.h 'R->phi - L->phi' 'L->phi - R->phi'
mutation 64 flux_ec.h '(2 * b_sum)' '(b_sum)'
mutation 64 flux_ec.h 'b_log_inv / (2 *' 'b_log_inv / (3 *'
mutation 64 flux_ec.h '(real)0.5 * dot(L->u, R->u)' '(real)0.5 * dot(u, u)'
mutation 64 flux_ec.h 'avg(L->phi, R->phi)' 'L->phi'
mutation 64 flux_ec.h '+ p_av * un' '- p_av * un'
mutation 64 flux_ec.h '= rho_log * un' '= avg(L->rho, R->rho) * un'

mutation 64 flux_surface.h 'gamma * b_log_inv / (2 *' 'b_log_inv / (2 *'
mutation 64 flux_surface.h 'dot(L->u, R->u)' 'dot(u, u)'
mutation 64 flux_surface.h 'log_jump(L->b, R->b, L->log_b, R->log_b) / (gamma - 1)' \
    'log_jump(L->b, R->b, L->log_b, R->log_b)'
mutation 64 flux_surface.h 'fabs(un - c)' 'fabs(un + c)'
mutation 64 flux_surface.h 'entropic = rho_log * (gamma - 1) / gamma' 'entropic = rho_log / gamma'
mutation 64 flux_surface.h 'd1 + (udm - c * dmn)' 'd1 + (udm + c * dmn)'
mutation 64 flux_surface.h 'l4 = fabs(un) * p_av' 'l4 = un * p_av'
mutation 64 flux_surface.h 'u[m] - un * n[m]' 'u[m]'
mutation 64 flux_surface.h '(dm[m] - dmn * n[m])' 'dm[m]'
mutation 64 flux_surface.h 'diff = w3 - w1' 'diff = w1 - w3'
mutation 64 flux_surface.h 'd5 * dot(ut, ut)' 'd5 * dot(u, u)'
mutation 64 flux_surface.h 'f[RHO] -= (real)0.5 * sum' 'f[RHO] += (real)0.5 * sum'
mutation 64 flux_surface.h 'w2 + (w1 + w3)' '(w1 + w2) + w3'
mutation 64 flux_surface.h 'L_speed > R_speed' 'L_speed < R_speed'
mutation 64 flux_surface.h 'half * (R_e - L_e)' 'half * (L_e - R_e)'
mutation 64 flux_surface.h 'R->p / (gamma - 1)' 'R->p / gamma'
mutation 64 flux_surface.h '+= phi * f[RHO]' '-= phi * f[RHO]'
mutation 64 flux_surface.h 'mirrored.u[m] -= 2 * un' 'mirrored.u[m] -= un'

mutation 64 node.h 'q[RHO_E] - kinetic' 'q[RHO_E] + kinetic'
mutation 64 node.h '- s.rho * phi' '- phi'
mutation 64 node.h 's.b = s.rho / (2 * s.p)' 's.b = s.rho / s.p'
mutation 64 node.h '2 * s.p * rho_inv' 's.p * rho_inv'
mutation 64 node.h 'sqrt(gamma * s->p' 'sqrt(s->p'

mutation 64 entropy.h 'return -s->rho' 'return s->rho'
mutation 64 entropy.h '(gamma - physical)' '(1 - physical)'
mutation 64 entropy.h 'dot(s->u, s->u) - 2' 'dot(s->u, s->u) + 2'
mutation 64 entropy.h '2 * s->b * s->u[m]' 's->b * s->u[m]'
mutation 64 entropy.h '= -2 * s->b' '= -s->b'

echo "1..$number"
exit $failed
