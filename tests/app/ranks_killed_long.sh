#!/bin/sh
# tests/app/ranks_killed_long.sh -- ranks_killed.sh with 50 kills at other moments.
KILLS=50 SEED=2
export KILLS SEED
. "${srcdir:-.}/tests/app/ranks_killed.sh"
