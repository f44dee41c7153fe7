#pragma once
/* codelets/lanes.h -- elements side by side, as the lanes of a core's vectors.
 *
 * The same node of WIDTH elements lies in one row: a loop over lanes is a vector or two, whatever
 * the order, and no sum crosses lanes. A batch that is not full holds copies of its last element, so
 * that an element's bits do not depend on where it stands.
 */
#include "base/real.h"

enum { WIDTH = 64 / sizeof(real) };
typedef real lanes[WIDTH] __attribute__((aligned(64)));
