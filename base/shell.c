/* base/shell.c -- quotes words. */
#include "base/shell.h"
#include <stdio.h>
#include <string.h>

char *shell_quote(const char *word, char *quoted, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./=:,+@%-";
    size_t used = 1;
    if (*word && strspn(word, plain) == strlen(word)) {
        snprintf(quoted, size, "%s", word);
        return quoted;
    }
    snprintf(quoted, size, "'");
    for (; *word && used < size; ++word)
        used += (size_t)snprintf(quoted + used, size - used, *word == '\'' ? "'\\''" : "%c", *word);
    if (used < size) snprintf(quoted + used, size - used, "'");
    return quoted;
}
