#!/bin/sh
# tests/app/killed_long.sh -- killed.sh with 200 kills at other moments.
KILLS=200 SEED=2
export KILLS SEED
. "${srcdir:-.}/tests/app/killed.sh"
