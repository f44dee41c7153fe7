#!/bin/bash
# docs/slurm/node_gpus.sh -- one rank a node, which drives the node's four GPUs.
#SBATCH --job-name=updraft
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=64
#SBATCH --exclusive
#SBATCH --time=01:00:00
#SBATCH --signal=TERM@300

# module load openmpi hdf5 parallel-netcdf     (those that Updraft was built with)
# export SLURM_MPI_TYPE=pmix                   (Open MPI, where Slurm's own choice is another)

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores --wait=60 \
    updraft run "$@" --walltime=00:55:00
