/* base/error.c -- keeps the one message of a failure. */
#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char text[2048];

enum status error_raise(enum status s, const char *fmt, ...)
{
    if (!text[0]) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(text, sizeof text, fmt, args);
        va_end(args);
    }
    return s;
}

void error_die(const char *file, int line, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "updraft: a fault of the program at %s:%d: ", file, line);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    _Exit(BUG); /* from any thread: no exit handlers, they would wait for the runtime */
}

const char *error_text(void) { return text; }
void error_clear(void) { text[0] = '\0'; }
