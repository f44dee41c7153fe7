#pragma once
/* app/element.h -- the element in which a solution became unphysical, on disk. */
#include "app/session.h"

/** Writes unphysical.csv: the nodes of the element, x (m), conserved variables and pressure, as they
 * are when all tasks have ended. BAD_MACHINE where the disk refuses. Collective. */
enum status element_write(const struct session *s, const struct unphysical *where);
