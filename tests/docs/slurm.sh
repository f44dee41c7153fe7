#!/bin/sh
# tests/docs/slurm.sh -- the job scripts of docs/slurm: syntax, Slurm's options, and what follows whom.
#
# Prints TAP. Slurm reads the options where sbatch is installed, and says whether such a job could
# start where slurmctld is, too: it runs here for a moment, for nodes that do not exist.
srcdir=$(cd "${srcdir:-.}" && pwd)
here=$(mktemp -d) || exit 99
n=0 controller=
trap '[ -z "$controller" ] || kill "$controller"; rm -rf "$here"' EXIT
scripts=$(cd "$srcdir" && echo docs/slurm/*.sh)

# say TITLE [TROUBLE]: one TAP line; TROUBLE says what is wrong, if anything.
say() {
    n=$((n + 1))
    if [ -z "${2-}" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        echo "$2" | sed 's/^/#   /'
    fi
}
skip() { # TITLE WHY
    n=$((n + 1))
    echo "ok $n - $1 # SKIP $2"
}

# ---- As shell scripts.
trouble=$(for script in $scripts; do
    bash -n "$srcdir/$script" 2>&1
    grep -q '^#SBATCH --time=' "$srcdir/$script" || echo "$script: no #SBATCH --time"
done)
say 'the scripts are whole' "$trouble"
if command -v shellcheck >/dev/null; then
    say 'shellcheck has nothing to say' "$(cd "$srcdir" && shellcheck docs/slurm/*.sh 2>&1)"
else
    skip 'shellcheck has nothing to say' 'no shellcheck here'
fi
# What a page quotes stands in it behind a line `<!-- docs/slurm/NAME -->`, without the first comment.
trouble=$(for script in $scripts; do
    for page in "$srcdir"/docs/*.md; do
        grep -qxF "<!-- $script -->" "$page" || continue
        sed -n "\\|^<!-- $script -->|,/^\`\`\`\$/p" "$page" | sed '1,2d;$d' >"$here/quoted"
        cmp -s "$here/quoted" "$srcdir/$script" || echo "$page quotes another $script"
    done
done)
say 'pages quote the scripts as they are' "$trouble"

# ---- As jobs.
cat >"$here/slurm.conf" <<END
ClusterName=tests
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$((20000 + $$ % 10000))
SlurmUser=$(id -un)
AuthType=auth/none
CredType=cred/none
MailProg=/bin/true
ProctrackType=proctrack/pgid
SelectType=select/cons_tres
GresTypes=gpu
StateSaveLocation=$here/state
SlurmctldPidFile=$here/slurmctld.pid
SuspendProgram=/bin/true
ResumeProgram=/bin/true
SuspendTime=600
NodeName=node[1-8] Sockets=2 CoresPerSocket=64 ThreadsPerCore=1 Gres=gpu:4 State=CLOUD
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
END
mkdir "$here/state"
SLURM_CONF=$here/slurm.conf
export SLURM_CONF
PATH=$PATH:/usr/sbin:/sbin

# asked SCRIPT: what sbatch says of it, without a controller after a moment of trying; success where
# such a job could start.
asked() { (cd "$srcdir" && timeout "${patience:-2}" sbatch --test-only "$1" case.yaml 2>&1); }
# The controller takes a moment to start.
wait_for_controller() {
    tries=0
    until timeout 2 sinfo >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ $tries -gt 40 ] || ! kill -0 "$controller" 2>/dev/null; then return 1; fi
        sleep 0.25
    done
}
if command -v slurmctld >/dev/null && command -v sbatch >/dev/null; then
    slurmctld -D -c >"$here/slurmctld.log" 2>&1 &
    controller=$!
    if wait_for_controller; then patience=20; else kill $controller; controller=; fi
fi
options='Slurm knows the options' start='Slurm would start the jobs'
if ! command -v sbatch >/dev/null || asked docs/slurm/gpu.sh | grep -q 'plugin'; then
    skip "$options" 'no Slurm here, or not all of it'
    skip "$start" 'no Slurm here, or not all of it'
else
    # It looks at the options before it looks for a controller.
    sed 's/--time=/--tome=/' "$srcdir/docs/slurm/gpu.sh" >"$here/misspelt.sh"
    trouble=$(for script in $scripts; do
        asked "$script" | grep -E 'unrecognized|[Ii]nvalid|ambiguous|requires an argument' |
            sed "s|^|$script: |"
    done
    asked "$here/misspelt.sh" | grep -q 'unrecognized' || echo 'a misspelt option is not seen')
    say "$options" "$trouble"

    if [ -n "$controller" ]; then
        trouble=$(for script in $scripts; do
            said=$(asked "$script") || echo "$script: $said"
        done
        sed 's/--gpus-per-node=4/--gpus-per-node=5/' "$srcdir/docs/slurm/node_gpus.sh" \
            >"$here/greedy.sh"
        ! asked "$here/greedy.sh" >/dev/null || echo 'five GPUs of four would start')
        say "$start" "$trouble"
    else
        skip "$start" 'no slurmctld here, or it does not start'
    fi
fi

# ---- What a chain does after each exit code: in the place of Slurm, two scripts that take notes.
mkdir "$here/bin" "$here/job"
cat >"$here/bin/srun" <<'END'
#!/bin/sh
echo "srun $*" >>notes
mkdir -p out
[ -z "$WRITES" ] || : >out/checkpoint_latest.h5
exit "$CODE"
END
cat >"$here/bin/sbatch" <<'END'
#!/bin/sh
echo "sbatch $*" >>notes
END
chmod +x "$here/bin/srun" "$here/bin/sbatch"
SLURM_CPUS_PER_TASK=64 SLURM_JOB_ID=7
export SLURM_CPUS_PER_TASK SLURM_JOB_ID

# job SCRIPT CODE: runs it where `updraft run` would end so; success where the job ends so, too.
job() {
    (cd "$here/job" && : >notes &&
        PATH=$here/bin:$PATH CODE=$2 WRITES=${3-} bash "$srcdir/docs/slurm/$1" case.yaml --set order=3 \
            >/dev/null
        [ $? -eq "$2" ] || echo "$1: the job does not end with code $2")
}
noted() { grep -q -- "$1" "$here/job/notes" || echo "missing: $1"; }
not_noted() { ! grep -q -- "$1" "$here/job/notes" || echo "should not be: $1"; }

trouble=$(job chain.sh 5 writes
    noted 'updraft run case.yaml --set order=3 .*--overwrite'
    noted '^sbatch chain.sh case.yaml --set order=3'
    job chain.sh 5
    noted '--restart=out/checkpoint_latest.h5'
    not_noted '--overwrite')
say 'chain.sh: after code 5 the next job goes on from the checkpoint' "$trouble"
trouble=$(for code in 0 1 2 3 4 137; do
    job chain.sh $code
    not_noted sbatch
done)
say 'chain.sh: after any other it ends' "$trouble"
rm -rf "$here/job/out"
trouble=$(for code in 1 3 5 137; do
    job ahead.sh $code
    noted srun
    [ ! -e "$here/job/out/ended" ] || echo "code $code ends the chain"
done
for code in 0 2 4; do
    rm -f "$here/job/out/ended"
    job ahead.sh $code
    [ -e "$here/job/out/ended" ] || echo "code $code does not end the chain"
done
job ahead.sh 4 # as the one before it
not_noted srun)
say 'ahead.sh: goes on but for codes 0, 2 and 4, which end it' "$trouble"
echo "1..$n"
