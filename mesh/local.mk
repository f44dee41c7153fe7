# mesh/ -- the only home of p4est.
noinst_LTLIBRARIES += libmesh.la
libmesh_la_SOURCES = mesh/forest.c mesh/forest.h mesh/lgl.c mesh/lgl.h mesh/mesh.c mesh/mesh.h
libmesh_la_CPPFLAGS = $(AM_CPPFLAGS) $(P4EST_CFLAGS)
libmesh_la_LIBADD = libbase.la $(P4EST_LIBS)
