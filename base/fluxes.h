#pragma once
/* base/fluxes.h -- the surface fluxes that a case may ask for (flux.surface). */

enum { FLUX_MATRIX, FLUX_RUSANOV, FLUX_CONSERVATIVE };
