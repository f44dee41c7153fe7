#pragma once
/* io/chart.h -- curves and points between two axes, as a PNG picture. */
#include "base/error.h"

enum { CHART_MOST_POINTS = 64, CHART_MOST_SERIES = 12 };

/** One row of the legend. */
struct chart_series {
    char name[64];
    int n;
    int has_line, has_points, is_ceiling; /* a ceiling is grey */
    double x[CHART_MOST_POINTS], y[CHART_MOST_POINTS];
};

/** Both ranges come from the values; a logarithmic axis wants positive ones. */
struct chart {
    char title[128], x_label[64], y_label[64];
    int is_log_x, is_log_y;
    int num_series;
    struct chart_series series[CHART_MOST_SERIES];
};

/** Draws. BAD_INPUT where there is no point; BAD_MACHINE where the file cannot be written. */
enum status chart_write(const char *path, const struct chart *c);
