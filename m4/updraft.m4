dnl m4/updraft.m4 -- the questions that configure.ac asks more than once.

dnl UPDRAFT_MODULE(VARIABLE, MODULES, PACKAGE): finds a library that Updraft cannot be without; the
dnl modules are tried from left to right. Its folder is remembered in the program (rpath).
AC_DEFUN([UPDRAFT_MODULE],
    [AC_ARG_VAR([$1_CFLAGS], [compiler flags for $2, instead of pkg-config's])dnl
     AC_ARG_VAR([$1_LIBS], [linker flags for $2, instead of pkg-config's])dnl
     AC_MSG_CHECKING([for $2])
     updraft_version=
     AS_IF([test -n "$$1_LIBS"], [updraft_version="as given"],
         [for updraft_module in $2; do
              AS_IF([$PKG_CONFIG --exists $updraft_module 2>/dev/null],
                  [$1_CFLAGS=$($PKG_CONFIG --cflags $updraft_module)
                   $1_LIBS=$($PKG_CONFIG --libs $updraft_module)
                   updraft_version=$($PKG_CONFIG --modversion $updraft_module)
                   break])
          done])
     AS_IF([test -z "$updraft_version"],
         [AC_MSG_RESULT([no])
          AC_MSG_ERROR([no pkg-config module of $2 was found: run ./setup, or install $3, or set PKG_CONFIG_PATH])])
     AC_MSG_RESULT([$updraft_version])
     UPDRAFT_RPATH([$1_LIBS])
     AS_VAR_COPY([$1_VERSION], [updraft_version])])

dnl UPDRAFT_RPATH(VARIABLE): adds -Wl,-rpath for the -L folders outside the system's own.
AC_DEFUN([UPDRAFT_RPATH],
    [for updraft_word in $$1; do
         AS_CASE([$updraft_word],
             [-L/usr/lib*|-L/lib*], [],
             [-L/*], [$1="$$1 -Wl,-rpath,${updraft_word@%:@-L}"])
     done])

dnl UPDRAFT_STARPU_SAYS(VARIABLE, MACRO): a macro of StarPU's header, empty where it is undefined.
dnl The preprocessor answers: nothing is run.
AC_DEFUN([UPDRAFT_STARPU_SAYS],
    [AC_LANG_CONFTEST([AC_LANG_SOURCE([[
#include <starpu_config.h>
#ifdef $2
updraft_answer $2
#endif
]])])
     $1=$($CC -E -P $CPPFLAGS $STARPU_CFLAGS conftest.c 2>/dev/null |
         $SED -n 's/^updraft_answer *//p')
     rm -f conftest.c])
