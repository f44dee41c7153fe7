/* io/options_mesh.c -- options of a run whose mesh comes from a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "io/options_rows.h"
#include "mesh/mesh.h"

/* The path as seen from the root, where there is such a file; beside is a file in the folder that a
 * relative path counts from, NULL: the current one. */
static char *whole_path(const char *path, const char *beside)
{
    const char *slash = beside && path[0] != '/' ? strrchr(beside, '/') : NULL;
    const size_t folder = slash ? (size_t)(slash - beside) + 1 : 0;
    char *joined = NEW(char, folder + strlen(path) + 1);

    if (folder) memcpy(joined, beside, folder);
    strcpy(joined + folder, path);
    char *whole = realpath(joined, NULL);
    if (!whole) return joined; /* the reader says what is wrong */
    free(joined);
    return whole;
}

enum status option_take_mesh(struct options *o, const char *beside)
{
    char *path = whole_path(o->mesh_file, beside);
    struct mesh_spec spec = { .file = path };

    free(o->mesh_file);
    o->mesh_file = path;
    TRY(mesh_read_file(&spec));
    for (int d = 0; d < 3; ++d) {
        o->mesh_base.at[d] = spec.base[d];
        o->mesh_lower.at[d] = spec.lower[d];
        o->mesh_upper.at[d] = spec.upper[d];
        o->mesh_periodic.at[d] = spec.periodic[d];
    }
    return OK;
}

int option_is_of_box(const struct option_row *row)
{
    static const char *const keys = "base lower upper periodic";
    return !strcmp(row->section, "mesh") && option_list_has(keys, row->key);
}
