#pragma once
/* io/colors.h -- colour scales that are even to the eye: paths through OKLab in equal steps. */

enum { NUM_COLORS = 255 }; /* odd: a diverging scale has one neutral colour, around zero */

/** A colour scale: red, green, blue in 0 to 255. */
struct colors {
    unsigned char rgb[NUM_COLORS][3];
};

/** Dark violet over green to light yellow; it gets lighter all the way. */
void colors_sequential(struct colors *c);

/** Blue over near white, in the middle, to red; equally dark at equal distances from the middle. */
void colors_diverging(struct colors *c);

/** The number of the colour of t in [0, 1]; what lies outside gets the end's. */
int colors_index(double t);

/** Lightness of colour i in OKLab, 0 (black) to 1 (white), and its distance from the next one. */
double colors_lightness(const struct colors *c, int i);
double colors_step(const struct colors *c, int i);
