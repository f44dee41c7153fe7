#pragma once
/* app/commands.h -- the one list of commands: main, help and completion come from it.
 *
 * command_NAME(argc, argv) gets its own arguments; argv[0] is "updraft NAME", for messages. It
 * parses them with argp, which ends the program with exit code 2 on wrong flags.
 */
#include "base/error.h"

#define COMMANDS(COMMAND)                                                                         \
    COMMAND(run, "runs the simulation that a case file describes")                                \
    COMMAND(check, "says what a case file would run, and runs nothing")                           \
    COMMAND(init, "writes a commented case file")                                                 \
    COMMAND(explain, "says what a key of the case file means")                                    \
    COMMAND(info, "shows versions, features, the machine and StarPU's workers")                   \
    COMMAND(verify, "says whether checkpoints are whole")                                         \
    COMMAND(plot, "draws a picture of a field file")                                              \
    COMMAND(bench, "measures the throughput of kernels and of whole steps")                       \
    COMMAND(converge, "compares errors at several orders and meshes with the exact solution")

#define COMMAND(name, does) enum status command_##name(int argc, char **argv);
COMMANDS(COMMAND)
#undef COMMAND
