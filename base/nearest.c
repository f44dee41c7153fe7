/* base/nearest.c -- how far a misspelt word is from a known one. */
#include "base/nearest.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 63 };

static int least(int a, int b) { return a < b ? a : b; }

static int same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

int nearest_distance(const char *a, const char *b)
{
    const int na = (int)strnlen(a, LONGEST), nb = (int)strnlen(b, LONGEST);
    int d[LONGEST + 1][LONGEST + 1]; /* d[i][j]: from the first i bytes of a to the first j of b */

    for (int i = 0; i <= na; ++i) d[i][0] = i;
    for (int j = 0; j <= nb; ++j) d[0][j] = j;
    for (int i = 1; i <= na; ++i)
        for (int j = 1; j <= nb; ++j) {
            const int replaced = d[i - 1][j - 1] + !same(a[i - 1], b[j - 1]);
            d[i][j] = least(replaced, least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[na][nb];
}
