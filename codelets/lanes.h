#pragma once
/* codelets/lanes.h -- elements side by side, as the lanes of a core's vectors.
 *
 * The same node of WIDTH elements lies in one row: a loop over lanes is a vector or two, whatever
 * the order, and no sum crosses lanes. A batch that is not full holds copies of its last element, so
 * that an element's bits do not depend on where it stands.
 */
#include <string.h>
#include "base/real.h"

enum { WIDTH = 64 / sizeof(real) };
typedef real lanes[WIDTH] __attribute__((aligned(64)));

/* A square of numbers at once: as many as a vector of the instruction set has. */
#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
enum { VECTOR = VECTOR_BYTES / sizeof(real) };
typedef real vector __attribute__((vector_size(VECTOR_BYTES)));

/* Halves of two vectors, taken in turns. */
#if VECTOR_BYTES * 8 / REAL_BITS == 16
#define LOWER  0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGHER 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif VECTOR_BYTES * 8 / REAL_BITS == 8
#define LOWER  0, 8, 1, 9, 2, 10, 3, 11
#define HIGHER 4, 12, 5, 13, 6, 14, 7, 15
#elif VECTOR_BYTES * 8 / REAL_BITS == 4
#define LOWER  0, 4, 1, 5
#define HIGHER 2, 6, 3, 7
#else
#define LOWER  0, 2
#define HIGHER 1, 3
#endif

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HAS_SHUFFLE 1
#endif
#endif

#ifdef HAS_SHUFFLE
/* rows[i][j] <-> rows[j][i]: each round moves one bit of the column's number into the row's. */
HD void square_transpose(vector rows[VECTOR])
{
#pragma GCC unroll 4
    for (int round = 1; round < VECTOR; round *= 2) {
        vector next[VECTOR];
#pragma GCC unroll 8
        for (int i = 0; i < VECTOR / 2; ++i) {
            const vector a = rows[i], b = rows[i + VECTOR / 2];
            next[2 * i] = __builtin_shufflevector(a, b, LOWER);
            next[2 * i + 1] = __builtin_shufflevector(a, b, HIGHER);
        }
#pragma GCC unroll 16
        for (int i = 0; i < VECTOR; ++i) rows[i] = next[i];
    }
}

/* Squares cover n numbers; the last one overlaps the one before. */
HD int square_next(int i, int n)
{
    return i < n - VECTOR && i + VECTOR > n - VECTOR ? n - VECTOR : i + VECTOR;
}

/* to[j][i] = from[i][j] of a square. */
HD void square_move(const real *const from[VECTOR], real *const to[VECTOR])
{
    vector rows[VECTOR];
#pragma GCC unroll 16
    for (int r = 0; r < VECTOR; ++r) memcpy(&rows[r], from[r], sizeof(vector));
    square_transpose(rows);
#pragma GCC unroll 16
    for (int r = 0; r < VECTOR; ++r) memcpy(to[r], &rows[r], sizeof(vector));
}
#endif

/** to[i][w] = from[w][i], i < n. */
HD void lanes_take(int n, const real *const from[WIDTH], lanes *RESTRICT to)
{
#ifdef HAS_SHUFFLE
    if (n >= VECTOR) {
        for (int i = 0; i < n; i = square_next(i, n))
            for (int w = 0; w < WIDTH; w += VECTOR) {
                const real *rows[VECTOR];
                real *columns[VECTOR];
                for (int r = 0; r < VECTOR; ++r) {
                    rows[r] = from[w + r] + i;
                    columns[r] = &to[i + r][w];
                }
                square_move(rows, columns);
            }
        return;
    }
#endif
    for (int i = 0; i < n; ++i)
        for (int w = 0; w < WIDTH; ++w)
            to[i][w] = from[w][i];
}

/** to[w][i] = from[i][w], i < n, w < WIDTH. */
HD void lanes_put(int n, const lanes *RESTRICT from, real *const to[WIDTH])
{
#ifdef HAS_SHUFFLE
    if (n >= VECTOR) {
        for (int i = 0; i < n; i = square_next(i, n))
            for (int w = 0; w < WIDTH; w += VECTOR) {
                const real *rows[VECTOR];
                real *columns[VECTOR];
                for (int r = 0; r < VECTOR; ++r) {
                    rows[r] = &from[i + r][w];
                    columns[r] = to[w + r] + i;
                }
                square_move(rows, columns);
            }
        return;
    }
#endif
    for (int w = 0; w < WIDTH; ++w)
        for (int i = 0; i < n; ++i)
            to[w][i] = from[i][w];
}
