# graph/ -- the algorithms: what to submit, in which order.
noinst_LTLIBRARIES += libgraph.la
libgraph_la_SOURCES = \
    graph/budget.c graph/budget.h \
    graph/diagnose.c \
    graph/graph.h \
    graph/rk.c graph/rk.h \
    graph/stage.c \
    graph/step.c
