#pragma once
/* codelets/isa.h -- one kernel source, one machine code an instruction set, picked at start-up.
 *
 * -ffp-contract=off and no re-association: every copy computes the same bits.
 */
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define FOR_EACH_ISA __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FOR_EACH_ISA /* clang 14 hides such a function from other files; the address sanitizer is not
                        ready yet when the copy is picked */
#endif

/* Says of the loop that follows: its turns are independent of each other. (OpenMP's simd would say
 * the same, but gcc then spreads the body's structs over memory and vectorises nothing.) */
#ifdef __clang__
#define LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANES _Pragma("GCC ivdep")
#endif
