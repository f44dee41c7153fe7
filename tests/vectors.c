/* tests/vectors.c -- reader of the reference numbers. */
#include "tests/vectors.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* make check sets srcdir; by hand, tests run from the top of the source tree. */
static const json_t *whole_file(void)
{
    static const json_t *root; /* Criterion gives each test a process of its own */
    if (!root) {
        const char *srcdir = getenv("srcdir");
        char path[4096];
        json_error_t error;
        snprintf(path, sizeof path, "%s/tests/data/vectors.json", srcdir ? srcdir : ".");
        root = json_load_file(path, 0, &error);
        cr_assert_not_null(root, "%s, line %d: %s (set srcdir to the top of the source tree)", path,
                           error.line, error.text);
    }
    return root;
}

const json_t *vectors(const char *name) { return vectors_member(whole_file(), name); }

const json_t *vectors_member(const json_t *object, const char *key)
{
    const json_t *member = json_object_get(object, key);
    cr_assert_not_null(member, "vectors.json has no %s here", key);
    return member;
}

double vectors_number(const json_t *object, const char *key)
{
    const json_t *member = vectors_member(object, key);
    cr_assert(json_is_number(member), "%s in vectors.json is not a number", key);
    return json_number_value(member);
}

const char *vectors_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(vectors_member(object, key));
    cr_assert_not_null(text, "%s in vectors.json is not a text", key);
    return text;
}

/* Appends to values, of which `filled` are there already, and returns how many are there then. */
static size_t flatten(const json_t *array, const char *key, size_t filled, size_t n,
                      double values[])
{
    if (json_is_number(array)) {
        cr_assert_lt(filled, n, "%s in vectors.json has more than %zu numbers", key, n);
        values[filled] = json_number_value(array);
        return filled + 1;
    }
    cr_assert(json_is_array(array), "%s in vectors.json holds more than numbers", key);
    for (size_t i = 0; i < json_array_size(array); ++i)
        filled = flatten(json_array_get(array, i), key, filled, n, values);
    return filled;
}

void vectors_numbers(const json_t *object, const char *key, size_t n, double values[])
{
    const size_t filled = flatten(vectors_member(object, key), key, 0, n, values);
    cr_assert_eq(filled, n, "%s in vectors.json has %zu numbers, not %zu", key, filled, n);
}

void vectors_expect(double has, const json_t *object, const char *key)
{
    const double want = vectors_number(object, key);
    cr_expect(fabs(has - want) <= 1e-13 * fabs(want), "%s is %.17g, not %.17g", key, has, want);
}
