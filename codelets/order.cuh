#pragma once
/* codelets/order.cuh -- positive numbers in the order of integers, whose unit is otherwise idle. */
#include "base/real.h"

/* The upper word of a number, and what a factor of 2 adds to it. */
#if REAL_BITS == 64
static __device__ __forceinline__ int order_word(real x) { return __double2hiint(x); }
enum { ORDER_OF_2 = 1 << 20 };
#else
static __device__ __forceinline__ int order_word(real x) { return __float_as_int(x); }
enum { ORDER_OF_2 = 1 << 23 };
#endif

/* Is the largest of positive numbers less than twice the smallest, less than four times? */
static __device__ __forceinline__ bool order_is_near(int least, int most)
{
    return most < least + ORDER_OF_2;
}
static __device__ __forceinline__ bool order_is_wide(int least, int most)
{
    return most < least + 2 * ORDER_OF_2;
}
