#!/bin/sh
# tests/app/commands.sh -- the front end: help, exit codes, init, explain, lost standard output.
[ -n "$UPDRAFT" ] || { echo '1..0 # SKIP UPDRAFT does not name the program'; exit 0; }
here=$(mktemp -d) || exit 99
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 99
n=0

# check TITLE CODE WORDS: runs standard input in a shell; its exit code is CODE, and what
# it prints, on whichever stream, holds WORDS.
check() {
    n=$((n + 1))
    sh -s "$UPDRAFT" >said 2>&1
    code=$?
    if [ $code -eq "$2" ] && grep -qF -- "$3" said; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "# exit code $code instead of $2, or not in the output: $3"
        sed 's/^/#   /' said
    fi
}

check 'help lists the commands' 0 '  explain  says what a key' <<'E2'
"$1" --help
E2
check 'every listed command has its own help' 0 'done' <<'E2'
for command in $("$1" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$1" $command --help | grep -q "^Usage: updraft $command" || echo "no help: $command"
done >bad
[ ! -s bad ] && echo 'done' || cat bad
E2
check 'version names version and StarPU' 0 'StarPU' <<'E2'
"$1" --version | grep '^updraft [0-9]' >/dev/null && "$1" --version
E2
check 'no command is wrong input' 2 'which command?' <<'E2'
"$1"
E2
check 'an unknown command names the nearest' 2 'is called rnu; the nearest is run' <<'E2'
"$1" rnu
E2
check 'a wrong flag is wrong input' 2 "updraft run: unrecognized option '--foo'" <<'E2'
"$1" run --foo
E2
check 'a full disk under standard output is a lack of the machine' 3 'standard output' <<'E2'
[ -w /dev/full ] || { echo 'standard output'; exit 3; }
"$1" explain mesh >/dev/full
E2
check 'also for help' 3 'standard output cannot be written' <<'E2'
[ -w /dev/full ] || { echo 'standard output cannot be written'; exit 3; }
"$1" --help >/dev/full
E2
check 'a closed standard output too' 3 'standard output cannot be written' <<'E2'
"$1" explain mesh >&-
E2
check 'every case has an init file that checks' 0 'done' <<'E2'
for case in $("$1" init --list); do
    "$1" init $case >/dev/null && "$1" check $case.yaml >/dev/null || exit
done
echo 'done'
E2
check 'check says what a GPU would need' 0 'memory a GPU' <<'E2'
"$1" init rising_bubble -o - >bubble.yaml && STARPU_NCUDA=0 "$1" check bubble.yaml
E2
check 'a number of cores may be asked for' 0 'on 1 CPU worker' <<'E2'
STARPU_NCUDA=0 "$1" check bubble.yaml --set runtime.cores=1
E2
check 'no core and no GPU leave no worker' 3 'runtime.cores' <<'E2'
STARPU_NCUDA=0 "$1" check bubble.yaml --set runtime.cores=0
E2
check 'more GPUs than there are is a lack of the machine' 3 'runtime.gpus: 64, but' <<'E2'
unset STARPU_NCUDA; "$1" check bubble.yaml --set runtime.gpus=64
E2
check 'the environment decides over GPUs before the case does' 0 'on' <<'E2'
STARPU_NCUDA=0 "$1" check bubble.yaml --set runtime.gpus=64
E2
check 'init does not write over a file' 2 'taylor_green.yaml: is there already' <<'E2'
"$1" init taylor_green -o - >before
echo mine >taylor_green.yaml
"$1" init taylor_green
code=$?
[ "$(cat taylor_green.yaml)" = mine ] || exit 9
exit $code
E2
check 'init of an unknown case lists what there is' 2 'no case is called nothing; there are' <<'E2'
"$1" init nothing
E2
check 'explain tells range, default, unit and the cases' 0 'case     rising_bubble: 400' <<'E2'
"$1" explain time.end
E2
check 'explain of a section lists its keys' 0 'mesh.level' <<'E2'
"$1" explain mesh
E2
check 'explain case lists the cases' 0 'isentropic_vortex' <<'E2'
"$1" explain case
E2
check 'explain of an unknown key names the nearest' 2 'the nearest is mesh.level' <<'E2'
"$1" explain mesh.levl
E2
check 'a key with a section that it has not' 2 'order belongs to the top of the file' <<'E2'
"$1" explain top.order
E2
check 'waves that are too fast for the time step are seen' 0 'is too long for waves of 6' <<'E2'
rm -f resting_atmosphere.yaml; "$1" init resting_atmosphere >/dev/null && "$1" check resting_atmosphere.yaml \
    --set gas.gas_constant=1100 --set mesh.level=0
E2
check 'those of air at ordinary temperatures are not' 0 'none' <<'E2'
"$1" check resting_atmosphere.yaml --set mesh.level=0 2>&1 | grep 'too long' || echo none
E2
check 'check tells of results and goes on' 0 'holds the results of an earlier run (summary.json)' <<'E2'
mkdir out && echo '{}' >out/summary.json && "$1" check resting_atmosphere.yaml --output out
E2
check 'a solution wants a box that it fits into' 2 'waves of density_wave have a period of 2 m in x' <<'E2'
rm -f density_wave.yaml; "$1" init density_wave >/dev/null && "$1" converge density_wave.yaml --set mesh.upper=[0.5,1,1]
E2
check 'and no walls where it flows' 2 'it must be periodic there' <<'E2'
"$1" converge density_wave.yaml --set mesh.periodic=[true,true,false]
E2
check 'a perturbation wants something that it is one of' 2 'which case density_wave does not have' <<'E2'
"$1" check density_wave.yaml --set output.fields=[theta_perturbation]
E2
check 'the command of a run can be typed again' 0 "-o 'a b' --set 'output.fields=[rho, p]'" <<'E2'
"$1" run density_wave.yaml --set time.steps=1 --set mesh.base=[2,2,1] -o 'a b' \
    --set 'output.fields=[rho, p]' >/dev/null 2>&1; grep '"command"' 'a b/summary.json'
E2
echo "1..$n"
