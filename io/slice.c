/* io/slice.c -- samples elements on a plane. */
#include "io/slice.h"
#include "base/memory.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A plane this far outside of the box, of its length, is still taken for inside. */
static const double SLACK = 1e-9;

enum status plane_parse(const char *text, struct plane *p)
{
    const int axis = tolower((unsigned char)text[0]) - 'x';
    char *end;

    if (axis < 0 || axis > 2 || text[1] != '=' || isspace((unsigned char)text[2]))
        FAIL(BAD_INPUT, "slice %s is not a plane; write x=, y= or z= and a position in metres, as "
             "y=0", text);
    const double at = strtod(text + 2, &end);
    if (end == text + 2 || *end || !isfinite(at) || strpbrk(text + 2, "xX"))
        FAIL(BAD_INPUT, "slice %s: %s is not a position in metres", text, text + 2);
    *p = (struct plane){ axis, at };
    return OK;
}

enum status slice_new(struct slice *s, struct plane p, const double lower[3], const double upper[3])
{
    const double slack = SLACK * (upper[p.axis] - lower[p.axis]);

    if (p.at < lower[p.axis] - slack || p.at > upper[p.axis] + slack)
        FAIL(BAD_INPUT, "slice %c=%g is outside of the mesh, where %c goes from %g to %g m",
             "xyz"[p.axis], p.at, "xyz"[p.axis], lower[p.axis], upper[p.axis]);
    *s = (struct slice){ .plane = p, .a = p.axis == 0, .b = p.axis == 2 ? 1 : 2 };
    s->lower[0] = lower[s->a], s->upper[0] = upper[s->a];
    s->lower[1] = lower[s->b], s->upper[1] = upper[s->b];
    return OK;
}

void slice_set_size(struct slice *s, int width, int height)
{
    const size_t n = (size_t)width * (size_t)height;

    slice_free(s);
    s->width  = width;
    s->height = height;
    s->values = NEW(double, n);
    s->counts = NEW(unsigned char, n);
    for (size_t i = 0; i < n; ++i)
        s->values[i] = NAN;
}

void slice_free(struct slice *s)
{
    free(s->values);
    free(s->counts);
    s->values = NULL;
    s->counts = NULL;
}

int slice_meets(const struct slice *s, const struct cell *c)
{
    return c->low[s->plane.axis] <= s->plane.at && s->plane.at <= c->high[s->plane.axis];
}

/* The pixels whose centres may lie in [low, high] along direction d of the slice. */
static void pixels_between(const struct slice *s, int d, double low, double high, int *first,
                           int *end)
{
    const int n = d == 0 ? s->width : s->height;
    const double pixel = (s->upper[d] - s->lower[d]) / n;
    *first = (int)fmax(0, floor((low - s->lower[d]) / pixel - 0.5));
    *end   = (int)fmin(n, ceil((high - s->lower[d]) / pixel + 0.5));
}

void slice_hear(struct slice *s, const struct said *said, int n)
{
    for (; n > 0; --n, ++said) {
        double *mean = &s->values[said->pixel];
        const int count = ++s->counts[said->pixel];
        *mean = count > 1 ? *mean + (said->value - *mean) / count : said->value;
    }
}

static void append(struct said_list *list, struct said said)
{
    if (list->n == list->room) {
        struct said *old = list->at;
        list->room = list->room ? 2 * list->room : 256;
        list->at = NEW(struct said, list->room);
        if (old) memcpy(list->at, old, (size_t)list->n * sizeof said);
        free(old);
    }
    list->at[list->n++] = said;
}

void slice_say(const struct slice *s, const struct cell *c, const double *values,
               struct said_list *list)
{
    int first[2], end[2];

    if (!slice_meets(s, c)) return;
    pixels_between(s, 0, c->low[s->a], c->high[s->a], &first[0], &end[0]);
    pixels_between(s, 1, c->low[s->b], c->high[s->b], &first[1], &end[1]);
    for (int j = first[1]; j < end[1]; ++j)
        for (int i = first[0]; i < end[0]; ++i) {
            double x[3], l[3][MAX_NQ];
            x[s->plane.axis] = s->plane.at;
            x[s->a] = s->lower[0] + (i + 0.5) / s->width * (s->upper[0] - s->lower[0]);
            x[s->b] = s->lower[1] + (j + 0.5) / s->height * (s->upper[1] - s->lower[1]);
            if (!cell_find(c, x, l)) continue;
            append(list, (struct said){
                .pixel = (int64_t)j * s->width + i,
                .value = cell_value(c->nodes->nq, (const double (*)[MAX_NQ])l, values, 1) });
        }
}

void slice_add(struct slice *s, const struct cell *c, const double *values)
{
    struct said_list list = { 0 };
    slice_say(s, c, values, &list);
    slice_hear(s, list.at, list.n);
    free(list.at);
}

void slice_range(const struct slice *s, double *low, double *high)
{
    *low = *high = NAN;
    for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; ++i) {
        *low  = fmin(*low, s->values[i]); /* fmin and fmax leave out a NAN */
        *high = fmax(*high, s->values[i]);
    }
}
