/* io/checkpoint.c -- a checkpoint is written whole, or not at all. */
#include "io/checkpoint.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "io/checkpoint_parts.h"
#include "io/seal.h"
#include "mesh/agree.h"

/* -- the state, by all ranks ------------------------------------------------------------------- */

static size_t bytes_of(const struct checkpoint *c)
{
    return checkpoint_columns(c->degree) * c->sizeof_real;
}

static void sum_up(struct checkpoint *c, const struct view *v)
{
    uint64_t(*hashes)[NSUMS] = memory_new((size_t)mesh_num_own(v->mesh) + 1, sizeof *hashes);
    uint64_t(*h)[NSUMS] = hashes;
    for (int n = 0; n < v->mesh->partitions.n; ++n)
        for (int e = 0; e < v->mesh->partitions.at[n].num_elements; ++e)
            checkpoint_hash(c, (const char *)v->q[n] + (size_t)e * bytes_of(c), *h++);
    checkpoint_sum_up(v->mesh, (const uint64_t (*)[NSUMS])hashes, c);
    free(hashes);
}

/* 0, or -1 with errno. */
static int write_at(int fd, const char *from, size_t bytes, uint64_t at)
{
    while (bytes > 0) {
        errno = 0;
        const ssize_t n = pwrite(fd, from, bytes, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            if (!errno) errno = EIO;
            return -1;
        }
        from += n, bytes -= (size_t)n, at += (uint64_t)n;
    }
    return 0;
}

/* Rank 0 syncs the file when it is complete; what other ranks wrote may be in other machines. */
static int write_partitions(int fd, const struct state_place *place, const struct checkpoint *c,
                            const struct view *v)
{
    for (int n = 0; n < v->mesh->partitions.n; ++n) {
        const struct partition *p = &v->mesh->partitions.at[n];
        if (write_at(fd, v->q[n], (size_t)p->num_elements * bytes_of(c),
                     place->at + (uint64_t)p->first * bytes_of(c)) < 0)
            return -1;
    }
    return v->mesh->rank > 0 ? fsync(fd) : 0;
}

enum status checkpoint_write_own(const struct state_place *place, const struct checkpoint *c,
                                 const struct view *v)
{
    if (v->mesh->partitions.n == 0) return OK;
    /* Not for reading: then a file system over the network writes no byte but those given. */
    const int fd = open(place->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && v->mesh->rank > 0)
        FAIL(BAD_MACHINE, "cannot write %s: rank %d does not see what rank 0 has made there; "
             "checkpoints want a folder that all ranks share", place->name, v->mesh->rank);
    int rc = fd < 0 ? -1 : write_partitions(fd, place, c, v), why = errno;
    if (fd >= 0 && close(fd) < 0 && rc == 0) rc = -1, why = errno;
    if (rc < 0) FAIL(BAD_MACHINE, "cannot write %s: %s", place->name, strerror(why));
    return OK;
}

/* -- the file, by rank 0 ----------------------------------------------------------------------- */

static enum status make_state(const struct hdf5_writer *w, const struct checkpoint *c,
                              int64_t elements, struct state_place *place)
{
    HDF5_ID state = -1;
    TRY(hdf5_dataset(w, w->id, "state", checkpoint_type(c->sizeof_real), (hsize_t)elements,
                     checkpoint_columns(c->degree), 0, &state));
    return hdf5_place(w, state, &place->at, &place->bytes);
}

/* All but the state's values. On failure nothing is left. */
static enum status make(struct hdf5_writer *w, const struct checkpoint *c, int64_t elements,
                        const struct provenance *facts, struct state_place *place)
{
    TRY(hdf5_create_behind(w, place->name, SEAL_BYTES));
    enum status s = make_state(w, c, elements, place);
    if (s == OK) s = checkpoint_write_header(w, c, facts);
    s = hdf5_close(w, s);
    if (s != OK) return hdf5_finish(w, s);
    snprintf(place->path, sizeof place->path, "%s", w->file.temporary);
    return OK;
}

/* The state's values were written with status s. */
static enum status complete(struct hdf5_writer *w, const char *folder, const struct checkpoint *c,
                            const struct state_place *place, enum status s)
{
    if (s == OK) s = seal_write(w->file.temporary, place->name, place->at, place->bytes);
    TRY(hdf5_finish(w, s));
    TRY(checkpoint_point_to(folder, c->step));
    checkpoint_remove_old(folder, c->step);
    return OK;
}

enum status checkpoint_write(const char *folder, const struct checkpoint *c, const struct view *v,
                             const struct provenance *facts)
{
    const struct mesh *m = v->mesh;
    struct hdf5_writer w;
    struct checkpoint now = *c; /* with its checksums */
    struct state_place place = { .at = 0 };
    sum_up(&now, v);
    checkpoint_path(place.name, sizeof place.name, folder, c->step);
    TRY(agree(m->comm, m->rank > 0 ? OK : make(&w, &now, m->num_elements, facts, &place)));
    mesh_tell(m, &place, sizeof place);
    enum status s = agree(m->comm, checkpoint_write_own(&place, &now, v));
    if (m->rank == 0) s = complete(&w, folder, &now, &place, s);
    return agree(m->comm, s);
}
