#pragma once
/* tests/io/sample.h -- a small mesh with a polynomial state, for the tests of output. */
#include "io/view.h"

enum { SAMPLE_PARTITIONS = 3 };

/** 2 x 1 x 2 elements in the box [-500, 1500] x [0, 300] x [0, 2000] m, in three partitions. With
 * X, Y, Z in [0, 1] across the box and degree N:
 *     rho = 2 + X^N Y - Z^N,  u = 10 X^N Y^N Z^N - 2,  v = 3 X,  w = 0,  p = 1e5 (1 + X Y Z^N). */
struct sample_state {
    struct mesh mesh;
    struct lgl lgl;
    struct view view;
    void *q[SAMPLE_PARTITIONS];
};

void sample_new(struct sample_state *s, int degree, size_t sizeof_real);
void sample_free(struct sample_state *s);

/** Starts MPI once in this process. */
void sample_start_mpi(void);
