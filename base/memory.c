/* base/memory.c -- allocation that does not fail quietly. */
#include "base/memory.h"
#include "base/error.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

void memory_give_up(size_t n, size_t size)
{
    fprintf(stderr, "updraft: no memory for %zu objects of %zu bytes\n", n, size);
    _Exit(BAD_MACHINE);
}

void *memory_new(size_t n, size_t size)
{
    size_t bytes;
    void *p = NULL;
    if (!__builtin_mul_overflow(n, size, &bytes) && bytes <= (size_t)-1 - ALIGNMENT)
        p = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
    if (!p) memory_give_up(n, size);
    return memset(p, 0, bytes);
}

char *memory_copy(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    return memcpy(memory_new(bytes, 1), text, bytes);
}
