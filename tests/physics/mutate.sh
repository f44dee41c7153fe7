#!/bin/sh
# tests/physics/mutate.sh -- breaks the formulas one at a time: some test has to notice each.
#
# usage: [CC=gcc] tests/physics/mutate.sh        prints TAP; two minutes
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
    means.h) echo "means flux_ec flux_surface" ;;
    node.h) echo "entropy flux_surface" ;;
    quotient.h) echo entropy ;;
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
if passes 64 logmean means flux_ec flux_surface entropy &&
    passes 32 logmean means flux_ec flux_surface entropy; then
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
mutation 64 logmean.h '0.666666666666776944' '0.666666666666666667'
mutation 64 logmean.h '0.285714290580030781' '0.285714285714285714'
mutation 64 logmean.h '0.177397889174477031' '0.177387889174477031'
mutation 64 logmean.h '-0.166666666666671479' '-0.166666666666691479'
mutation 64 logmean.h '-0.0150969891456838255' '-0.0150969801456838255'
mutation 64 logmean.h '-0.00784286573803834143' '-0.00784386573803834143'
mutation 32 logmean.h '0.666664162978928235f' '0.666666666666666667f'
mutation 32 logmean.h '0.280119530739311243f' '0.222222222222222222f'
mutation 32 logmean.h '-0.166666516515325775f' '-0.166676516515325775f'
mutation 32 logmean.h '-0.0185299005271162027f' '-0.0150969005271162027f'

mutation 64 logmean.h 'MEANS_NEAR_RATIO ((real)2)' 'MEANS_NEAR_RATIO ((real)4)'
mutation 64 means.h 'logmean(L->rho, R->rho, L->log_rho, R->log_rho)' '(L->rho + R->rho) / 2'
mutation 64 means.h 'logmean_inverse(L->b, R->b, L->log_b, R->log_b)' '2 / (L->b + R->b)'
mutation 64 means.h 'L->rho + R->rho, L->b' 'L->rho + R->rho, 2 * L->b'
mutation 64 means.h 'rho_inv = b * both' 'rho_inv = rho * both'
mutation 64 means.h 'b_inv = rho * both' 'b_inv = b * both'
mutation 64 means.h '(R->rho - L->rho) * rho_inv' '(R->rho - L->rho) * b_inv'
mutation 64 means.h '(R->b - L->b) * b_inv' '(R->b - L->b) * rho_inv'
mutation 64 means.h '(real)0.5 * rho * rho' '(real)0.5 * rho * b'
mutation 64 means.h '2 * b_inv * b_inv' '2 * b_inv * rho_inv'
mutation 64 means.h '(rho * b * all)' '(rho * rho * all)'
mutation 64 means.h '(r->rho - l->rho) * rho_inv' '(R->rho - L->rho) * rho_inv'
mutation 64 means.h 'logmean_near(g * g)' 'logmean_near(f * f)'
mutation 64 means.h 'logmean_near_inverse(f * f)' 'logmean_near_inverse(g * g)'
mutation 64 means.h 'logmean_near_inverse(f * f)' 'logmean_near(f * f)'
mutation 64 means.h 'p_sum = rho * b_inv' 'p_sum = (real)0.5 * rho * b_inv'
mutation 64 means.h '(L->rho <=' '1 | (L->rho <='
mutation 64 means.h '& (R->rho <=' '| (R->rho <='
mutation 64 means.h '& (L->b <=' '| (L->b <='
mutation 64 means.h '& (R->b <=' '| (R->b <='

