/* app/limit.c -- reads the wall-time limit and counts against it. */
#include "app/limit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <time.h>

/* What a shared disk does at least, bytes/s: before the first file of a run was written. */
static const double SLOW_DISK = 200e6;

/* For closing files and ending the runtime, s. */
static const double REST = 1;

double limit_parse(const char *text)
{
    double seconds = 0;
    int fields = 0;

    for (;;) {
        const size_t digits = strspn(text, "0123456789");
        const int is_last = text[digits] != ':';
        const size_t fraction = is_last && text[digits] == '.'
                                    ? 1 + strspn(text + digits + 1, "0123456789") : 0;
        char *end;
        if (digits == 0 || digits > 9 || ++fields > 3) return NAN;
        const double value = strtod(text, &end);
        if (end != text + digits + fraction) return NAN;
        if (fields > 1 && value >= 60) return NAN;
        seconds = 60 * seconds + value;
        if (is_last) return *end == '\0' && seconds > 0 ? seconds : NAN;
        text = end + 1;
    }
}

double limit_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct limit limit_new(double wall)
{
    return (struct limit){ .wall = wall, .start = limit_now(), .step = NAN, .output = NAN,
                           .checkpoint = NAN };
}

void limit_note(double *longest, double duration)
{
    const double remembered = 0.9 * *longest;
    *longest = duration < remembered ? remembered : duration; /* also where nothing was */
}

/* Of writing; a guess before it was measured. */
static double writing(const struct limit *l, double measured)
{
    return 2 * (isnan(measured) ? l->written / SLOW_DISK : measured);
}

double limit_wanted(const struct limit *l, int steps, int has_output)
{
    const double stepping = isnan(l->step) ? 0 : steps * l->step;
    return stepping + (has_output ? writing(l, l->output) : 0) + writing(l, l->checkpoint) + REST;
}

double limit_left(const struct limit *l)
{
    return isnan(l->wall) ? INFINITY : l->start + l->wall - limit_now();
}

void limit_print(const struct limit *l, char *text, size_t size)
{
    const long s = lround(ceil(l->wall));
    snprintf(text, size, "%02ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}
