#pragma once
/* base/shell.h -- words of a command line, written so that a shell reads them back. */
#include <stddef.h>

/** The word as it is where a shell takes it so, else in single quotes; cut off where it does not fit.
 * Returns quoted. */
char *shell_quote(const char *word, char *quoted, size_t size);
