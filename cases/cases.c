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

const struct option_case *case_list(void)
{
    static struct option_case list[NCASES + 1];
    for (int i = 0; i < NCASES; ++i)
        list[i] = cases[i]->option;
    return list;
}
