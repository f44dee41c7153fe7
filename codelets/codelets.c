/* codelets/codelets.c -- the tables behind codelets.h, filled from its lists. */
#include "codelets/codelets.h"
#include <stdio.h>
#include "base/degrees.h"
#include "base/error.h"
#include "base/memory.h"

#define DECLARE_F32(name) extern const struct starpu_codelet codelet_##name##_f32;
#define DECLARE_F64(name) extern const struct starpu_codelet codelet_##name##_f64;
CODELETS(DECLARE_F32)
CODELETS(DECLARE_F64)

/* The template, under the name of its degree and with a performance model of its own. */
static struct starpu_codelet specialise(const struct starpu_codelet *template, const char *name,
                                        int degree, const char *precision)
{
    struct starpu_codelet cl = *template;
    struct starpu_perfmodel *model = NEW(struct starpu_perfmodel, 1);
    char text[64];
    snprintf(text, sizeof text, "updraft_%s_n%d_%s", name, degree, precision);
    *model = *template->model;
    model->symbol = memory_copy(text);
    cl.name = model->symbol;
    cl.model = model;
    return cl;
}

const struct codelets *codelets_find(int degree, size_t sizeof_real)
{
    static struct codelets *made[MAX_DEGREE + 1][2];
    struct codelets **c = &made[degree][sizeof_real == 8];

    REQUIRE(MIN_DEGREE <= degree && degree <= MAX_DEGREE, "no codelets of degree %d", degree);
    if (*c) return *c;
    *c = NEW(struct codelets, 1);
    (*c)->degree = degree;
    (*c)->sizeof_real = sizeof_real;
#define MAKE_F32(name) (*c)->name = specialise(&codelet_##name##_f32, #name, degree, "f32");
#define MAKE_F64(name) (*c)->name = specialise(&codelet_##name##_f64, #name, degree, "f64");
    if (sizeof_real == sizeof(float)) { CODELETS(MAKE_F32) }
    else { CODELETS(MAKE_F64) }
    return *c;
}
