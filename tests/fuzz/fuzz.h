#pragma once
/* tests/fuzz/fuzz.h -- readers under any input: what targets, libFuzzer and replay share. */
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

/** What a target needs once, before its first input. Returns 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/** One input through the target's reader; ends the program where a promise is broken. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** The target's name, and the files that it is replayed with: patterns from the top of the source,
 * ended by NULL. */
extern const char fuzz_target[];
extern const char *const fuzz_inputs[];

/** Puts bytes into a file of that name in a folder of this process, which goes when it exits.
 * The path belongs to fuzz_file and lasts until the fourth call after this one. */
const char *fuzz_file(const char *name, const void *data, size_t size);

/** What every reader promises: OK without a message, or BAD_INPUT with one line of text. Returns
 * whether s is OK; the message is forgotten. */
int fuzz_judge(enum status s);

/** Ends the program as a crash does. */
void fuzz_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn, cold));

/** MPI, for meshes. */
void fuzz_start_mpi(void);
