#!/bin/bash
# docs/slurm/chain.sh -- one rank a node; a job that hands over to the next until the run is done.
#
#     sbatch chain.sh case.yaml [ARGUMENT OF updraft run]...
#
# from a folder that all nodes see, in which this file stands and which gets the results. Options of
# Slurm belong into these lines: those on the command line hold for the first job alone.
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
if [ -e "$latest" ]; then how=--restart=$latest; else how=--overwrite; fi

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --wait=60 \
    updraft run "$@" --output "$folder" --walltime=11:50:00 "$how"
code=$?

case $code in
0) echo "job $SLURM_JOB_ID: done" ;;
5) sbatch chain.sh "$@" ;; # stopped in time, with a checkpoint
*) echo "job $SLURM_JOB_ID: exit code $code, the chain ends" ;;
esac
exit $code
