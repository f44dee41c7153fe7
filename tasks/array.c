/* tasks/array.c -- StarPU's vectors, with memory from StarPU's allocator. */
#include "tasks/array.h"
#include <string.h>
#include "base/memory.h"

void *array_new(starpu_data_handle_t *handle, size_t n, size_t size)
{
    void *p = NULL;
    if (n == 0) n = 1; /* StarPU has no empty vectors */
    if (starpu_malloc_flags(&p, n * size, STARPU_MALLOC_PINNED) != 0 || !p)
        memory_give_up(n, size);
    memset(p, 0, n * size);
    starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)p, n, size);
    starpu_data_set_user_data(*handle, p);
    return p;
}

void array_new_unwritten(starpu_data_handle_t *handle, size_t n, size_t size, int is_at_home)
{
    if (is_at_home) array_new(handle, n, size);
    else starpu_vector_data_register(handle, -1, 0, n ? n : 1, size);
}

void array_free(starpu_data_handle_t handle)
{
    void *p = starpu_data_get_user_data(handle);
    const size_t bytes = starpu_data_get_size(handle);
    starpu_data_unregister_no_coherency(handle);
    if (p) starpu_free_flags(p, bytes, STARPU_MALLOC_PINNED);
}
