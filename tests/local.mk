# tests/ -- mirrors the tree.  A program with Criterion is one word in one of these lists; its source
# is the word and ".c".  Scripts (.sh, .py) print TAP like the programs; 77 as exit code skips.

# Quick ones, for `make check`: seconds each on two cores.
quick_tests = \
    tests/app/test_balance \
    tests/app/test_speed \
    tests/base/test_faces \
    tests/cases/test_baroclinic_channel \
    tests/cases/test_cases \
    tests/cases/test_inertia_gravity_wave \
    tests/cases/test_mountain_wave \
    tests/cases/test_user_defined \
    tests/codelets/test_counts \
    tests/fuzz/case_file \
    tests/fuzz/checkpoint \
    tests/fuzz/hexahedra \
    tests/graph/test_absorb \
    tests/graph/test_budget \
    tests/graph/test_checksum \
    tests/graph/test_convergence \
    tests/graph/test_curved \
    tests/graph/test_flat \
    tests/graph/test_forms \
    tests/graph/test_mesh_files \
    tests/graph/test_rest \
    tests/graph/test_rhs \
    tests/graph/test_rk \
    tests/graph/test_short_runs \
    tests/io/test_bent_slice \
    tests/io/test_checkpoint \
    tests/io/test_expression \
    tests/io/test_fields \
    tests/io/test_options \
    tests/io/test_picture \
    tests/io/test_points \
    tests/io/test_quantities \
    tests/mesh/test_files \
    tests/mesh/test_lgl \
    tests/mesh/test_mesh \
    tests/mesh/test_metrics \
    tests/tasks/test_place \
    $(both_precisions)
quick_scripts = \
    tests/app/absorb.sh \
    tests/app/bench.sh \
    tests/app/budget.sh \
    tests/app/commands.sh \
    tests/app/converge.sh \
    tests/app/full_disk.sh \
    tests/app/isa.sh \
    tests/app/killed.sh \
    tests/app/outputs.sh \
    tests/app/ranks.sh \
    tests/app/ranks_killed.sh \
    tests/app/ranks_stopped.sh \
    tests/app/restart.sh \
    tests/app/restart_anywhere.sh \
    tests/app/signals.sh \
    tests/app/taylor_green.sh \
    tests/app/unphysical.sh \
    tests/app/watchdog.sh \
    tests/bench/scaling.sh \
    tests/bench/scaling_report.sh \
    tests/docs/pages.sh \
    tests/docs/slurm.sh \
    tests/gpu/float_is_float.sh \
    tests/graph/submissions.sh \
    tests/io/netcdf.sh \
    tests/io/wrong_input.sh \
    tests/layers.sh \
    tests/mesh/files.sh \
    tests/ranks.sh

# For `make check-long` and `make check-gpu`.
long_tests = \
    tests/cases/test_inertia_gravity_wave_long \
    tests/cases/test_mountain_wave_long \
    tests/graph/test_balance \
    tests/graph/test_checksum_long \
    tests/graph/test_convergence_long \
    tests/graph/test_forms_long
long_scripts = \
    tests/app/channel.sh \
    tests/app/converge_long.sh \
    tests/app/killed_long.sh \
    tests/app/ranks_damaged_long.sh \
    tests/app/ranks_killed_long.sh \
    tests/app/memory.sh \
    tests/physics/mutate.sh
gpu_tests = \
    tests/gpu/test_codelets_gpu \
    tests/gpu/test_faults_gpu \
    tests/gpu/test_runs_gpu \
    tests/gpu/test_vectors_gpu
gpu_scripts = \
    tests/gpu/ranks.sh \
    tests/gpu/restart.sh \
    tests/gpu/unphysical.sh \
    tests/gpu/memcheck.sh

# Tests of GPUs are skipped where there is none: that is asked before Criterion starts.
skips = tests/gpu/main.c
tests_gpu_test_codelets_gpu_SOURCES = tests/gpu/test_codelets_gpu.c tests/gpu/pair.h $(skips)
tests_gpu_test_faults_gpu_SOURCES   = tests/gpu/test_faults_gpu.c tests/gpu/pair.h $(skips)
tests_gpu_test_runs_gpu_SOURCES     = tests/gpu/test_runs_gpu.c $(skips)
tests_gpu_test_vectors_gpu_SOURCES  = tests/gpu/test_vectors_gpu.c $(skips)

# Readers under any input (docs/fuzzing.md): what replays the inputs that are kept is replaced by
# libFuzzer in tests/fuzz/fuzz.sh.
fuzzing = tests/fuzz/fuzz.h tests/fuzz/promises.c tests/fuzz/replay.c
tests_fuzz_case_file_SOURCES  = tests/fuzz/case_file.c $(fuzzing)
tests_fuzz_checkpoint_SOURCES = tests/fuzz/checkpoint.c tests/fuzz/checkpoint_edits.c \
    tests/fuzz/checkpoint_edits.h $(fuzzing)
