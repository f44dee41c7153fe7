/* tasks/array.c -- StarPU's vectors: in huge pages, or, for GPUs, in StarPU's pinned memory. */
#include "tasks/array.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "base/memory.h"

enum { CACHE_LINE = 64 };
#ifdef __SANITIZE_ADDRESS__ /* each array on its own, so that steps beyond its end are seen */
enum { ALIGNED_TO = CACHE_LINE, BLOCK = CACHE_LINE };
#else
enum { ALIGNED_TO = 2 << 20, BLOCK = 32 * ALIGNED_TO }; /* a huge page, and many */
#endif

static size_t round_up(size_t n, size_t to) { return (n + to - 1) / to * to; }

static void *room_take(struct room *r, size_t bytes)
{
    bytes = round_up(bytes, CACHE_LINE);
    if (bytes > r->left) {
        const size_t block = round_up(bytes > BLOCK ? bytes : BLOCK, ALIGNED_TO);
        void *p = aligned_alloc(ALIGNED_TO, block);
        void **blocks = realloc(r->blocks.at, ((size_t)r->blocks.n + 1) * sizeof *blocks);
        if (!p || !blocks) memory_give_up(1, block);
#ifdef MADV_HUGEPAGE
        madvise(p, block, MADV_HUGEPAGE); /* a refusal costs time alone */
#endif
        r->blocks.at = blocks;
        r->blocks.at[r->blocks.n++] = p;
        r->at = p;
        r->left = block;
    }
    void *taken = r->at;
    r->at += bytes;
    r->left -= bytes;
    return taken;
}

void room_free(struct room *r)
{
    for (int i = 0; i < r->blocks.n; ++i) free(r->blocks.at[i]);
    free(r->blocks.at);
    *r = (struct room){ 0 };
}

static int has_gpus(void) { return starpu_cuda_worker_get_count() > 0; }

void *array_new(struct room *r, starpu_data_handle_t *handle, size_t n, size_t size)
{
    void *p = NULL;
    if (n == 0) n = 1; /* StarPU has no empty vectors */
    if (!has_gpus()) p = room_take(r, n * size);
    else if (starpu_malloc_flags(&p, n * size, STARPU_MALLOC_PINNED) != 0 || !p)
        memory_give_up(n, size);
    memset(p, 0, n * size);
    starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)p, n, size);
    if (has_gpus()) starpu_data_set_user_data(*handle, p);
    return p;
}

void array_new_unwritten(struct room *r, starpu_data_handle_t *handle, size_t n, size_t size,
                         int is_at_home)
{
    if (n == 0) n = 1;
    if (is_at_home) array_new(r, handle, n, size);
    else if (has_gpus()) starpu_vector_data_register(handle, -1, 0, n, size);
    else {
        void *p = room_take(r, n * size);
        starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)p, n, size);
        starpu_data_invalidate(*handle);
    }
}

void array_freeze(starpu_data_handle_t handle)
{
    starpu_data_set_sequential_consistency_flag(handle, 0);
}

void array_free(starpu_data_handle_t handle)
{
    void *p = starpu_data_get_user_data(handle); /* StarPU's memory, not a room's */
    const size_t bytes = starpu_data_get_size(handle);
    starpu_data_unregister_no_coherency(handle);
    if (p) starpu_free_flags(p, bytes, STARPU_MALLOC_PINNED);
}
