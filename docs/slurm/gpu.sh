#!/bin/bash
# docs/slurm/gpu.sh -- one rank a GPU, of which each node has four.
#SBATCH --job-name=updraft
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=4
#SBATCH --gpus-per-task=1
#SBATCH --cpus-per-task=16
#SBATCH --time=01:00:00
#SBATCH --signal=TERM@300

# module load openmpi hdf5 parallel-netcdf     (those that Updraft was built with)
# export SLURM_MPI_TYPE=pmix                   (Open MPI, where Slurm's own choice is another)

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --gpus-per-task=1 --cpu-bind=cores --wait=60 \
    updraft run "$@" --walltime=00:55:00
