#!/bin/bash
# docs/slurm/ahead.sh -- jobs of a chain that all wait in the queue already, each for the one before.
#
#     job=$(sbatch --parsable ahead.sh case.yaml)
#     for n in 2 3 4; do
#         job=$(sbatch --parsable --dependency=afterany:"$job" ahead.sh case.yaml)
#     done
#
# A job that was killed, or whose node died, is followed by one that goes on from the last checkpoint;
# what has come to its end, well or not, leaves its code in $folder/ended, and the rest of the jobs end
# with it. Remove that file to start again, say with a mended case.
#SBATCH --job-name=updraft
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=64
#SBATCH --exclusive
#SBATCH --time=12:00:00
#SBATCH --signal=TERM@300
#SBATCH --open-mode=append
#SBATCH --output=updraft.log

# module load openmpi hdf5 parallel-netcdf     (those that Updraft was built with)
# export SLURM_MPI_TYPE=pmix                   (Open MPI, where Slurm's own choice is another)

folder=${FOLDER:-out}
latest=$folder/checkpoint_latest.h5
if [ -e "$folder/ended" ]; then
    code=$(cat "$folder/ended")
    echo "job $SLURM_JOB_ID: nothing to do, ended with code $code"
    exit "$code"
fi
if [ -e "$latest" ]; then how=--restart=$latest; else how=--overwrite; fi

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --wait=60 \
    updraft run "$@" --output "$folder" --walltime=11:50:00 "$how"
code=$?

case $code in
# Done, wrong input, unphysical: the next job could not do better.
0 | 2 | 4) mkdir -p "$folder" && echo $code >"$folder/ended" ;;
esac
exit $code