tests_fuzz_hexahedra_SOURCES  = tests/fuzz/hexahedra.c $(fuzzing)
readers = libtests.la libcases.la libio.la libmesh.la libbase.la $(P4EST_LIBS) $(HDF5_LIBS) \
    $(FYAML_LIBS) $(XXHASH_LIBS) $(JANSSON_LIBS) $(CAIRO_LIBS) $(MUPARSER_LIBS) $(PNETCDF_LIBS) \
    $(MPI_LIBS) -lm
tests_fuzz_case_file_LDADD  = $(readers)
tests_fuzz_checkpoint_LDADD = $(readers)
tests_fuzz_hexahedra_LDADD  = $(readers)

# Programs that scripts start.
helpers = \
    tests/app/meddled \
    tests/app/same_data \
    tests/graph/ranks \
    tests/graph/ranks_faults \
    tests/graph/submission \
    tests/io/ranks \
    tests/mesh/ranks

# Counts calls of these two on their way.
tests_graph_submission_LDFLAGS = $(AM_LDFLAGS) \
    -Wl,--wrap=graph_submit_stages,--wrap=starpu_mpi_isend_detached

# Compiled as tests/NAME_f32 and tests/NAME_f64.
both_precisions = \
    tests/codelets/test_beside_f32 tests/codelets/test_beside_f64 \
    tests/codelets/test_orientation_f32 tests/codelets/test_orientation_f64 \
    tests/physics/test_entropy_f32 tests/physics/test_entropy_f64 \
    tests/physics/test_flux_ec_f32 tests/physics/test_flux_ec_f64 \
    tests/physics/test_flux_surface_f32 tests/physics/test_flux_surface_f64 \
    tests/physics/test_logmean_f32 tests/physics/test_logmean_f64 \
    tests/physics/test_means_f32 tests/physics/test_means_f64
in_single = $(AM_CPPFLAGS) -DREAL_BITS=32
in_double = $(AM_CPPFLAGS) -DREAL_BITS=64
tests_codelets_test_beside_f32_SOURCES       = tests/codelets/test_beside.c
tests_codelets_test_beside_f32_CPPFLAGS      = $(in_single)
tests_codelets_test_beside_f64_SOURCES       = tests/codelets/test_beside.c
tests_codelets_test_beside_f64_CPPFLAGS      = $(in_double)
tests_codelets_test_orientation_f32_SOURCES  = tests/codelets/test_orientation.c
tests_codelets_test_orientation_f32_CPPFLAGS = $(in_single)
tests_codelets_test_orientation_f64_SOURCES  = tests/codelets/test_orientation.c
tests_codelets_test_orientation_f64_CPPFLAGS = $(in_double)
tests_physics_test_entropy_f32_SOURCES  = tests/physics/test_entropy.c
tests_physics_test_entropy_f32_CPPFLAGS = $(in_single)
tests_physics_test_entropy_f64_SOURCES  = tests/physics/test_entropy.c
tests_physics_test_entropy_f64_CPPFLAGS = $(in_double)
tests_physics_test_flux_ec_f32_SOURCES  = tests/physics/test_flux_ec.c
tests_physics_test_flux_ec_f32_CPPFLAGS = $(in_single)
tests_physics_test_flux_ec_f64_SOURCES  = tests/physics/test_flux_ec.c
tests_physics_test_flux_ec_f64_CPPFLAGS = $(in_double)
tests_physics_test_flux_surface_f32_SOURCES  = tests/physics/test_flux_surface.c
tests_physics_test_flux_surface_f32_CPPFLAGS = $(in_single)
tests_physics_test_flux_surface_f64_SOURCES  = tests/physics/test_flux_surface.c
tests_physics_test_flux_surface_f64_CPPFLAGS = $(in_double)
tests_physics_test_logmean_f32_SOURCES  = tests/physics/test_logmean.c
tests_physics_test_logmean_f32_CPPFLAGS = $(in_single)
tests_physics_test_logmean_f64_SOURCES  = tests/physics/test_logmean.c
tests_physics_test_logmean_f64_CPPFLAGS = $(in_double)
tests_physics_test_means_f32_SOURCES  = tests/physics/test_means.c
tests_physics_test_means_f32_CPPFLAGS = $(in_single)
tests_physics_test_means_f64_SOURCES  = tests/physics/test_means.c
tests_physics_test_means_f64_CPPFLAGS = $(in_double)

# What several tests share.
check_LTLIBRARIES = libtests.la
libtests_la_SOURCES = \
    tests/graph/harness.c tests/graph/harness.h \
    tests/cases/mountain_wave.h \
    tests/graph/errors.h tests/graph/forms.h \
    tests/graph/of_case.c tests/graph/of_case.h \
    tests/graph/rhs.h \
    tests/graph/schedules.h tests/graph/wavy.h \
    tests/cases/inertia_gravity_wave.h \
    tests/io/sample.c tests/io/sample.h tests/io/state.h \
    tests/mesh/whole_mesh.h \
    tests/physics/states.h \
    tests/vectors.c tests/vectors.h
