/* io/picture.c -- draws a slice with cairo. */
#include "io/picture.h"
#include <cairo.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/colors.h"
#include "io/newfile.h"

/* Around the drawing, pixels. */
enum { LEFT = 92, RIGHT = 122, TOP = 76, BOTTOM = 66, BAR_GAP = 24, BAR_WIDTH = 20, TICK = 5 };

enum { MOST_DECIMALS = 6, TEXT = 200 };

static const double MOST_ASPECT = 5, STRETCHED_ASPECT = 4;
static const double TITLE_SIZE = 18, LABEL_SIZE = 15, TICK_SIZE = 13.5;

/* A range below that, of the values. */
static const double NARROW = 1e-5;

/* From here on (m), axes are in km. */
static const double LONG_AXIS = 10000;

void picture_set_size(const struct picture *p, struct slice *s)
{
    const double most[] = { p->width - LEFT - RIGHT, p->height - TOP - BOTTOM };
    const double length[] = { s->upper[0] - s->lower[0], s->upper[1] - s->lower[1] };
    double aspect = length[0] / length[1];

    if (aspect > MOST_ASPECT) aspect = STRETCHED_ASPECT;
    if (aspect < 1 / MOST_ASPECT) aspect = 1 / STRETCHED_ASPECT;
    const double height = fmin(most[1], most[0] / aspect);
    slice_set_size(s, (int)lround(height * aspect), (int)lround(height));
}

void picture_range(const struct picture *p, const struct slice *s, double *low, double *high)
{
    slice_range(s, low, high);
    if (!isnan(p->low)) {
        *low  = p->low;
        *high = p->high;
        return;
    }
    const double largest = fmax(fabs(*low), fabs(*high));
    if (!(largest > 0)) { /* all zero, or nothing at all */
        *low  = p->is_signed ? -1 : 0;
        *high = 1;
    } else if (p->is_signed) {
        *low  = -largest;
        *high = largest;
    } else if (*high - *low < 1e-12 * largest) { /* constant, but for rounding */
        *low -= 1e-3 * largest;
        *high += 1e-3 * largest;
    }
}

/* Where labels stand: at the multiples of `step` from number `first` to `last`. */
struct ticks {
    double step;
    long first, last;
    int decimals;
};

/* Steps of 1, 2, 2.5 or 5 times a power of ten, at most `most` of them. */
static struct ticks ticks_for(double low, double high, int most)
{
    static const double nice[] = { 1, 2, 2.5, 5, 10 };
    const double power = pow(10, floor(log10((high - low) / most)));
    struct ticks t = { .step = 10 * power };

    for (int i = 4; i >= 0; --i)
        if ((high - low) / (nice[i] * power) <= most * (1 + 1e-9)) t.step = nice[i] * power;
    t.first = (long)ceil(low / t.step - 1e-6);
    t.last  = (long)floor(high / t.step + 1e-6);
    for (double x = t.step; t.decimals < MOST_DECIMALS && fabs(x - round(x)) > 1e-6 * x; x *= 10)
        ++t.decimals;
    return t;
}

/* A number with a real minus sign. */
static void number_text(double x, int decimals, char text[TEXT])
{
    char plain[TEXT];
    snprintf(plain, sizeof plain, "%.*f", decimals, fabs(x));
    snprintf(text, TEXT, "%s%.150s", x < 0 && strtod(plain, NULL) > 0 ? "\u2212" : "", plain);
}

/* "10⁻³ " for exponent -3, "" for 0. */
static void power_text(int exponent, char text[TEXT])
{
    static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    char plain[20];

    text[0] = '\0';
    if (!exponent) return;
    strcpy(text, exponent < 0 ? "10⁻" : "10");
    snprintf(plain, sizeof plain, "%d", exponent < 0 ? -exponent : exponent);
    for (const char *c = plain; *c; ++c)
        strcat(text, digits[*c - '0']);
    strcat(text, " ");
}

/* Text whose anchor, a fraction of its width and height from its upper left, is at (x, y). */
static void put_text(cairo_t *c, double x, double y, double across, double down, const char *text)
{
    cairo_text_extents_t t;
    cairo_font_extents_t f;
    cairo_text_extents(c, text, &t);
    cairo_font_extents(c, &f);
    cairo_move_to(c, x - across * t.x_advance, y + (1 - down) * f.ascent - down * f.descent);
    cairo_show_text(c, text);
}

static void use_font(cairo_t *c, double size, cairo_font_weight_t weight)
{
    cairo_select_font_face(c, "Sans", CAIRO_FONT_SLANT_NORMAL, weight);
    cairo_set_font_size(c, size);
}

static void line(cairo_t *c, double x0, double y0, double x1, double y1)
{
    cairo_move_to(c, x0, y0);
    cairo_line_to(c, x1, y1);
    cairo_stroke(c);
}

