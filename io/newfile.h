#pragma once
/* io/newfile.h -- a file that is there whole or not at all. */
#include "base/error.h"

/** A file being written: under `temporary`, in the folder of `path`, until it is complete. */
struct newfile {
    char *path, *temporary;
};

/** Chooses the temporary name; creates nothing. */
void newfile_new(struct newfile *f, const char *path);

/** The complete and closed file goes to disk and takes its name. BAD_MACHINE where the disk
 * refuses: no new file is left, and an old one of that name is as it was. Frees f in any case. */
enum status newfile_finish(struct newfile *f);

/** The same for a link, which has no bytes of its own. */
enum status newfile_rename(struct newfile *f);

/** Removes what was written. Frees f. */
void newfile_discard(struct newfile *f);
