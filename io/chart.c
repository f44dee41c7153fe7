/* io/chart.c -- draws a chart with cairo. */
#include "io/chart.h"
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include "io/newfile.h"

enum { WIDTH = 1080, HEIGHT = 620, LEFT = 92, RIGHT = 370, TOP = 60, BOTTOM = 66, TICK = 5 };
enum { ACROSS = WIDTH - LEFT - RIGHT, DOWN = HEIGHT - TOP - BOTTOM };

/* One axis: its range in drawn units, logarithms where it is logarithmic. */
struct axis {
    int is_log;
    double low, high;
};

static const double palette[][3] = {
    { 0.00, 0.45, 0.70 }, { 0.84, 0.37, 0.00 }, { 0.00, 0.62, 0.45 }, { 0.80, 0.47, 0.65 },
    { 0.34, 0.71, 0.91 }, { 0.90, 0.62, 0.00 }, { 0.20, 0.20, 0.20 },
};
enum { NUM_COLORS = sizeof palette / sizeof *palette };

static double drawn(const struct axis *a, double value) { return a->is_log ? log10(value) : value; }

static double part_of(const struct axis *a, double value)
{
    return (drawn(a, value) - a->low) / (a->high - a->low);
}

static double across(const struct axis *x, double value)
{
    return LEFT + ACROSS * part_of(x, value);
}

static double down(const struct axis *y, double value)
{
    return TOP + DOWN * (1 - part_of(y, value));
}

static struct axis axis_of(const struct chart *c, int is_y)
{
    struct axis a = { is_y ? c->is_log_y : c->is_log_x, INFINITY, -INFINITY };
    for (int s = 0; s < c->num_series; ++s)
        for (int i = 0; i < c->series[s].n; ++i) {
            const double d = drawn(&a, is_y ? c->series[s].y[i] : c->series[s].x[i]);
            a.low = fmin(a.low, d);
            a.high = fmax(a.high, d);
        }
    if (!a.is_log) a.low = fmin(0, a.low);
    const double margin = a.high > a.low ? 0.06 * (a.high - a.low) : 0.5;
    if (a.is_log) a.low -= margin;
    a.high += margin;
    return a;
}

static void text_at(cairo_t *c, double x, double y, double part_left, const char *text)
{
    cairo_text_extents_t t;
    cairo_text_extents(c, text, &t);
    cairo_move_to(c, x - part_left * t.x_advance, y);
    cairo_show_text(c, text);
}

static void line(cairo_t *c, double x0, double y0, double x1, double y1)
{
    cairo_move_to(c, x0, y0);
    cairo_line_to(c, x1, y1);
    cairo_stroke(c);
}

static void tick(cairo_t *c, const struct axis *a, int is_y, double value, int has_label)
{
    char text[32];
    const double at = is_y ? down(a, value) : across(a, value);
    cairo_set_source_rgba(c, 0, 0, 0, has_label ? 0.15 : 0.06);
    if (is_y) line(c, LEFT, at, LEFT + ACROSS, at);
    else line(c, at, TOP, at, TOP + DOWN);
    cairo_set_source_rgb(c, 0, 0, 0);
    if (!has_label) return;
    snprintf(text, sizeof text, "%g", value);
    if (is_y) text_at(c, LEFT - 8, at + 4.5, 1, text);
    else text_at(c, at, TOP + DOWN + 20, 0.5, text);
}

/* Powers of ten have labels; where these are few, 2 and 5 times them, too. */
static void log_ticks(cairo_t *c, const struct axis *a, int is_y)
{
    const int is_short = a->high - a->low < 2.5;
    for (int e = (int)floor(a->low); e <= (int)ceil(a->high); ++e)
        for (int m = 1; m < 10; ++m) {
            const double value = m * pow(10, e);
            if (log10(value) < a->low || log10(value) > a->high) continue;
            tick(c, a, is_y, value, m == 1 || (is_short && (m == 2 || m == 5)));
        }
}

