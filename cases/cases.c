/* cases/cases.c -- the tables behind cases.h, filled from cases.def. */
#include "cases/cases.h"
#include <string.h>
#include "base/error.h"

#define CASE(name) extern const struct case_def case_##name;
#include "cases/cases.def"
#undef CASE

static const struct case_def *const cases[] = {
#define CASE(name) &case_##name,
#include "cases/cases.def"
#undef CASE
};
enum { NCASES = sizeof cases / sizeof *cases };

const struct case_def *case_find(const char *name)
{
    for (int i = 0; i < NCASES; ++i)
        if (!strcmp(cases[i]->option.name, name)) return cases[i];
    DIE("no case %s", name);
}

enum status case_check_carried(const struct options *o)
{
    for (int d = 0; d < 3; ++d)
        if (!o->mesh_periodic.at[d] && (d < 2 || o->initial_velocity.at[d] != 0))
            FAIL(BAD_INPUT, "mesh.periodic: the solution of %s goes through the box in %c: it must be "
                 "periodic there", o->top_case, "xyz"[d]);
    if (o->top_gravity > 0)
        FAIL(BAD_INPUT, "gravity: the solution of %s has none: must be 0", o->top_case);
    return OK;
}

const struct option_case *case_list(void)
{
    static struct option_case list[NCASES + 1];
    for (int i = 0; i < NCASES; ++i)
        list[i] = cases[i]->option;
    return list;
}
