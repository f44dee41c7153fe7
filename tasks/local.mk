# tasks/ -- one function, one task: where data meets codelets.
noinst_LTLIBRARIES += libtasks.la
libtasks_la_SOURCES = \
    tasks/absorb.c \
    tasks/advance.c \
    tasks/array.c tasks/array.h \
    tasks/budget.c tasks/budget.h \
    tasks/census.c tasks/census.h \
    tasks/data.c tasks/data.h \
    tasks/diagnose.c \
    tasks/exchange.c tasks/exchange.h \
    tasks/halo_surface.c \
    tasks/interior_surface.c \
    tasks/layer.c tasks/layer.h \
    tasks/outlets.c tasks/outlets.h \
    tasks/place.c tasks/place.h \
    tasks/run.h \
    tasks/shape.c tasks/shape.h \
    tasks/submit.c tasks/submit.h \
    tasks/tasks.h \
    tasks/tendency.c \
    tasks/trace.c \
    tasks/traffic.c tasks/traffic.h \
    tasks/update.c \
    tasks/volume.c