static void linear_ticks(cairo_t *c, const struct axis *a, int is_y)
{
    const double power = pow(10, floor(log10((a->high - a->low) / 5)));
    const double rough = (a->high - a->low) / 5 / power;
    const double step = power * (rough < 1.5 ? 1 : rough < 3.5 ? 2 : rough < 7.5 ? 5 : 10);
    for (double value = ceil(a->low / step) * step; value <= a->high; value += step)
        tick(c, a, is_y, value, 1);
}

static void draw_axis(cairo_t *c, const struct chart *chart, const struct axis *a, int is_y)
{
    cairo_set_font_size(c, 13);
    if (a->is_log) log_ticks(c, a, is_y);
    else linear_ticks(c, a, is_y);
    cairo_set_font_size(c, 15);
    if (!is_y) {
        text_at(c, LEFT + ACROSS / 2.0, HEIGHT - 18, 0.5, chart->x_label);
        return;
    }
    cairo_save(c);
    cairo_translate(c, 22, TOP + DOWN / 2.0);
    cairo_rotate(c, -acos(-1) / 2);
    text_at(c, 0, 0, 0.5, chart->y_label);
    cairo_restore(c);
}

static void draw_series(cairo_t *c, const struct chart_series *s, const struct axis *x,
                        const struct axis *y)
{
    cairo_set_line_width(c, 2);
    cairo_new_path(c);
    for (int i = 0; i < s->n && s->has_line; ++i)
        cairo_line_to(c, across(x, s->x[i]), down(y, s->y[i]));
    cairo_stroke(c);
    for (int i = 0; i < s->n && s->has_points; ++i) {
        cairo_new_path(c);
        cairo_arc(c, across(x, s->x[i]), down(y, s->y[i]), 5, 0, 2 * acos(-1));
        cairo_fill(c);
    }
}

static void draw(cairo_t *c, const struct chart *chart)
{
    const struct axis x = axis_of(chart, 0), y = axis_of(chart, 1);
    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    cairo_select_font_face(c, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_line_width(c, 1);
    draw_axis(c, chart, &x, 0);
    draw_axis(c, chart, &y, 1);
    cairo_rectangle(c, LEFT, TOP, ACROSS, DOWN);
    cairo_stroke(c);
    for (int s = 0, color = 0; s < chart->num_series; ++s) {
        const struct chart_series *of = &chart->series[s];
        const double row = TOP + 14 + 22 * s, *rgb = palette[color % NUM_COLORS];
        if (of->is_ceiling) cairo_set_source_rgb(c, 0.55, 0.55, 0.55);
        else cairo_set_source_rgb(c, rgb[0], rgb[1], rgb[2]), ++color;
        draw_series(c, of, &x, &y);
        if (of->has_line) line(c, LEFT + ACROSS + 12, row - 4, LEFT + ACROSS + 30, row - 4);
        if (of->has_points) {
            cairo_new_path(c);
            cairo_arc(c, LEFT + ACROSS + 21, row - 4, 4, 0, 2 * acos(-1));
            cairo_fill(c);
        }
        cairo_set_source_rgb(c, 0, 0, 0);
        cairo_set_font_size(c, 13);
        text_at(c, LEFT + ACROSS + 36, row, 0, of->name);
    }
    cairo_select_font_face(c, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(c, 16);
    text_at(c, LEFT, TOP - 20, 0, chart->title);
}

enum status chart_write(const char *path, const struct chart *chart)
{
    struct newfile file;
    int points = 0;
    for (int s = 0; s < chart->num_series; ++s) points += chart->series[s].n;
    if (points == 0) FAIL(BAD_INPUT, "%s: there is no point to draw", path);

    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *c = cairo_create(image);
    draw(c, chart);
    cairo_destroy(c);
    newfile_new(&file, path);
    const cairo_status_t s = cairo_surface_write_to_png(image, file.temporary);
    cairo_surface_destroy(image);
    if (s == CAIRO_STATUS_SUCCESS) return newfile_finish(&file);
    newfile_discard(&file);
    FAIL(BAD_MACHINE, "cannot write %s: %s", path, cairo_status_to_string(s));
}
