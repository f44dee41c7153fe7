/* app/progress.c -- the progress line, on standard error: standard output is for results. */
#include "app/progress.h"
#include <inttypes.h>
#include <starpu.h>
#include <unistd.h>

static void print_duration(char *text, size_t size, double s)
{
    const long t = (long)(s + 0.5);
    if (t < 60) snprintf(text, size, "%lds", t);
    else if (t < 3600) snprintf(text, size, "%ldm%02lds", t / 60, t % 60);
    else snprintf(text, size, "%ldh%02ldm", t / 3600, t / 60 % 60);
}

void progress_show(struct progress *p, const struct progress_line *l, int is_last)
{
    const int is_terminal = isatty(STDERR_FILENO);
    const double period = is_terminal ? 0.2 : 5; /* s */
    const double now = starpu_timing_now() * 1e-6;
    const double done = (double)(l->step - p->first_step);
    const double all = (double)(p->last_step - p->first_step);
    const double rate = l->wall > 0 ? done * p->nodes_a_step / l->wall : 0;
    char eta[32] = "-";

    if (!is_last && now - p->last_shown < period) return;
    p->last_shown = now;
    p->is_open = is_terminal && !is_last;
    if (done > 0) print_duration(eta, sizeof eta, l->wall / done * (all - done));
    fprintf(stderr,
            "%sstep %" PRId64 "/%" PRId64 "  t %.6g s  %3.0f%%  ETA %s  %.3g node-stages/s  "
            "mass %+.1e  energy %+.1e%s",
            is_terminal ? "\r\033[K" : "", l->step, p->last_step, l->time,
            all > 0 ? 100 * done / all : 100, eta, rate, l->mass_relative_change,
            l->energy_relative_change, p->is_open ? "" : "\n");
    fflush(stderr);
}

void progress_end(struct progress *p)
{
    if (p->is_open) fputc('\n', stderr);
    p->is_open = 0;
}