mutation 64 flux_ec.h 'f.gravity = (L->b + R->b)' 'f.gravity = 2 * L->b'
mutation 32 flux_ec.h 'f.gravity = (L->b + R->b)' 'f.gravity = 2 * L->b'
mutation 64 flux_ec.h 'f.gravity = (L->b' 'f.gravity = 2 * (L->b'
mutation 64 flux_ec.h 'R->phi - L->phi' 'L->phi - R->phi'
mutation 64 flux_ec.h 'mul_add(means->b_log_inv,' 'mul_add(2 * means->b_log_inv,'
mutation 64 flux_ec.h 'inverse(gamma - 1)' 'inverse(gamma)'
mutation 64 flux_ec.h '(L->phi + R->phi)' 'L->phi'
mutation 64 flux_ec.h '+ dot(L->u, R->u)' '+ (real)0.25 * dot(f.u, f.u)'
mutation 64 flux_ec.h '+ dot(L->u, R->u)' '+ (real)0.5 * dot(L->u, R->u)'
mutation 64 flux_ec.h 'f.u[m] = L->u[m] + R->u[m]' 'f.u[m] = avg(L->u[m], R->u[m])'
mutation 64 flux_ec.h 'f.mass = means->rho_log * un' 'f.mass = avg(L->rho, R->rho) * un'
mutation 64 flux_ec.h 'f.p = means->p_sum' 'f.p = (real)0.5 * means->p_sum'
mutation 64 flux_ec.h ', f.p * un)' ', -f.p * un)'
mutation 64 flux_ec.h '(real)0.5 * t.mass' '(real)0.25 * t.mass'
mutation 64 flux_ec.h '(real)0.25 * (t.mass' '(real)0.5 * (t.mass'
mutation 64 flux_ec.h '+ 2 * t.p * a[m]' '+ t.p * a[m]'
mutation 64 flux_ec.h '+ 2 * t.p * a[m]' '- 2 * t.p * a[m]'
mutation 64 flux_ec.h '(real)0.25 * t.energy' '(real)0.5 * t.energy'
mutation 64 flux_ec.h '(real)0.25 * t.gravity' '(real)0.5 * t.gravity'

