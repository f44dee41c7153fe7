#pragma once
/* base/nearest.h -- how far a misspelt word is from a known one. */

/** Edits (insert, delete, replace, swap of neighbours) from a to b, letter case aside; words longer
 * than 63 bytes count by their first 63. */
int nearest_distance(const char *a, const char *b);
