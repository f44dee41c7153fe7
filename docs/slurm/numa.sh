#!/bin/bash
# docs/slurm/numa.sh -- one rank a NUMA domain: here two sockets of four domains with 16 cores each.
#SBATCH --job-name=updraft
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=16
#SBATCH --distribution=block:block
#SBATCH --hint=nomultithread
#SBATCH --exclusive
#SBATCH --time=01:00:00
#SBATCH --signal=TERM@300

# module load openmpi hdf5 parallel-netcdf     (those that Updraft was built with)
# export SLURM_MPI_TYPE=pmix                   (Open MPI, where Slurm's own choice is another)

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --wait=60 \
    updraft run "$@" --walltime=00:55:00
