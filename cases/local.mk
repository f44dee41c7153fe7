# cases/ -- initial states and their case files.
noinst_LTLIBRARIES += libcases.la
libcases_la_SOURCES = cases/cases.c cases/cases.h cases/density_wave.c cases/isentropic_vortex.c \
                      cases/resting_atmosphere.c cases/rising_bubble.c cases/taylor_green.c
dist_pkgdata_DATA = cases/density_wave.yaml cases/isentropic_vortex.yaml \
                    cases/resting_atmosphere.yaml cases/rising_bubble.yaml \
                    cases/rising_bubble_sharp.yaml cases/taylor_green.yaml