static unsigned pixel_of(const struct colors *colors, int i)
{
    const unsigned char *rgb = colors->rgb[i];
    return (unsigned)rgb[0] << 16 | (unsigned)rgb[1] << 8 | rgb[2];
}

/* Fills a rectangle at (left, top) with pixels that color() gives. */
static void put_pixels(cairo_t *c, int left, int top, int width, int height,
                       unsigned (*color)(const void *of, int i, int j), const void *of)
{
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    unsigned char *rows    = cairo_image_surface_get_data(image);
    const int stride       = cairo_image_surface_get_stride(image);

    for (int j = 0; rows && j < height; ++j)
        for (int i = 0; i < width; ++i)
            ((uint32_t *)(void *)(rows + (size_t)j * (size_t)stride))[i] = color(of, i, j);
    cairo_surface_mark_dirty(image);
    cairo_set_source_surface(c, image, left, top);
    cairo_paint(c);
    cairo_surface_destroy(image);
    cairo_set_source_rgb(c, 0, 0, 0);
}

/* What is drawn, and with which colours. */
struct drawing {
    const struct picture *picture;
    const struct slice *slice;
    struct colors colors;
    double low, high;
};

static unsigned color_of_value(const void *of, int i, int j)
{
    const struct drawing *d = of;
    const struct slice *s = d->slice;
    const double x = s->values[(size_t)(s->height - 1 - j) * (size_t)s->width + (size_t)i];
    if (isnan(x)) return 0xffffff;
    return pixel_of(&d->colors, colors_index((x - d->low) / (d->high - d->low)));
}

static unsigned color_of_bar(const void *of, int i, int j)
{
    const struct drawing *d = of;
    (void)i;
    return pixel_of(&d->colors, colors_index(1 - (j + 0.5) / d->slice->height));
}

/* The note on an axis that is drawn longer than the other one, "" otherwise. */
static void stretch_text(const struct slice *s, int axis, char text[TEXT])
{
    const double pixels[] = { s->width, s->height };
    const double scale = pixels[axis] / (s->upper[axis] - s->lower[axis]);
    const double other = pixels[!axis] / (s->upper[!axis] - s->lower[!axis]);
    text[0] = '\0';
    if (scale > 1.05 * other) snprintf(text, TEXT, ", stretched %.3g times", scale / other);
}

static void draw_axis(cairo_t *c, const struct slice *s, int axis)
{
    const double unit = fmax(fabs(s->lower[axis]), fabs(s->upper[axis])) >= LONG_AXIS ? 1000 : 1;
    const double low = s->lower[axis] / unit, high = s->upper[axis] / unit;
    const int length = axis == 0 ? s->width : s->height, bottom = TOP + s->height;
    const int spacing = axis == 0 ? 70 : 45, most = length / spacing > 2 ? length / spacing : 2;
    const struct ticks t = ticks_for(low, high, most);
    char text[TEXT], note[TEXT];

    use_font(c, TICK_SIZE, CAIRO_FONT_WEIGHT_NORMAL);
    for (long n = t.first; n <= t.last; ++n) {
        const double at = round((n * t.step - low) / (high - low) * length);
        number_text(n * t.step, t.decimals, text);
        if (axis == 0) {
            line(c, LEFT + at, bottom, LEFT + at, bottom + TICK);
            put_text(c, LEFT + at, bottom + TICK + 3, 0.5, 0, text);
        } else {
            line(c, LEFT - TICK, bottom - at, LEFT, bottom - at);
            put_text(c, LEFT - TICK - 4, bottom - at, 1, 0.5, text);
        }
    }

    stretch_text(s, axis, note);
    snprintf(text, sizeof text, "%c (%s%.150s)", "xyz"[axis == 0 ? s->a : s->b],
             unit > 1 ? "km" : "m", note);
    use_font(c, LABEL_SIZE, CAIRO_FONT_WEIGHT_NORMAL);
    if (axis == 0) {
        put_text(c, LEFT + s->width / 2.0, bottom + 32, 0.5, 0, text);
    } else {
        cairo_save(c);
        cairo_translate(c, 14, TOP + s->height / 2.0);
        cairo_rotate(c, -acos(-1) / 2);
        put_text(c, 0, 0, 0.5, 0, text);
        cairo_restore(c);
    }
}

