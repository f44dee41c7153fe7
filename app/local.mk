# app/ -- the command line; main.c is the program, the rest a library that tests can call.
bin_PROGRAMS += updraft
updraft_SOURCES = app/main.c
updraft_LDADD   = $(libraries)

noinst_LTLIBRARIES += libapp.la
libapp_la_SOURCES = \
    app/balance.c app/balance.h \
    app/bench.c app/bench.h \
    app/bench_ceilings.c \
    app/bench_cumulative.c \
    app/bench_draw.c \
    app/bench_elements.c \
    app/bench_kernels.c \
    app/bench_precisions.c \
    app/bench_session.c \
    app/bench_steps.c \
    app/case_file.c app/case_file.h \
    app/check.c \
    app/commands.h \
    app/converge.c app/converge.h \
    app/converge_measure.c \
    app/converge_report.c \
    app/element.c app/element.h \
    app/explain.c \
    app/folder.c app/folder.h \
    app/follow.c app/follow.h \
    app/info.c \
    app/init.c \
    app/ledger.c app/ledger.h \
    app/limit.c app/limit.h \
    app/loop.h app/loop_report.c app/loop_stop.c \
    app/machine.c app/machine.h \
    app/plot.c \
    app/progress.c app/progress.h \
    app/provenance.c app/provenance.h \
    app/ranks.c app/ranks.h \
    app/run.c \
    app/session.c app/session.h app/session_cut.c app/session_plan.c \
    app/session_start.c \
    app/simulate.c app/simulate.h \
    app/speed.c app/speed.h \
    app/stop.c app/stop.h \
    app/verify.c \
    app/watchdog.c app/watchdog.h

completionsdir = $(datadir)/bash-completion/completions
dist_completions_DATA = completions/updraft
