#pragma once
/* codelets/isa.h -- one kernel source, one machine code an instruction set, picked at start-up.
 *
 * Kernels are compiled once for each of these sets. KERNEL(name) is the name in the file that is being
 * compiled, such as volume_cpu_f64_avx512; codelets/dispatch_cpu.c gives the others EACH(name). Both
 * sets of vectors have fused products and sums, and compute the same bits.
 */
enum isa { ISA_PORTABLE, ISA_AVX2, ISA_AVX512 };

/** The best set that this processor and this program have; UPDRAFT_ISA (portable, avx2, avx512)
 * asks for a lesser one. */
enum isa isa_here(void);

/** Its name. */
const char *isa_name(enum isa isa);

#if defined(ISA_IS_AVX512)
#define KERNEL(name) ISA_NAME(EACH(name), avx512)
#elif defined(ISA_IS_AVX2)
#define KERNEL(name) ISA_NAME(EACH(name), avx2)
#else
#define KERNEL(name) ISA_NAME(EACH(name), portable)
#endif
#define ISA_NAME(name, isa)  ISA_JOIN(name, isa)
#define ISA_JOIN(name, isa)  name##_##isa

/* Says of the loop that follows: its turns are independent of each other. (OpenMP's simd would say
 * the same, but gcc then spreads the body's structs over memory and vectorises nothing.) */
#ifdef __clang__
#define LANES _Pragma("clang loop vectorize(assume_safety)")
#else
#define LANES _Pragma("GCC ivdep")
#endif
