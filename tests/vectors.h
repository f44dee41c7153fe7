#pragma once
/* tests/vectors.h -- reference numbers of tests/data/vectors.json, computed with 50 digits.
 *
 * A number that is missing, or an array of another length, fails the test that asks for it.
 */
#include <jansson.h>
#include <stddef.h>

/** The section NAME of the file, which is $srcdir/tests/data/vectors.json. */
const json_t *vectors(const char *name);

/** The member KEY of an object. */
const json_t *vectors_member(const json_t *object, const char *key);

/** Member KEY as a number. */
double vectors_number(const json_t *object, const char *key);

/** Member KEY as a text. */
const char *vectors_text(const json_t *object, const char *key);

/** Member KEY, an array nested to any depth, as its n numbers in the order of the file. */
void vectors_numbers(const json_t *object, const char *key, size_t n, double values[]);

/** Expects `has` to be member KEY to 1e-13 of it. */
void vectors_expect(double has, const json_t *object, const char *key);
