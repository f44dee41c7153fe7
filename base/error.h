#pragma once
/* base/error.h -- trouble, told apart by whose it is; the values are the program's exit codes.
 *
 *   the user's      bad input, missing file      FAIL()/TRY()    travels up to main()
 *   the machine's   MPI, StarPU, disk refuse     FAIL()/TRY()    travels up likewise
 *   the solution's  density or pressure <= 0     FAIL()/TRY()    travels up likewise
 *   ours            a broken promise             REQUIRE()/DIE() ends the program at once
 *
 * A message is one line that names the value and what would be right. Only main() prints it.
 */
#ifdef __cplusplus
extern "C" {
#endif

enum status { OK = 0, BUG = 1, BAD_INPUT = 2, BAD_MACHINE = 3, UNPHYSICAL = 4, STOPPED = 5 };

/** Keeps the message for error_text() and returns s; the first message since error_clear() wins. */
enum status error_raise(enum status s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), cold));

/** Prints the message with its place and ends the program with exit code 1. */
void error_die(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4), cold, noreturn));

/** The message of the failure in progress, "" where there is none. */
const char *error_text(void);
void error_clear(void);

#define FAIL(status, ...) return error_raise((status), __VA_ARGS__)
#define TRY(call)                          \
    do {                                   \
        const enum status s_ = (call);     \
        if (s_ != OK) return s_;           \
    } while (0)
#define DIE(...)           error_die(__FILE__, __LINE__, __VA_ARGS__)
#define REQUIRE(cond, ...) ((cond) ? (void)0 : error_die(__FILE__, __LINE__, __VA_ARGS__))

#ifdef __cplusplus
}
#endif
