# app/ -- the command line; main.c is the program, the rest a library that tests can call.
bin_PROGRAMS += updraft
updraft_SOURCES = app/main.c
updraft_LDADD   = $(libraries)

noinst_LTLIBRARIES += libapp.la
libapp_la_SOURCES = \
    app/bench.c \
    app/case_file.c app/case_file.h \
    app/check.c \
    app/commands.h \
    app/explain.c \
    app/folder.c app/folder.h \
    app/info.c \
    app/init.c \
    app/plot.c \
    app/progress.c app/progress.h \
    app/provenance.c app/provenance.h \
    app/run.c \
    app/session.c app/session.h app/session_start.c \
    app/simulate.c app/simulate.h

completionsdir = $(datadir)/bash-completion/completions
dist_completions_DATA = completions/updraft
