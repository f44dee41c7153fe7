#pragma once
/* base/real.h -- the words that make one source serve both precisions and both compilers.
 *
 * physics/ and codelets/ are compiled once per precision, by cc and by nvcc:
 *   real         float or double
 *   EACH(name)   name_f32 or name_f64: every external symbol of such a file
 *   HD, RESTRICT, EXTERN_C: base/device.h
 */
#include "base/device.h"

#if REAL_BITS == 64
typedef double real;
#define EACH(name)   name##_f64
#define REAL_EPSILON 2.220446049250313e-16
#define REAL_MAX     1.7976931348623157e308
#elif REAL_BITS == 32
typedef float real;
#define EACH(name)   name##_f32
#define REAL_EPSILON 1.1920929e-07f
#define REAL_MAX     3.402823466e38f
#else
#error "compile this file once per precision: -DREAL_BITS=32 or -DREAL_BITS=64"
#endif

#ifndef __cplusplus
#include <tgmath.h> /* log() and sqrt() follow their argument's type, as in C++ */
#undef I            /* <complex.h>'s macro; ours are indices and averages */
#endif

/** a b + c, rounded once where the file's instruction set has such an instruction. Products and sums
 * fuse where this is written and nowhere else (GPUs apart), so that every vector code with it has
 * the same bits. */
#if defined(__FMA__) || defined(__CUDA_ARCH__)
HD real mul_add(real a, real b, real c) { return fma(a, b, c); }
#else
HD real mul_add(real a, real b, real c) { return a * b + c; }
#endif
