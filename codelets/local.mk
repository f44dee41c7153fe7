# codelets/ -- everything but codelets.c is compiled once per precision; .cu files by nvcc.
noinst_LTLIBRARIES += libcodelets.la libcodelets_f32.la libcodelets_f64.la

codelets_sources = \
    codelets/diagnose.c codelets/diagnose.h codelets/diagnose_cpu.c codelets/diagnosed.h \
    codelets/halo_surface.c codelets/halo_surface.h codelets/halo_surface_cpu.c \
    codelets/interior_surface.c codelets/interior_surface.h codelets/interior_surface_cpu.c \
    codelets/trace.c codelets/trace.h codelets/trace_cpu.c \
    codelets/update.c codelets/update.h codelets/update_cpu.c \
    codelets/volume.c codelets/volume.h codelets/volume_cpu.c \
    codelets/args.h codelets/codelet.h codelets/flops.h codelets/geometry.h \
    codelets/geometry_record.h codelets/isa.h codelets/surface_cpu.h
codelets_cuda =

# Neither flag changes a result: errno and traps only stand in the way of vector code.
codelets_cflags = $(AM_CFLAGS) -fno-math-errno -fno-trapping-math

libcodelets_la_SOURCES = codelets/codelets.c codelets/codelets.h
libcodelets_la_LIBADD = libcodelets_f32.la libcodelets_f64.la
libcodelets_f32_la_SOURCES = $(codelets_sources)
libcodelets_f64_la_SOURCES = $(codelets_sources)
libcodelets_f32_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=32
libcodelets_f64_la_CPPFLAGS = $(AM_CPPFLAGS) -DREAL_BITS=64
libcodelets_f32_la_CFLAGS = $(codelets_cflags)
libcodelets_f64_la_CFLAGS = $(codelets_cflags)
libcodelets_f32_la_LIBADD =
libcodelets_f64_la_LIBADD =

if WITH_CUDA
libcodelets_f32_la_LIBADD += $(codelets_cuda:.cu=.f32.lo)
libcodelets_f64_la_LIBADD += $(codelets_cuda:.cu=.f64.lo)
endif
EXTRA_DIST += $(codelets_cuda)

AM_V_NVCC   = $(am__v_NVCC_@AM_V@)
am__v_NVCC_ = $(am__v_NVCC_@AM_DEFAULT_V@)
am__v_NVCC_0 = @echo "  NVCC    " $@;
am__v_NVCC_1 =
NVCOMPILE   = $(LIBTOOL) $(AM_V_lt) --tag=CC --mode=compile \
              $(NVCC) $(NVCCFLAGS) -I$(top_srcdir) -MD -MP -MT $@ -MF $(@:.lo=.d)

%.f32.lo: %.cu
	@$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(NVCOMPILE) -DREAL_BITS=32 -c $< -o $@
%.f64.lo: %.cu
	@$(MKDIR_P) $(@D)
	$(AM_V_NVCC)$(NVCOMPILE) -DREAL_BITS=64 -c $< -o $@

-include $(codelets_cuda:.cu=.f32.d) $(codelets_cuda:.cu=.f64.d)
CLEANFILES += codelets/*.d
