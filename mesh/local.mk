# mesh/ -- elements, partitions and links; the only home of p4est.
noinst_LTLIBRARIES += libmesh.la
libmesh_la_SOURCES = \
    mesh/agree.c mesh/agree.h \
    mesh/forest.c mesh/forest.h \
    mesh/hexahedra.c mesh/hexahedra.h \
    mesh/gather.c \
    mesh/lgl.c mesh/lgl.h \
    mesh/mapping.c mesh/mapping.h \
    mesh/mesh.c mesh/mesh.h \
    mesh/metrics.c mesh/metrics.h \
    mesh/move.c
