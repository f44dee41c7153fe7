#pragma once
/* codelets/update_cpu.h -- the update of some elements: what update and advance share. */
#include "codelets/isa.h"
#include "codelets/update.h"

/** new = q + B dt k of the elements first ... first + n - 1; new may be q. */
void KERNEL(update_range)(const struct update_args *a, int first, int n, real *new, const real *q,
                          const real *k, const real *geometry);
