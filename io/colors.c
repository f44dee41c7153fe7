/* io/colors.c -- colour scales from a few anchors in OKLab (Ottosson 2020). */
#include "io/colors.h"
#include <math.h>

/* Lightness, green to red, blue to yellow. */
struct lab {
    double L, a, b;
};

static double to_srgb(double x)
{
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

static double from_srgb(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static unsigned char to_byte(double x) { return (unsigned char)lround(255 * fmin(fmax(x, 0), 1)); }

static void to_rgb(struct lab c, unsigned char rgb[3])
{
    const double l = pow(c.L + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
    const double m = pow(c.L - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
    const double s = pow(c.L - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
    rgb[0] = to_byte(to_srgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s));
    rgb[1] = to_byte(to_srgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s));
    rgb[2] = to_byte(to_srgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

static struct lab from_rgb(const unsigned char rgb[3])
{
    const double r = from_srgb(rgb[0] / 255.0), g = from_srgb(rgb[1] / 255.0),
                 b = from_srgb(rgb[2] / 255.0);
    const double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (struct lab){ 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                         1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                         0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s };
}

static double distance(struct lab x, struct lab y)
{
    return sqrt((x.L - y.L) * (x.L - y.L) + (x.a - y.a) * (x.a - y.a) + (x.b - y.b) * (x.b - y.b));
}

/* Anchors by lightness, chroma and hue in degrees. */
struct anchor {
    double L, chroma, hue;
};

static struct lab lab_from(struct anchor p)
{
    const double radians = p.hue * acos(-1) / 180;
    return (struct lab){ p.L, p.chroma * cos(radians), p.chroma * sin(radians) };
}

/* A path in pieces so short that nobody sees its corners. */
enum { MOST_ANCHORS = 8, PIECES = 32 };
struct path {
    struct lab at[MOST_ANCHORS * PIECES];
    int last;
};

/* Catmull-Rom: through y at t = 0 and z at t = 1, with the slopes of their neighbours x and w. */
static double spline(double x, double y, double z, double w, double t)
{
    return y + t * ((z - x) + t * ((2 * x - 5 * y + 4 * z - w) + t * (3 * (y - z) + w - x))) / 2;
}

static struct path path_through(const struct anchor *anchors, int n)
{
    struct path p = { .last = (n - 1) * PIECES };
    for (int i = 0; i <= p.last; ++i) {
        const int k = i < p.last ? i / PIECES : n - 2;
        const double t = (double)(i - k * PIECES) / PIECES;
        const struct lab x = lab_from(anchors[k > 0 ? k - 1 : 0]), y = lab_from(anchors[k]),
                         z = lab_from(anchors[k + 1]),
                         w = lab_from(anchors[k + 2 < n ? k + 2 : k + 1]);
        p.at[i] = (struct lab){ spline(x.L, y.L, z.L, w.L, t), spline(x.a, y.a, z.a, w.a, t),
                                spline(x.b, y.b, z.b, w.b, t) };
    }
    return p;
}

/* The colour at t in [0, 1] of the length of a path. */
static struct lab along(const struct path *p, double t)
{
    double length = 0, piece;
    int k = 0;

    for (int i = 0; i < p->last; ++i)
        length += distance(p->at[i], p->at[i + 1]);
    for (t *= length; piece = distance(p->at[k], p->at[k + 1]), t > piece && k + 1 < p->last; ++k)
        t -= piece;
    t /= piece;
    const struct lab x = p->at[k], y = p->at[k + 1];
    return (struct lab){ x.L + t * (y.L - x.L), x.a + t * (y.a - x.a), x.b + t * (y.b - x.b) };
}

void colors_sequential(struct colors *c)
{
    static const struct anchor anchors[] = {
        { 0.25, 0.11, 310 }, { 0.38, 0.13, 285 }, { 0.52, 0.10, 235 }, { 0.66, 0.12, 170 },
        { 0.80, 0.16, 130 }, { 0.94, 0.17, 108 },
    };
    const struct path path = path_through(anchors, sizeof anchors / sizeof *anchors);
    for (int i = 0; i < NUM_COLORS; ++i)
        to_rgb(along(&path, i / (NUM_COLORS - 1.0)), c->rgb[i]);
}

void colors_diverging(struct colors *c)
{
    static const struct anchor
        cold[] = { { 0.98, 0, 0 }, { 0.62, 0.15, 250 }, { 0.36, 0.13, 262 } },
        warm[] = { { 0.98, 0, 0 }, { 0.62, 0.15, 35 }, { 0.36, 0.13, 23 } };
    const struct path below = path_through(cold, 3), above = path_through(warm, 3);
    for (int i = 0; i < NUM_COLORS; ++i) {
        const double t = 2 * i / (NUM_COLORS - 1.0) - 1; /* from the middle */
        to_rgb(along(t < 0 ? &below : &above, fabs(t)), c->rgb[i]);
    }
}

int colors_index(double t)
{
    return (int)fmin(fmax(floor(t * NUM_COLORS), 0), NUM_COLORS - 1);
}

double colors_lightness(const struct colors *c, int i) { return from_rgb(c->rgb[i]).L; }

double colors_step(const struct colors *c, int i)
{
    return distance(from_rgb(c->rgb[i]), from_rgb(c->rgb[i + 1]));
}
