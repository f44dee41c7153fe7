/* app/follow.c -- finds the points of a run and writes what happens there. */
#include "app/follow.h"
#include "app/ranks.h"
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

enum status follow_find(struct follow *f, const struct session *s)
{
    const option_real3s *wanted = &s->o->output_points;

    if (wanted->n == 0 || s->o->output_fields.n == 0) return OK;
    free(f->points.at);
    f->points.at = NEW(struct point, wanted->n);
    f->points.n = wanted->n;
    for (int i = 0; i < wanted->n; ++i)
        memcpy(f->points.at[i].x, wanted->at[i].at, sizeof f->points.at[i].x);
    return points_find(&f->points, "output.points", &s->run.mesh, &s->lgl);
}

enum status follow_check(const struct session *s)
{
    struct follow f = { .csv = NULL };
    const enum status status = follow_find(&f, s);
    const enum status closed = follow_close(&f);
    return status == OK ? closed : status;
}

static struct points_table table_of(const struct follow *f, const struct session *s)
{
    const option_words *names = &s->o->output_fields;
    return (struct points_table){ &f->points, (const char *const *)names->at, names->n };
}

enum status follow_check_table(const struct follow *f, const struct session *s)
{
    const struct points_table table = table_of(f, s);
    return f->points.n > 0 ? points_check(s->o->output_directory, &table) : OK;
}

enum status follow_open(struct follow *f, const struct session *s, int64_t keep_to)
{
    const struct points_table table = table_of(f, s);
    return f->points.n > 0
               ? ON_FIRST(points_open(&f->csv, s->o->output_directory, keep_to, &table)) : OK;
}

/* Holds the partitions that the points are in, and no others: a GPU's state stays there. */
static const void **look(const struct follow *f, const struct run *r)
{
    const void **q = NEW(const void *, r->parts.n);
    for_each (const struct point, p, f->points)
        if (p->partition >= 0 && !q[p->partition])
            q[p->partition] = data_look_part(r, &r->parts.at[p->partition]);
    return q;
}

static void look_away(const struct run *r, const void **q)
{
    for (int n = 0; n < r->parts.n; ++n)
        if (q[n]) data_release_part(r, &r->parts.at[n]);
    free((void *)q);
}

enum status follow_write(const struct follow *f, const struct session *s, int64_t step,
                         double time)
{
    const struct points_table table = table_of(f, s);

    if (f->points.n == 0) return OK;
    struct view v = session_view(s, time);
    const void **q = look(f, &s->run);
    v.q = q;
    const enum status status = points_write(f->csv, step, &v, &table);
    look_away(&s->run, q);
    return status;
}

enum status follow_close(struct follow *f)
{
    free(f->points.at);
    f->points.at = NULL;
    f->points.n = 0;
    return points_close(f->csv);
}
