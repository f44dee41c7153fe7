# codelets/ -- compiled once per precision, by cc and by nvcc; a core's kernels also once for each
# instruction set (codelets/isa.h).
noinst_LTLIBRARIES += libcodelets.la libcodelets_f32.la libcodelets_f64.la \
                      libcodelets_f32_portable.la libcodelets_f64_portable.la

libcodelets_la_SOURCES = codelets/codelets.c codelets/codelets.h \
                         codelets/gpu.h codelets/isa.c codelets/isa.h \
                         codelets/stream.c codelets/stream.h
libcodelets_la_LIBADD  = libcodelets_f32.la libcodelets_f64.la

codelets_sources = \
    codelets/absorb.c codelets/absorb.h codelets/absorb_cpu.c \
    codelets/advance.c codelets/advance.h \
    codelets/args.h \
    codelets/budget.c codelets/budget.h codelets/budget_change_cpu.c codelets/budgeted.h \
    codelets/bytes.h \
    codelets/ceilings.h \
    codelets/codelet.h \
    codelets/diagnose.c codelets/diagnose.h codelets/diagnose_cpu.c \
    codelets/diagnosed.h \
    codelets/dispatch_cpu.c \
    codelets/flops.h \
    codelets/geometry.h \
    codelets/geometry_record.h \
    codelets/halo_surface.c codelets/halo_surface.h codelets/halo_surface_cpu.c \
    codelets/interior_surface.c codelets/interior_surface.h codelets/interior_surface_cpu.c \
    codelets/lanes.h \
    codelets/steps.h codelets/steps_difference.c codelets/steps_formulas.h \
    codelets/surface_cpu.h \
    codelets/tendency.c codelets/tendency.h \
    codelets/trace.c codelets/trace.h codelets/trace_cpu.c \
    codelets/update.c codelets/update.h \
    codelets/volume.c codelets/volume.h

# What runs long on a core.
codelets_kernels = \
    codelets/advance_cpu.c \
    codelets/batch.h codelets/batch_cpu.c codelets/batch_faces_cpu.c codelets/batch_volume_cpu.c \
    codelets/budget_cpu.c \
    codelets/ceilings_cpu.c \
    codelets/steps_cpu.c \
    codelets/surface_cpu.c \
    codelets/tendency_cpu.c \
    codelets/update_cpu.c codelets/update_cpu.h \
    codelets/volume_cpu.c

# CUDA's half of a codelet, and what knows no precision.
codelets_cuda = \
    codelets/absorb_cuda.cu \
    codelets/advance_cuda.cu \
    codelets/diagnose_cuda.cu \
    codelets/halo_surface_cuda.cu \
    codelets/interior_surface_cuda.cu \
    codelets/kernels_cuda.cu \
    codelets/steps_cuda.cu \
    codelets/steps_difference_cuda.cu \
    codelets/tendency_cuda.cu \
    codelets/trace_cuda.cu \
    codelets/update_cuda.cu \
    codelets/volume_cuda.cu
codelets_gpu  = codelets/ceilings.cu codelets/gpu.cu
codelets_cuda_headers = \
    codelets/constants.cuh \
    codelets/face.cuh \
    codelets/faces.cuh \
    codelets/fault.cuh \
    codelets/launch.cuh \
    codelets/lines.cuh \
    codelets/order.cuh \
    codelets/room.cuh
EXTRA_DIST += $(codelets_cuda) $(codelets_gpu) $(codelets_cuda_headers)

# Neither flag changes a result: errno and traps only stand in the way of vector code.
codelets_cflags = $(AM_CFLAGS) -fno-math-errno -fno-trapping-math

libcodelets_f32_la_SOURCES  = $(codelets_sources)
libcodelets_f64_la_SOURCES  = $(codelets_sources)
libcodelets_f32_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=32
libcodelets_f64_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=64
libcodelets_f32_la_CFLAGS   = $(codelets_cflags)
libcodelets_f64_la_CFLAGS   = $(codelets_cflags)
libcodelets_f32_la_LIBADD   = libcodelets_f32_portable.la
libcodelets_f64_la_LIBADD   = libcodelets_f64_portable.la

