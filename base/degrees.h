#pragma once
/* base/degrees.h -- the one list of polynomial degrees that kernels are specialised for. */
#define DEGREES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)
#define MIN_DEGREE 1
#define MAX_DEGREE 8
#define MAX_NQ     (MAX_DEGREE + 1)          /* nodes a direction */
#define MAX_NP     (MAX_NQ * MAX_NQ * MAX_NQ) /* nodes an element  */
