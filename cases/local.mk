# cases/ -- what to compute: initial states in C, and case files that are installed.
noinst_LTLIBRARIES += libcases.la
libcases_la_SOURCES = \
    cases/cases.c cases/cases.def cases/cases.h \
    cases/baroclinic_channel.c \
    cases/density_wave.c \
    cases/inertia_gravity_wave.c \
    cases/isentropic_vortex.c \
    cases/mountain_wave.c \
    cases/resting_atmosphere.c \
    cases/rising_bubble.c \
    cases/taylor_green.c \
    cases/user_defined.c

casesdir = $(pkgdatadir)/cases
dist_cases_DATA = \
    cases/baroclinic_channel.yaml \
    cases/density_wave.yaml \
    cases/inertia_gravity_wave.yaml \
    cases/inertia_gravity_wave_rotating.yaml \
    cases/isentropic_vortex.yaml \
    cases/mountain_wave.yaml \
    cases/resting_atmosphere.yaml \
    cases/rising_bubble.yaml \
    cases/rising_bubble_sharp.yaml \
    cases/taylor_green.yaml \
    cases/user_defined.yaml