mutation 64 flux_surface.h 'half_gamma_inv = (real)0.5 *' 'half_gamma_inv ='
mutation 64 flux_surface.h 'rho_jump = R->rho - L->rho' 'rho_jump = L->rho - R->rho'
mutation 64 flux_surface.h 'b_sum = L->b + R->b' 'b_sum = 2 * L->b'
mutation 64 flux_surface.h 'b_sum = L->b + R->b' 'b_sum = avg(L->b, R->b)'
mutation 64 flux_surface.h '(real)0.5 * dot(L->u, R->u)' '(real)0.5 * dot(u, u)'
mutation 64 flux_surface.h '(real)0.5 * dot(L->u, R->u)' 'dot(L->u, R->u)'
mutation 64 flux_surface.h '(real)0.5 * gamma * inverse(gamma - 1)' '(real)0.5 * inverse(gamma - 1)'
mutation 64 flux_surface.h '(real)0.5 * gamma * inverse(gamma - 1)' 'gamma * inverse(gamma - 1)'
mutation 64 flux_surface.h '(real)0.5 * gamma * means->p_sum' 'gamma * means->p_sum'
mutation 64 flux_surface.h 'means->p_sum, means->rho_log' 'means->p_sum, rho_av'
mutation 64 flux_surface.h 'heat = means->rho_log' 'heat = -means->rho_log'
mutation 64 flux_surface.h 'heat = means->rho_log' 'heat = rho_av'
mutation 64 flux_surface.h 'push = means->rho_log' 'push = -means->rho_log'
mutation 64 flux_surface.h 'push = means->rho_log' 'push = rho_av'
mutation 64 flux_surface.h 'push = means->rho_log * c' 'push = means->rho_log'
mutation 64 flux_surface.h '(rho_jump - heat) - push' '(rho_jump + heat) - push'
mutation 64 flux_surface.h '(rho_jump - heat) - push' '(rho_jump - heat) + push'
mutation 64 flux_surface.h '(rho_jump - heat) - push' 'rho_jump - (heat + push)'
mutation 64 flux_surface.h '(rho_jump - heat) + push' '(rho_jump + heat) + push'
mutation 64 flux_surface.h '(rho_jump - heat) + push' '(rho_jump - heat) - push'
mutation 64 flux_surface.h 'fabs(un - c)' 'fabs(un + c)'
mutation 64 flux_surface.h 'fabs(un + c)' 'fabs(un - c)'
mutation 64 flux_surface.h '(gamma - 1) * rho_jump' 'rho_jump'
mutation 64 flux_surface.h '* rho_jump + heat' '* rho_jump - heat'
mutation 64 flux_surface.h 'fabs(un) * gamma_inv' 'fabs(un) * half_gamma_inv'
mutation 64 flux_surface.h 'fabs(un) * gamma_inv' 'un * gamma_inv'
mutation 64 flux_surface.h 'fabs(un) * rho_av' 'fabs(un) * means->rho_log'
mutation 64 flux_surface.h 'fabs(un) * rho_av' 'un * rho_av'
mutation 64 flux_surface.h 'sum = w2 + acoustic' 'sum = (w1 + w2) + w3'
mutation 64 flux_surface.h 'c * (w3 - w1)' 'c * (w1 - w3)'
mutation 64 flux_surface.h 'c * (w3 - w1)' 'w3 - w1'
mutation 64 flux_surface.h 'diff - shear * un_jump' 'diff'
mutation 64 flux_surface.h 'diff - shear * un_jump' 'diff + shear * un_jump'
mutation 64 flux_surface.h 'along * n[m]))' '-along * n[m]))'
mutation 64 flux_surface.h 'along * n[m]))' '0))'
mutation 64 flux_surface.h 'along * un)))' '-along * un)))'
mutation 64 flux_surface.h 'mul_add(shear, u_jump[m]' 'mul_add(-shear, u_jump[m]'
mutation 64 flux_surface.h 'mul_add(shear, dot(u, u_jump)' 'mul_add(0, dot(u, u_jump)'
mutation 64 flux_surface.h 'mul_add(w2, ke' 'mul_add(w2, h'
mutation 64 flux_surface.h 'mul_add(acoustic, h' 'mul_add(acoustic, ke'
mutation 64 flux_surface.h 'f[RHO] -= (real)0.5 * sum' 'f[RHO] += (real)0.5 * sum'
mutation 64 flux_surface.h 'f[RHO] -= (real)0.5 * sum' 'f[RHO] -= sum'
mutation 64 flux_surface.h '(real)0.5 * mul_add(sum' 'mul_add(sum'
mutation 64 flux_surface.h '(real)0.5 * mul_add(w2' 'mul_add(w2'
mutation 64 flux_surface.h 'L_speed > R_speed' 'L_speed < R_speed'
mutation 64 flux_surface.h 'half * (R_e - L_e)' 'half * (L_e - R_e)'
mutation 64 flux_surface.h 'R->p * gamma_1_inv' 'R->p * inverse(gamma)'
mutation 64 flux_surface.h '+= phi * f[RHO]' '-= phi * f[RHO]'
mutation 64 flux_surface.h 'mirrored.u[m] -= 2 * un' 'mirrored.u[m] -= un'

mutation 64 node.h 'q[RHO_E] - kinetic' 'q[RHO_E] + kinetic'
mutation 64 node.h '- s.rho * phi' '- phi'
mutation 64 node.h 'quotient(s.rho, 2 * s.p)' 'quotient(s.rho, s.p)'
mutation 64 node.h '2 * s.p * rho_inv' 's.p * rho_inv'
mutation 64 node.h 'quotient(gamma * s->p' 'quotient(s->p'
mutation 64 quotient.h 'return sqrt(x)' 'return x'
mutation 64 quotient.h 'return a / b' 'return b / a'
mutation 64 quotient.h 'return 1 / x' 'return x'

mutation 64 entropy.h 'return -s->rho' 'return s->rho'
mutation 64 entropy.h '(gamma - physical)' '(1 - physical)'
mutation 64 entropy.h 'dot(s->u, s->u) - 2' 'dot(s->u, s->u) + 2'
mutation 64 entropy.h '2 * s->b * s->u[m]' 's->b * s->u[m]'
mutation 64 entropy.h '= -2 * s->b' '= -s->b'

echo "1..$number"
exit $failed