libtests_la_CPPFLAGS = $(AM_CPPFLAGS) $(CRITERION_CFLAGS)

# Loaded before the program by tests/app/killed.sh: a shared object, which our libtool does not make.
check_DATA = tests/app/killer.so
tests/app/killer.so: tests/app/killer.c
	$(AM_V_CC)$(MKDIR_P) tests/app && \
	$(CC) -std=gnu17 -Wall -Wextra -O1 -D_GNU_SOURCE -shared -fPIC -o $@ $(srcdir)/tests/app/killer.c -ldl
CLEANFILES += tests/app/killer.so

# Data and programs in other languages that tests read.
EXTRA_DIST += $(quick_scripts) $(long_scripts) $(gpu_scripts) \
    tests/app/killer.c \
    tests/app/ranks_tap.sh \
    tests/app/table.sh \
    tests/app/tap.sh \
    tests/bench/machine.sh \
    tests/bench/recorded.py \
    tests/gpu/gpu.sh \
    tests/data/cube.inp \
    tests/data/mixed.inp \
    tests/data/ogrid.inp \
    tests/data/parallelepipeds.inp \
    tests/data/turned.inp \
    tests/data/vectors.json \
    tests/io/read_fields.py \
    tests/io/read_netcdf.py \
    tests/io/run_examples.py \
    tests/fuzz/corpus \
    tests/fuzz/fuzz.sh

# ---- How they are built and run -------------------------------------------------------------

AM_CPPFLAGS += $(CRITERION_CFLAGS)
LDADD = libtests.la $(libraries) $(CRITERION_LIBS)

if HAVE_CRITERION
check_PROGRAMS += $(quick_tests) $(helpers)
EXTRA_PROGRAMS += $(long_tests) $(gpu_tests)
TESTS = $(quick_tests) $(quick_scripts)
else
TESTS =
endif
CLEANFILES += $(long_tests) $(gpu_tests)

# Every line of a test is counted, by automake's TAP driver.
TEST_EXTENSIONS = .sh .py
tap_driver      = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER      = $(tap_driver)
SH_LOG_DRIVER   = $(tap_driver)
PY_LOG_DRIVER   = $(tap_driver)
SH_LOG_COMPILER = $(SHELL)
PY_LOG_COMPILER = $(PYTHON)

# One process at a time a program; StarPU keeps its models in the build tree and pins no thread,
# since several programs share the cores; Open MPI lets root and more ranks than cores run. GPUs are
# left alone except by check-gpu.
AM_TESTS_ENVIRONMENT = \
    CRITERION_OUTPUTS=tap:-; CRITERION_JOBS=1; \
    export CRITERION_OUTPUTS CRITERION_JOBS; \
    STARPU_HOME='$(abs_top_builddir)/tests/starpu'; STARPU_SILENT=1; STARPU_WORKERS_NOBIND=1; \
    export STARPU_HOME STARPU_SILENT STARPU_WORKERS_NOBIND; \
    OMPI_ALLOW_RUN_AS_ROOT=1; OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; \
    OMPI_MCA_pml=ob1; OMPI_MCA_btl=self,vader; export OMPI_MCA_pml OMPI_MCA_btl; \
    OMPI_MCA_rmaps_base_oversubscribe=1; HWLOC_HIDE_ERRORS=2; \
    export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM; \
    export OMPI_MCA_rmaps_base_oversubscribe HWLOC_HIDE_ERRORS; \
    STARPU_NCUDA=$${STARPU_NCUDA-0}; export STARPU_NCUDA; \
    ASAN_OPTIONS=$${ASAN_OPTIONS-detect_leaks=0}; UPDRAFT='$(abs_top_builddir)/updraft'; \
    top_builddir='$(abs_top_builddir)'; PYTHON='$(PYTHON)'; \
    export ASAN_OPTIONS UPDRAFT top_builddir PYTHON; \
    mkdir -p "$$STARPU_HOME";

clean-local:
	rm -rf tests/starpu

# The same harness for the other two lists.
%.log: %$(EXEEXT)
	@p='$<'; b='$*'; \
	$(am__check_pre) $(LOG_DRIVER) --test-name "$$f" --log-file $$b.log --trs-file $$b.trs \
	$(am__common_driver_flags) -- "$$tst"

check-long: all libtests.la $(long_tests) $(check_DATA)
	$(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(long_tests) $(long_scripts)' TEST_SUITE_LOG=check-long.log
check-gpu: all libtests.la $(gpu_tests)
	STARPU_NCUDA=-1 $(MAKE) $(AM_MAKEFLAGS) check-TESTS TESTS='$(gpu_tests) $(gpu_scripts)' TEST_SUITE_LOG=check-gpu.log
.PHONY: check-long check-gpu
CLEANFILES += check-long.log check-gpu.log
