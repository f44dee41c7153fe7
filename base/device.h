#pragma once
/* base/device.h -- the words of functions that cores and GPUs share.
 *
 *   HD           a small function for host and device
 *   RESTRICT     restrict, as both compilers spell it
 *   EXTERN_C     a function that C calls and nvcc compiles
 */
#ifdef __cplusplus /* nvcc */
#define HD       static __host__ __device__ __forceinline__
#define RESTRICT __restrict__
#define EXTERN_C extern "C"
#else
#define HD       static inline __attribute__((always_inline))
#define RESTRICT restrict
#define EXTERN_C extern
#endif
