#pragma once
/* base/memory.h -- memory that is there: no caller asks for NULL. */
#include <stddef.h>

/** n objects of the given size, zeroed and aligned to 64 bytes; ends the program with exit code 3
 * and the number of bytes when there is no memory. Freed with free(). */
void *memory_new(size_t n, size_t size) __attribute__((malloc, returns_nonnull));

/** Ends the program with exit code 3: there is no memory for n objects of that size. */
void memory_give_up(size_t n, size_t size) __attribute__((noreturn, cold));

/** A copy of a string. */
char *memory_copy(const char *text) __attribute__((malloc, returns_nonnull));

#define NEW(T, n) ((T *)memory_new((n), sizeof(T)))
