# mesh/ -- elements, partitions and links; the only home of p4est.
noinst_LTLIBRARIES += libmesh.la
libmesh_la_SOURCES = \
    mesh/forest.c mesh/forest.h \
    mesh/lgl.c mesh/lgl.h \
    mesh/mesh.c mesh/mesh.h