libcodelets_f32_portable_la_SOURCES  = $(codelets_kernels)
libcodelets_f64_portable_la_SOURCES  = $(codelets_kernels)
libcodelets_f32_portable_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=32
libcodelets_f64_portable_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=64
libcodelets_f32_portable_la_CFLAGS   = $(codelets_cflags)
libcodelets_f64_portable_la_CFLAGS   = $(codelets_cflags)

if WITH_ISA
avx2   = -mavx2 -mfma
avx512 = $(avx2) -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512
noinst_LTLIBRARIES += libcodelets_f32_avx2.la libcodelets_f64_avx2.la \
                      libcodelets_f32_avx512.la libcodelets_f64_avx512.la
libcodelets_f32_la_LIBADD += libcodelets_f32_avx2.la libcodelets_f32_avx512.la
libcodelets_f64_la_LIBADD += libcodelets_f64_avx2.la libcodelets_f64_avx512.la
libcodelets_f32_avx2_la_SOURCES    = $(codelets_kernels)
libcodelets_f64_avx2_la_SOURCES    = $(codelets_kernels)
libcodelets_f32_avx512_la_SOURCES  = $(codelets_kernels)
libcodelets_f64_avx512_la_SOURCES  = $(codelets_kernels)
libcodelets_f32_avx2_la_CPPFLAGS   = $(AM_CPPFLAGS) -DREAL_BITS=32 -DISA_IS_AVX2
libcodelets_f64_avx2_la_CPPFLAGS   = $(AM_CPPFLAGS) -DREAL_BITS=64 -DISA_IS_AVX2
libcodelets_f32_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=32 -DISA_IS_AVX512
libcodelets_f64_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=64 -DISA_IS_AVX512
libcodelets_f32_avx2_la_CFLAGS     = $(codelets_cflags) $(avx2)
libcodelets_f64_avx2_la_CFLAGS     = $(codelets_cflags) $(avx2)
libcodelets_f32_avx512_la_CFLAGS   = $(codelets_cflags) $(avx512)
libcodelets_f64_avx512_la_CFLAGS   = $(codelets_cflags) $(avx512)
endif

if WITH_CUDA
libcodelets_la_LIBADD     += $(codelets_gpu:.cu=.lo)
libcodelets_f32_la_LIBADD += $(codelets_cuda:.cu=.f32.lo)
libcodelets_f64_la_LIBADD += $(codelets_cuda:.cu=.f64.lo)
endif

# .cu files: libtool keeps the objects, nvcc writes which headers they depend on (-MT: of the .lo).
# Products and sums fuse here: a GPU's results are its own bits, the same from run to run.
AM_NVCCFLAGS = -std=c++17 -I$(top_srcdir) -I$(top_builddir)
NVCOMPILE    = $(LIBTOOL) $(AM_V_lt) --tag=CC --mode=compile \
               $(NVCC) $(AM_NVCCFLAGS) $(NVCCFLAGS) -MD -MP -MT $@ -MF $(@:.lo=.d)
AM_V_NVCC    = $(am__v_NVCC_@AM_V@)
am__v_NVCC_  = $(am__v_NVCC_@AM_DEFAULT_V@)
am__v_NVCC_0 = @echo "  NVCC    " $@;
am__v_NVCC_1 =

%.f32.lo: %.cu
	@$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(NVCOMPILE) -DREAL_BITS=32 -c $< -o $@
%.f64.lo: %.cu
	@$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(NVCOMPILE) -DREAL_BITS=64 -c $< -o $@
%.lo: %.cu
	@$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(NVCOMPILE) -c $< -o $@

-include $(codelets_gpu:.cu=.d)
-include $(codelets_cuda:.cu=.f32.d) $(codelets_cuda:.cu=.f64.d)
CLEANFILES += codelets/*.d
