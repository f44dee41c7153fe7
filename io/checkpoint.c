/* io/checkpoint.c -- a checkpoint is written whole, or not at all. */
#include "io/checkpoint.h"
#include "io/checkpoint_parts.h"
#include "io/seal.h"

enum status checkpoint_write(const char *folder, const struct checkpoint *c, const struct view *v,
                             const struct provenance *facts)
{
    struct hdf5_writer w;
    struct checkpoint now = *c; /* with its checksums */
    uint64_t at = 0, bytes = 0;
    char path[4096];

    checkpoint_path(path, sizeof path, folder, c->step);
    TRY(hdf5_create_behind(&w, path, SEAL_BYTES));
    enum status s = checkpoint_write_state(&w, &now, v, &at, &bytes);
    if (s == OK) s = checkpoint_write_header(&w, &now, facts);
    s = hdf5_close(&w, s);
    if (s == OK) s = seal_write(w.file.temporary, path, at, bytes);
    TRY(hdf5_finish(&w, s));
    TRY(checkpoint_point_to(folder, c->step));
    checkpoint_remove_old(folder, c->step);
    return OK;
}
