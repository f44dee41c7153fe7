# base/ -- what everybody stands on; physics/ is headers only and comes along.
noinst_LTLIBRARIES += libbase.la
libbase_la_SOURCES = \
    base/budget.h \
    base/degrees.h \
    base/device.h \
    base/error.c base/error.h \
    base/faces.h \
    base/fields.h \
    base/fluxes.h \
    base/list.h \
    base/memory.c base/memory.h \
    base/nearest.c base/nearest.h \
    base/real.h \
    base/shell.c base/shell.h \
    base/sum.h \
    physics/coriolis.h \
    physics/entropy.h \
    physics/flux_ec.h \
    physics/flux_surface.h \
    physics/logmean.h \
    physics/means.h \
    physics/node.h \
    physics/quotient.h