/* Values that differ in late digits alone are labelled by what they are above the lowest. */
static void draw_bar(cairo_t *c, const struct drawing *d)
{
    const int left = LEFT + d->slice->width + BAR_GAP, height = d->slice->height;
    const int right = left + BAR_WIDTH;
    const double size = fmax(fabs(d->low), fabs(d->high));
    const int is_narrow = d->high - d->low < NARROW * size;
    const double base = is_narrow ? d->low : 0, largest = is_narrow ? d->high - base : size;
    const int exponent = largest >= 1e5 || largest < 0.01 ? (int)floor(log10(largest)) : 0;
    const double unit = pow(10, exponent), low = (d->low - base) / unit, high = (d->high - base) / unit;
    const struct ticks t = ticks_for(low, high, height / 45 > 2 ? height / 45 : 2);
    char text[TEXT], head[TEXT] = "";

    put_pixels(c, left, TOP, BAR_WIDTH, height, color_of_bar, d);
    cairo_rectangle(c, left, TOP, BAR_WIDTH, height);
    cairo_stroke(c);
    use_font(c, TICK_SIZE, CAIRO_FONT_WEIGHT_NORMAL);
    for (long n = t.first; n <= t.last; ++n) {
        const double at = round(TOP + height * (1 - (n * t.step - low) / (high - low)));
        number_text(n * t.step, t.decimals, text);
        line(c, right, at, right + TICK, at);
        put_text(c, right + TICK + 4, at, 0, 0.5, text);
    }
    power_text(exponent, text);
    if (is_narrow) snprintf(head, sizeof head, "%.15g + ", base);
    snprintf(head + strlen(head), sizeof head - strlen(head), "%.100s%.50s", text, d->picture->unit);
    use_font(c, LABEL_SIZE, CAIRO_FONT_WEIGHT_NORMAL);
    if (is_narrow) put_text(c, right + RIGHT - BAR_GAP - BAR_WIDTH - TICK, TOP - 12, 1, 1, head);
    else put_text(c, left, TOP - 12, 0, 1, head);
}

static void draw_title(cairo_t *c, const struct picture *p, const struct slice *s)
{
    const double middle = LEFT + s->width / 2.0;
    char text[TEXT];

    snprintf(text, sizeof text, "%.150s", p->long_name);
    text[0] = (char)toupper((unsigned char)text[0]);
    use_font(c, TITLE_SIZE, CAIRO_FONT_WEIGHT_BOLD);
    put_text(c, middle, 16, 0.5, 0, text);
    snprintf(text, sizeof text, "%.100s%st = %.6g s, %c = %.6g m", p->case_name,
             p->case_name[0] ? ", " : "", p->time, "xyz"[s->plane.axis], s->plane.at);
    use_font(c, LABEL_SIZE, CAIRO_FONT_WEIGHT_NORMAL);
    put_text(c, middle, 43, 0.5, 0, text);
}

static void draw(cairo_t *c, const struct drawing *d)
{
    const struct slice *s = d->slice;

    cairo_set_source_rgb(c, 1, 1, 1);
    cairo_paint(c);
    put_pixels(c, LEFT, TOP, s->width, s->height, color_of_value, d);
    cairo_translate(c, 0.5, 0.5); /* lines through the middle of pixels are sharp */
    cairo_set_line_width(c, 1);
    cairo_rectangle(c, LEFT - 1, TOP - 1, s->width + 1, s->height + 1);
    cairo_stroke(c);
    draw_axis(c, s, 0);
    draw_axis(c, s, 1);
    draw_bar(c, d);
    draw_title(c, d->picture, s);
}

static cairo_status_t write_bytes(void *out, const unsigned char *bytes, unsigned n)
{
    return fwrite(bytes, 1, n, out) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static enum status write_png(const struct newfile *f, cairo_surface_t *image)
{
    errno = 0;
    FILE *out = fopen(f->temporary, "wb");
    if (!out) FAIL(BAD_MACHINE, "cannot write %s: %s", f->path, strerror(errno));
    const cairo_status_t s = cairo_surface_write_to_png_stream(image, write_bytes, out);
    if (fclose(out) != 0 || s != CAIRO_STATUS_SUCCESS)
        FAIL(BAD_MACHINE, "cannot write %s: %s", f->path,
             errno ? strerror(errno) : cairo_status_to_string(s));
    return OK;
}

enum status picture_write(const char *path, const struct picture *p, const struct slice *s)
{
    struct drawing d = { .picture = p, .slice = s };
    struct newfile file;

    picture_range(p, s, &d.low, &d.high);
    if (p->is_signed)
        colors_diverging(&d.colors);
    else
        colors_sequential(&d.colors);

    cairo_surface_t *image = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, LEFT + s->width + RIGHT, TOP + s->height + BOTTOM);
    cairo_t *c = cairo_create(image);
    draw(c, &d);
    cairo_destroy(c);
    newfile_new(&file, path);
    const enum status status = write_png(&file, image);
    cairo_surface_destroy(image);
    if (status == OK) return newfile_finish(&file);
    newfile_discard(&file);
    return status;
}
