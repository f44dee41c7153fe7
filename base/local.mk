# base/ -- what everybody stands on; physics/ is headers only and comes along.
noinst_LTLIBRARIES += libbase.la
libbase_la_SOURCES = base/error.c base/memory.c base/degrees.h base/error.h base/faces.h \
                     base/fields.h base/fluxes.h base/list.h base/memory.h base/real.h base/sum.h
EXTRA_DIST += physics/entropy.h physics/flux_ec.h physics/flux_surface.h physics/logmean.h \
              physics/node.h
